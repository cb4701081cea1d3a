// Random games: every role draws uniformly from its legal moves.
#pragma once

#include <cstdint>
#include <vector>

#include "playout/base/rng.h"
#include "playout/game/game.h"

namespace playout::ggp {

struct Simulation {
    std::int64_t playouts = 0;              // games that were played to their end, or cut at the step cap
    std::int64_t transitions = 0;           // of these games
    std::int64_t cut = 0;                   // games that the step cap ended
    std::int64_t stuck = 0;                 // that ended where somebody had no legal move
    std::vector<std::int64_t> goal_sums;    // by role
    std::vector<std::int64_t> goal_counts;  // games that ended with a goal for it
};

struct SimulationLimits {
    std::int64_t playouts = 0;    // 0: any number
    std::int64_t steps = 10'000;  // a game is cut there
};

// Until `over()`; a game that is under way then is left out.
template <game::Game G, typename Over>
Simulation simulate(G& game, Rng& rng, const SimulationLimits& limits, Over over) {
    Simulation result;
    result.goal_sums.assign(game.roles(), 0);
    result.goal_counts.assign(game.roles(), 0);
    const game::StateKey initial = game.initial();
    std::vector<game::MoveId> joint(game.roles());
    const auto draw_moves = [&] {
        for (std::size_t role = 0; role < joint.size(); ++role) {
            const auto legal = game.legal(role);
            if (legal.empty()) return false;
            joint[role] = legal[legal.size() == 1 ? 0 : rng.below(legal.size())];
        }
        return true;
    };
    while ((limits.playouts == 0 || result.playouts < limits.playouts) && !over()) {
        game.set_state(initial);
        std::int64_t steps = 0;
        bool moved = true;
        while (!game.terminal() && steps < limits.steps && (moved = draw_moves())) {
            game.step(joint);
            ++steps;
            if (steps % 16 == 0 && over()) return result;
        }
        ++result.playouts;
        result.transitions += steps;
        if (!moved) ++result.stuck;
        if (moved && !game.terminal()) ++result.cut;
        for (std::size_t role = 0; role < joint.size(); ++role) {
            const auto goal = game.goal(role);
            if (!goal) continue;
            result.goal_sums[role] += *goal;
            ++result.goal_counts[role];
        }
    }
    return result;
}

}  // namespace playout::ggp
