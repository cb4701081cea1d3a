// What a state says of ends before they are reached, or without looking at them closely: held against the ends.
// For check_problem.h and check_tree.h.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

#include "playout/problem/observation.h"

namespace playout {

// The best so far that a search might have: outcomes of games, no two alike.
template <State S>
class Bests {
  public:
    void add(const OutcomeOf<S>& outcome) {
        const auto same = [&](const OutcomeOf<S>& kept) {
            return !better(kept, outcome, Sense::maximise) && !better(outcome, kept, Sense::maximise);
        };
        if (kept_.size() < most && std::none_of(kept_.begin(), kept_.end(), same)) kept_.push_back(outcome);
    }

    // Those, and around an end's own outcome it, better ones and worse ones, as far as they can be made up.
    std::vector<OutcomeOf<S>> around(const OutcomeOf<S>& own) const {
        std::vector<OutcomeOf<S>> bests = kept_;
        bests.push_back(own);
        if constexpr (std::same_as<OutcomeOf<S>, Outcome>) {
            for (const double step : {-1.0, 1.0}) bests.push_back({own.violation, own.value + step});
            bests.push_back({own.violation + 1, own.value});
            if (own.violation > 0) bests.push_back({0, own.value});
        }
        return bests;
    }
    const std::vector<OutcomeOf<S>>& all() const { return kept_; }

  private:
    static constexpr std::size_t most = 24;
    std::vector<OutcomeOf<S>> kept_;
};

inline std::string outcome_name(const Outcome& outcome) {
    if (outcome.feasible()) return fmt::format("{}", outcome.value);
    return fmt::format("{} (violation {})", outcome.value, outcome.violation);
}
// Of an outcome that is better than the other.
inline std::string better_name(const Outcome& outcome, const Outcome& other) {
    return outcome_name(outcome) + (outcome == other ? ", better by less than a double shows" : "");
}

// `place()` names the end.
template <State S, typename Place>
void check_cannot_beat(const S& end, const Bests<S>& bests, Place place, Complaints& complaints) {
    if constexpr (HasCannotBeat<S>) {
        const OutcomeOf<S> outcome = outcome_of(end);
        for (const OutcomeOf<S>& best : bests.around(outcome)) {
            const bool said = end.cannot_beat(best);
            if (said && better(outcome, best, end.sense()))
                complaints.add("cannot_beat()", [&] {
                    return fmt::format("cannot_beat() {} is true for {}, but the end is worth {}", place(),
                                       outcome_name(best), better_name(outcome, best));
                });
            if (end.cannot_beat(best) != said)
                complaints.add("cannot_beat() again", [&] {
                    return fmt::format("cannot_beat() {} for {} is {}, but not when asked again", place(),
                                       outcome_name(best), said);
                });
        }
    }
}

// Ends that are called worse before they are played are ends, and no better.
template <State S, typename Place>
void check_ends_worse(const S& state, const std::vector<MoveOf<S>>& moves, const Bests<S>& bests, Place place,
                      Complaints& complaints) {
    if constexpr (HasEndsWorse<S>) {
        for (const MoveOf<S>& move : moves) {
            S child = state;
            child.play(move);
            const bool ends = child.at_end();
            for (const OutcomeOf<S>& best : ends ? bests.around(outcome_of(child)) : bests.all()) {
                if (!state.ends_worse(move, best)) continue;
                if (ends && !better(outcome_of(child), best, state.sense())) continue;
                complaints.add("ends_worse()", [&] {
                    return fmt::format(
                        "ends_worse() of '{}' {} is true for {}, but {}", std::string(state.move_text(move)),
                        place(), outcome_name(best),
                        ends ? "it ends with " + better_name(outcome_of(child), best) : "the game goes on");
                });
            }
        }
    }
}

// The exact bound as a double is the bound; of what is not whole, a billionth is left to rounding.
template <State S>
void check_exact_bound(const Spot<S>& spot, const Observation<S>& seen, Complaints& complaints) {
    if constexpr (HasExactBound<S>) {
        const double exact = seen.exact_bound->value;
        const double apart = std::abs(exact - seen.bound);
        if (exact == seen.bound || apart <= 1e-9 * std::max(std::abs(exact), std::abs(seen.bound))) return;
        complaints.add("exact_bound() and bound()", [&] {
            return fmt::format("exact_bound() {} has the value {}, but bound() is {}", spot.place(), exact,
                               seen.bound);
        });
    }
}

}  // namespace playout
