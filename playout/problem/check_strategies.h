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

template <State S>
class StrategyCheck {
  public:
    StrategyCheck(const S& root, Checking& checking) : root_(root), checking_(checking) {
        if constexpr (HasStrategies<S>)
            for (const StrategyEntry<S>& entry : S::strategies())
                strategies_.emplace_back(
                    entry.name, entry.make(root, resolve(entry.parameters, {}, "strategy " + entry.name)));
    }

    // Games from the root replay.
    void check_playouts() {
        for (const auto& [name, strategy] : strategies_) {
            std::vector<MoveOf<S>> moves;
            S end = root_;
            if (!strategy->playout(end, moves, checking_.rng, guard_)) continue;
            if (const auto broken = broken_promise(root_, moves, end))
                checking_.complaints.add("strategy",
                                         [&] { return fmt::format("strategy {}: {}", name, *broken); });
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
                    checking_.complaints.add("repeats_parent()", [&, name = name, repeated = repeated] {
                        return fmt::format(
                            "repeats_parent() of '{}' {} is true, but games by {} have {} and {} moves, or "
                            "others",
                            std::string(spot.state.move_text(move)), spot.place(), name, moves.size(),
                            repeated.size());
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
};

}  // namespace playout
