// Fluents of which at most one holds in every state, so that they can be the values of one variable: a cell is
// one variable, not nine Booleans. Candidates are fluents of one name that differ in some arguments only;
// random games rule most of them out, and the others must be proved, by induction over a game's steps: at the
// start at most one holds, and where at most one of each group does, no moves lead to two.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "playout/ggp/machine.h"

namespace playout::rounds {

struct FluentGroup {
    std::vector<std::uint32_t> fluents;
    bool always_one = false;  // proved too: one of them holds in every state
};

struct GroupLimits {
    std::size_t games = 30, states = 2000;  // of the sample
    std::size_t max_gates = 300'000;        // beyond them a proof takes too long: all fluents stay single
    std::int64_t cases = 100;               // that one proof may look at
    std::function<bool()> over = [] {
        return false;
    };  // no more proofs: what is not proved by then is not grouped
};

// Every fluent is in one group.
std::vector<FluentGroup> find_groups(const ggp::Wiring& wiring, const GroupLimits& limits = {});

}  // namespace playout::rounds
