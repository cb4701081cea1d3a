// A record of a match in which every field has a value of its own.
#pragma once

#include "playout/record/match_record.h"

namespace playout {

inline MatchRecord sample_match() {
    MatchRecord record;
    record.match = "playout.7.2";
    record.game = "games/toy.kif";
    record.rules_hash = "00000000000000ff";
    record.folded_names = true;
    record.seed = 18446744073709551615ULL;
    record.clocks = {0.25, 0.5};
    record.elsewhere = MatchClocks{1, 1};
    record.limits = {
        .max_steps = 20, .playouts = 300, .memory = 65536, .load_seconds = 2.5, .load_memory = 131072};
    record.end = MatchEnd::cut;
    record.seats = {{.role = "x", .player = "uct c=0.5", .goal = 100, .choices = 2, .playouts = 600},
                    {.role = "o",
                     .player = "random",
                     .goal = {},
                     .longest_seconds = 1.5,
                     .faults = {.late = 1, .unreachable = 2, .illegal = 3},
                     .latest_seconds = 0.125,
                     .complaint = "move 2: no answer 0.12 s after its clock"}};
    record.moves = {{"(mark 1)", "noop"}, {"noop", "(mark 2)"}};
    record.seconds = 3.5;
    record.version = "0.0.0";
    return record;
}

}  // namespace playout
