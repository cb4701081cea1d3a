#pragma once

#include <cstdint>
#include <vector>

#include "playout/base/clock.h"

namespace playout::players {

struct UctPlayerConfig {
    double c = 0.7;                               // UCB's exploration, of goals from 0 to 1
    std::int64_t memory = std::int64_t{1} << 30;  // of the tree
    std::int64_t max_steps = 1000;                // a random game is cut there
    std::int64_t playouts = 0;                    // at most, per move; 0: no limit
    std::vector<double> highest = {};             // by role: no goal is higher (0 to 1); empty: 1
    // Random games are cut after this number of steps where the goals on the way tell how games end (Koriche et
    // al. 2016 sample to a horizon, too); in games of chance after four times as many, since throwing dice
    // takes steps. 0: games are played to their ends.
    std::int64_t horizon = 0;
    double amaf = 0;  // see LaterMoves
    // The factor of `c` where several roles choose at once. No role knows there what the others choose. A
    // search that settles early finds the answer to one choice of theirs, as if minds could be read.
    double at_once = 1;
    bool keep_known = true;  // solved subtrees; false: only ends of games are known

    std::uint32_t expand_after = 1;  // the sample with which a node gets children

    // Where the joint moves of a node can be told at once:
    std::uint32_t solve_after = 32;   // samples before that is done
    double solving = 0.1;             // the share of the time that it may have
    Clock clock = {};                 // nothing: whatever it takes
    std::size_t max_joints = 20'000;  // a node with more is expanded as it comes
};

}  // namespace playout::players
