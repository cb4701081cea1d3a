// What the searches that learn a policy level by level have in common: the playout, the policy, the start over
// when a search is finished, and the report of how far each level is.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "playout/search/nested_config.h"
#include "playout/search/rollout.h"

namespace playout {

template <State S>
class NestedRun {
  public:
    NestedRun(Run<S>& run, const NestedConfig& config)
        : run_(run),
          config_(config),
          playout_(run, config.selective, config.bias),
          policy_(config.temperature, code_count(run.root())),
          reports_(static_cast<std::size_t>(config.level)) {}

    Policy& policy() { return policy_; }
    Sense sense() const { return run_.sense(); }

    // A playout by the policy. False: the run is over.
    bool play(Rollout<S>& rollout) { return playout_.play(policy_, rollout); }

    // One whole search after the other, each from an empty policy: search(level).
    template <typename Search>
    Proof repeat(Search search) {
        Rollout<S> empty_game;
        if (run_.root().at_end()) return run_.proof_if(play(empty_game));
        std::int64_t finished = 0;
        while (!run_.over() && (config_.searches == 0 || finished < config_.searches)) {
            reports_.assign(reports_.size(), "");
            finished += search(config_.level);
        }
        run_.statistics = {{"searches", static_cast<double>(finished)},
                           {"policy_codes", static_cast<double>(policy_.most())},
                           {"policy_bytes", static_cast<double>(policy_.bytes())}};
        return run_.proof_if(false);
    }

    // Told after every iteration of a level, counted from 1. `bytes()` is what the search keeps beside the
    // policy. Level 1 is too quick to be looked at, unless there is no other.
    template <typename Bytes>
    void report(std::int64_t level, std::int64_t iteration, const OutcomeOf<S>& best, Bytes bytes) {
        if (level == 1 && config_.level > 1) return;
        if (!run_.budget.fits(policy_.bytes() + bytes())) run_.budget.stop(StopReason::memory);
        for (std::int64_t below = 1; below < level; ++below)
            reports_[static_cast<std::size_t>(below - 1)].clear();
        reports_[static_cast<std::size_t>(level - 1)] =
            fmt::format("level {}: {}/{} best {}; ", level, iteration, config_.iterations(level), best.value);
        run_.phase.clear();
        for (auto report = reports_.rbegin(); report != reports_.rend(); ++report) run_.phase += *report;
        run_.phase += fmt::format("{} codes", policy_.size());
    }

    // True: the run is over.
    bool over() { return run_.over(); }

  private:
    Run<S>& run_;
    const NestedConfig config_;
    PolicyPlayout<S> playout_;
    Policy policy_;
    std::vector<std::string> reports_;  // one a level
};

}  // namespace playout
