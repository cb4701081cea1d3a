// What the searches that learn a policy level by level have in common: the levels, the playout, the policy, the
// start over when a search is finished, and the report of how far each level is.
//
// The papers write them as a recursion: level n asks level n - 1 for a game, takes it, and asks again. Here
// every level remembers where it is in its loop, so that the search can stand still after any playout. An
// algorithm says how a level begins and what it does with a game that comes up to it.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "playout/search/nested_config.h"
#include "playout/search/rollout.h"

namespace playout {

template <State S>
class NestedSearch : public Search<S> {
  public:
    NestedSearch(Run<S>& run, const NestedConfig& config)
        : run_(run),
          config_(config),
          playout_(run, config.selective, config.bias),
          policy_(config.temperature, code_count(run.root())),
          reports_(static_cast<std::size_t>(config.level)) {}

    // One playout, and all that the levels learn from it.
    bool step() final {
        if (run_.root().at_end()) return !play_the_only_game();
        if (config_.searches > 0 && searches_ == config_.searches) return false;
        if (!searching_) begin_search();
        if (!playout_.play(policy_, level_0())) return true;  // the run is over
        std::int64_t level = 1;
        while (level <= config_.level && take(level)) ++level;
        searching_ = level <= config_.level;
        if (!searching_) ++searches_;
        if (searching_) begin_below(level);
        return true;
    }

    Proof proof() const final { return run_.proof_if(only_game_played_); }

    Statistics statistics() const final {
        if (run_.root().at_end()) return {};
        return {{"searches", static_cast<double>(searches_)},
                {"policy_codes", static_cast<double>(policy_.most())},
                {"policy_bytes", static_cast<double>(policy_.bytes())}};
    }

    void archive(Archive& archive) final {
        archive(policy_, reports_, searches_, searching_, only_game_played_);
        archive_levels(archive);
    }

  protected:
    // The level is asked for a game, or several: its loop begins.
    virtual void begin(std::int64_t level) = 0;
    // The level below has found something. True: the loop is over, and what the level found goes up.
    virtual bool take(std::int64_t level) = 0;
    // Where the next playout is to go.
    virtual Rollout<S>& level_0() = 0;
    virtual void archive_levels(Archive& archive) = 0;
    // What the levels keep, in bytes.
    virtual std::int64_t bytes() const = 0;

    const S& root() const { return run_.root(); }
    Policy& policy() { return policy_; }
    Sense sense() const { return run_.sense(); }

    // Told after every iteration of a level, counted from 1. Level 1 is too quick to be looked at, unless there
    // is no other.
    void report(std::int64_t level, std::int64_t iteration, const OutcomeOf<S>& best) {
        if (level == 1 && config_.level > 1) return;
        if (!run_.budget.set_memory(policy_.bytes() + bytes())) run_.budget.stop(StopReason::memory);
        for (std::int64_t below = 1; below < level; ++below)
            reports_[static_cast<std::size_t>(below - 1)].clear();
        reports_[static_cast<std::size_t>(level - 1)] =
            fmt::format("level {}: {}/{} best {}; ", level, iteration, config_.iterations(level), best.value);
        run_.phase.clear();
        for (auto report = reports_.rbegin(); report != reports_.rend(); ++report) run_.phase += *report;
        run_.phase += fmt::format("{} codes", policy_.size());
    }

  private:
    // From an empty policy.
    void begin_search() {
        searching_ = true;
        reports_.assign(reports_.size(), "");
        begin_below(config_.level + 1);
    }
    void begin_below(std::int64_t level) {
        while (--level >= 1) begin(level);
    }

    bool play_the_only_game() {
        Rollout<S> empty_game;
        if (!only_game_played_) only_game_played_ = playout_.play(policy_, empty_game);
        return only_game_played_;
    }

    Run<S>& run_;
    const NestedConfig config_;
    PolicyPlayout<S> playout_;
    Policy policy_;
    std::vector<std::string> reports_;  // one a level
    std::int64_t searches_ = 0;         // finished
    bool searching_ = false;
    bool only_game_played_ = false;  // of a game that is over at its start
};

}  // namespace playout
