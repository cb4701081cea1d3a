// How random games from one state go, by their numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "playout/ggp/random_games.h"

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

// Plays until `over()`, or until the number of playouts is reached. Games under way then are left out.
Simulation simulate(RandomGames& games, const game::StateKey& from, Rng& rng, const SimulationLimits& limits,
                    const std::function<bool()>& over);

}  // namespace playout::ggp
