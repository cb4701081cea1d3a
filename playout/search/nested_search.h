// What the searches that learn a policy level by level have in common: the levels, the playout, the policy, the
// start over when a search is finished, and the report of how far each level is.
//
// The papers write them as a recursion: level n asks level n - 1 for a game, takes it, and asks again. Here
// every level remembers where it is in its loop, so that the search can stand still after any playout; and what
// it has still to learn from a game, so that it can do so in the middle of that, where games are long. An
// algorithm says how a level begins and what it does with a game that comes up to it. The games that come up
// from one level can be annealed on their way (game_polish.h).
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "playout/search/game_polish.h"
#include "playout/search/nested_config.h"
#include "playout/search/rollout.h"

namespace playout {

// What a level made of a game that came up to it.
enum class Taken {
    asks_again,  // for another one
    is_done,     // its loop is over, and what it found goes up
    stopped      // the run is over; it goes on with the same game later
};

template <State S>
class NestedSearch : public Search<S>, protected LearningGuard {
  public:
    NestedSearch(Run<S>& run, const NestedConfig& config)
        : run_(run),
          config_(config),
          playout_(run, config.selective, config.bias),
          policy_(config.temperature, code_count(run.root())),
          polished_at_(run.budget.playouts()),
          reports_(static_cast<std::size_t>(config.level)) {
        if (config.polish > 0) polish_.emplace(run, config.polish_hot, config.polish_cold);
    }

    // One playout, and all that the levels learn from it; or one change of a game that is polished.
    bool step() final {
        if (run_.root().at_end()) return !play_the_only_game();
        if (config_.searches > 0 && searches_ == config_.searches) return false;
        if (!searching_) begin_search();
        if (taking_ == 0) {
            if (!playout_.play(policy_, best_of(0), *this)) return true;  // the run is over
            taking_ = 1;
        }
        if (polish_ && polish_->under_way()) {
            if (!polish_->step(playout_, best_of(config_.polish), *this)) return true;
            polished_at_ = run_.budget.playouts();
        }
        while (taking_ <= config_.level) {
            const Taken taken = take(taking_);
            if (taken == Taken::stopped) return true;
            if (taken == Taken::asks_again) break;
            if (taking_++ == config_.polish) {
                begin_polish();
                return true;
            }
        }
        searching_ = taking_ <= config_.level;
        if (!searching_) ++searches_;
        if (searching_) begin_below(taking_);
        taking_ = 0;
        return true;
    }

    // A playout.
    std::int64_t least_bytes(const GameSize& game) const final {
        Rollout<S> rollout;
        const std::int64_t prior = config_.bias != 0 ? sizeof(rollout.priors[0]) : 0;
        const std::int64_t a_move = sizeof(MoveOf<S>) + sizeof(rollout.ends[0]) + sizeof(rollout.taken[0]);
        const std::int64_t polish = polish_ ? polish_->least_bytes(game) : 0;
        const std::int64_t rollouts = polish_ ? 3 : 2;
        return polish + policy_.bytes() + playout_.bytes() + 2 * game.state_bytes +
               rollouts * game.moves * a_move +
               rollouts * game.choices * (static_cast<std::int64_t>(sizeof(MoveCode)) + prior);
    }

    Proof proof() const final { return run_.proof_if(only_game_played_); }

    Statistics statistics() const final {
        if (run_.root().at_end()) return {};
        Statistics statistics{{"searches", static_cast<double>(searches_)},
                              {"policy_codes", static_cast<double>(policy_.most())},
                              {"policy_bytes", static_cast<double>(policy_.bytes())}};
        if (polish_) {
            statistics.push_back({"games_polished", static_cast<double>(polish_->games())});
            statistics.push_back({"games_improved", static_cast<double>(polish_->improved())});
        }
        return statistics;
    }

    void archive(Archive& archive) final {
        archive(policy_, reports_, searches_, searching_, taking_, only_game_played_, polished_at_);
        if (polish_) archive(*polish_);
        if (taking_ < 0 || taking_ > config_.level + 1) archive.fail("damaged: there is no such level");
        archive_levels(archive);
    }

  protected:
    // The level is asked for a game, or several: its loop begins.
    virtual void begin(std::int64_t level) = 0;
    // The level below has found something.
    virtual Taken take(std::int64_t level) = 0;
    // The best game that the level has found; of level 0, where the next playout is to go.
    virtual Rollout<S>& best_of(std::int64_t level) = 0;
    virtual void archive_levels(Archive& archive) = 0;
    // What the levels keep, in bytes.
    virtual std::int64_t bytes() const = 0;

    const S& root() const { return run_.root(); }
    Policy& policy() { return policy_; }
    Sense sense() const { return run_.sense(); }
    LearningGuard& guard() { return *this; }
    bool over() final { return run_.over(); }
    bool has_room(std::int64_t more) final { return run_.budget.must_fit(kept_bytes() + more); }

    // Told after every iteration of a level, counted from 1. Level 1 is too quick to be looked at, unless there
    // is no other.
    void report(std::int64_t level, std::int64_t iteration, const OutcomeOf<S>& best) {
        if (level == 1 && config_.level > 1) return;
        run_.budget.must_fit(kept_bytes());
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

    // For as many changes as make up the share of the playouts since the last time.
    void begin_polish() {
        const auto played = static_cast<double>(run_.budget.playouts() - polished_at_);
        const double changes = played * config_.polish_share / (1 - config_.polish_share);
        polish_->begin(best_of(config_.polish).moves, std::llround(changes));
    }

    std::int64_t kept_bytes() const {
        return policy_.bytes() + playout_.bytes() + bytes() + (polish_ ? polish_->bytes() : 0);
    }

    bool play_the_only_game() {
        Rollout<S> empty_game;
        if (!only_game_played_) only_game_played_ = playout_.play(policy_, empty_game, *this);
        return only_game_played_;
    }

    Run<S>& run_;
    const NestedConfig config_;
    PolicyPlayout<S> playout_;
    Policy policy_;
    std::optional<GamePolish<S>> polish_;
    std::int64_t polished_at_;          // the playouts made when that was last done
    std::vector<std::string> reports_;  // one a level
    std::int64_t searches_ = 0;         // finished
    bool searching_ = false;
    std::int64_t taking_ = 0;        // the level that is to take a game; 0: a playout comes next
    bool only_game_played_ = false;  // of a game that is over at its start
};

}  // namespace playout
