// What a domain's own strategies must keep, and what it says about them. For check_problem.h.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "playout/problem/observation.h"
#include "playout/problem/strategy.h"

namespace playout {

// What `greedy` is where a domain has none of its own: always the first of the moves that look best, by bias,
// else by the bound of what they lead to.
template <State S>
class PlainGreedy final : public Strategy<S> {
  public:
    bool playout(S& state, std::vector<MoveOf<S>>& moves, Rng&, PlayoutGuard<S>&) override {
        while (!state.at_end()) {
            const std::vector<MoveOf<S>> legal = listed_moves(state);
            if (legal.empty()) return false;
            std::size_t best = 0;
            for (std::size_t i = 1; i < legal.size(); ++i)
                if (worth(state, legal[i]) > worth(state, legal[best])) best = i;
            moves.push_back(legal[best]);
            state.play(legal[best]);
        }
        return true;
    }
    bool deterministic() const override { return true; }

  private:
    static double worth(const S& state, const MoveOf<S>& move) {
        if constexpr (HasBias<S>) {
            if (offers(state).bias) return static_cast<double>(state.bias(move));
        }
        S child = state;
        child.play(move);
        return -bound_cost(child);
    }
};

template <State S>
class StrategyCheck {
  public:
    StrategyCheck(const S& root, Checking& checking) : root_(root), checking_(checking) {
        bool has_greedy = false;
        if constexpr (HasStrategies<S>)
            for (const StrategyEntry<S>& entry : S::strategies()) {
                strategies_.emplace_back(
                    entry.name, entry.make(root, resolve(entry.parameters, {}, "strategy " + entry.name)));
                has_greedy = has_greedy || entry.name == "greedy";
            }
        own_ = strategies_.size();
        if (HasRepeatsParent<S> && !has_greedy)
            strategies_.emplace_back("greedy", std::make_unique<PlainGreedy<S>>());
    }

    // Games from the root replay.
    void check_playouts() {
        for (std::size_t i = 0; i < own_; ++i) {
            const auto& [name, strategy] = strategies_[i];
            std::vector<MoveOf<S>> moves;
            S end = root_;
            if (!strategy->playout(end, moves, checking_.rng, guard_)) continue;
            if (const auto broken = broken_promise(root_, moves, end))
                checking_.complaints.add(
                    "strategy", [&, name = name] { return fmt::format("strategy {}: {}", name, *broken); });
        }
    }

    // A move that is said to repeat its parent is the first of the parent's own game by every strategy without
    // randomness.
    void check_repeats(const Spot<S>& spot, const std::vector<MoveOf<S>>& legal) {
        if constexpr (HasRepeatsParent<S>) {
            for (const MoveOf<S>& move : legal)
                for (const auto& [name, strategy] : strategies_) {
                    if (!strategy->deterministic() || !spot.state.repeats_parent(move)) continue;
                    S parent = spot.state, child = spot.state;
                    child.play(move);
                    checking_.work_left -= static_cast<std::int64_t>(legal.size());
                    std::vector<MoveOf<S>> moves, repeated{move};
                    if (!strategy->playout(parent, moves, checking_.rng, guard_) ||
                        !strategy->playout(child, repeated, checking_.rng, guard_) || moves == repeated)
                        continue;
                    checking_.complaints.add("repeats_parent()", [&, name = name] {
                        return fmt::format(
                            "repeats_parent() of '{}' {} is true, but the game by {} begins with '{}' and ends "
                            "with {}, not with {}",
                            std::string(spot.state.move_text(move)), spot.place(), name,
                            std::string(spot.state.move_text(moves.front())), outcome_of(parent).value,
                            outcome_of(child).value);
                    });
                }
        }
    }

  private:
    struct NeverGivesUp final : PlayoutGuard<S> {
        bool gives_up(const S&) override { return false; }
    };

    const S& root_;
    Checking& checking_;
    NeverGivesUp guard_;
    std::vector<std::pair<std::string, std::unique_ptr<Strategy<S>>>> strategies_;
    std::size_t own_ = 0;  // the first of them are the domain's
};

}  // namespace playout
