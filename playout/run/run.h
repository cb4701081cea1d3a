// One worker of a solve: its slice of the budget, its randomness, its playouts, and what it knows of the best
// solution so far, which all workers share (shared_run.h). This is all that a search is given, and `offer` is
// the only way in which a solution leaves it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "playout/base/errors.h"
#include "playout/base/rng.h"
#include "playout/problem/replay.h"
#include "playout/problem/strategy.h"
#include "playout/run/budget.h"
#include "playout/run/shared_run.h"

namespace playout {

// What a search says when it returns by itself.
enum class Proof {
    none,     // it ended or was stopped; something better may exist
    complete  // nothing better exists: every part of the tree was searched or ruled out by a bound
};

template <State S>
class Run {
  public:
    using Move = MoveOf<S>;

    Run(SharedRun<S>& shared, Budget& budget, Rng& rng, Strategy<S>& strategy)
        : budget(budget), rng(rng), strategy(strategy), shared_(shared) {
        exchange();
        watch_steps();
        budget.on_progress([this] {
            shared_.observer().progress({this->budget.seconds(), this->budget.playouts(), this->budget.nodes(),
                                         this->budget.memory(),
                                         best_ ? std::optional<Outcome>(*best_) : std::nullopt, phase});
        });
    }
    ~Run() {
        budget.on_progress({});
        leave_steps_alone();
    }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    Budget& budget;
    Rng& rng;
    Strategy<S>& strategy;
    std::string phase;  // shown by progress reports

    const S& root() const { return shared_.root(); }
    Sense sense() const { return root().sense(); }
    // As far as this worker knows; see exchange().
    const std::optional<OutcomeOf<S>>& best() const { return best_; }

    // The best game of all workers; empty: there is none.
    std::vector<Move> best_game() const { return shared_.current_best_moves(); }

    // True once the search must return. Ask once per unit of work.
    bool over() { return budget.spent(); }

    // Learns what other workers have found since it last looked, and whether that ends the solve.
    void exchange() {
        if (const std::uint64_t version = shared_.version(); version != known_version_) {
            known_version_ = version;
            best_ = shared_.current_best();
            end_if_nothing_is_left();
        }
    }

    bool improves(const OutcomeOf<S>& outcome) const { return !best_ || better(outcome, *best_, sense()); }

    // A finished game that `moves` lead to from the root. Kept and reported if it is the best so far; then it
    // is replayed first, and what breaks the contract along the way throws ContractError. Ends the run when the
    // target is reached or nothing better can exist.
    //
    // A few of the others are replayed too: what makes a game look worse than it is, such as an undo that
    // forgets something, would never show in a best game.
    bool offer(const S& end, const std::vector<Move>& moves) {
        if (++offered_ == next_sample_) sample(end, moves);
        if constexpr (HasCannotBeat<S>) {
            if (best_ && best_->feasible() && end.cannot_beat(*best_)) return false;
        }
        const OutcomeOf<S> outcome = outcome_of(end);
        if (!improves(outcome)) return false;
        accept(end, moves, outcome);
        return true;
    }

    // The move leads to the end, which is known without playing it not to be better than the best so far.
    bool ends_worse(const S& state, const Move& move) const {
        if constexpr (HasEndsWorse<S>) {
            return best_ && best_->feasible() && state.ends_worse(move, *best_);
        } else {
            return false;
        }
    }

    // No end below `state` can be better than the best so far. A bound speaks of feasible values only, so it
    // rules nothing out while the best is infeasible.
    bool hopeless(const S& state) const {
        if constexpr (HasExactBound<S>) {
            return best_ && best_->feasible() && !better_value(state.bound(), best_->value, sense()) &&
                   !better(state.exact_bound(), *best_, sense());
        } else if constexpr (HasBound<S>) {
            return rules_out(state.bound());
        } else {
            return false;
        }
    }
    bool rules_out(double bound) const {
        if (!best_ || !best_->feasible()) return false;
        if constexpr (ExactOutcome<OutcomeOf<S>>) {  // equal doubles may still hide a better value
            return better_value(best_->value, bound, sense());
        } else {
            return !better_value(bound, best_->value, sense());
        }
    }

    // The best so far reaches the bound of the root: it is optimal.
    bool bound_met() const { return hopeless(root()); }

    // What a loop that ended before the budget did may claim.
    Proof proof_if(bool searched_everything) const {
        return (searched_everything && !budget.stopped()) || bound_met() ? Proof::complete : Proof::none;
    }

    // Moves that take long by themselves end by WorkEnded when the time of this run is over.
    void watch_steps() const {
        if constexpr (HasWatch<S>) root().set_watch(Watch([this] { return out_of_time(); }));
    }
    // As long as it is there, no move is ended because the time of the run is over.
    class Unwatched {
      public:
        explicit Unwatched(const Run& run) : run_(run) { run_.leave_steps_alone(); }
        ~Unwatched() { run_.watch_steps(); }
        Unwatched(const Unwatched&) = delete;
        Unwatched& operator=(const Unwatched&) = delete;

      private:
        const Run& run_;
    };

    // Randomness, what the strategy learned, and what was counted. The best solution is the shared part's.
    void archive(Archive& archive) {
        archive(budget, rng, strategy, phase, offered_, next_sample_);
        if (archive.loading()) exchange();
    }

  private:
    bool out_of_time() const {
        budget.look();
        return budget.stopped_by() == StopReason::seconds || budget.stopped_by() == StopReason::interrupt;
    }
    void leave_steps_alone() const {
        if constexpr (HasWatch<S>) root().set_watch({});
    }

    // Out of line, since nearly all games are refused.
    [[gnu::noinline]] void accept(const S& end, const std::vector<Move>& moves, const OutcomeOf<S>& outcome) {
        {
            const Unwatched alone(*this);  // what was found is not lost because time is over
            hold_to_the_contract(end, moves, outcome);
        }
        shared_.accept(outcome, moves, budget.seconds(), budget.playouts());
        exchange();
        budget.look();  // the replay of a long game takes its time
    }
    void end_if_nothing_is_left() {
        if (shared_.target_reached()) budget.stop(StopReason::target);
        if (bound_met()) budget.stop(StopReason::exhausted);
    }
    [[gnu::noinline]] void sample(const S& end, const std::vector<Move>& moves) {
        next_sample_ *= 4;
        hold_to_the_contract(end, moves, outcome_of(end));
    }
    void hold_to_the_contract(const S& end, const std::vector<Move>& moves, const OutcomeOf<S>& outcome) const {
        const auto broken = broken_promise(root(), moves, end, outcome, [this] { return out_of_time(); });
        if (broken) throw ContractError(*broken);
    }

    static constexpr std::int64_t first_sample = 64;

    SharedRun<S>& shared_;
    std::optional<OutcomeOf<S>> best_;
    std::uint64_t known_version_ = 0;
    std::int64_t offered_ = 0;
    std::int64_t next_sample_ = first_sample;
};

}  // namespace playout
