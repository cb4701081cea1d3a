// One round of a game as a stochastic constraint network (Koriche et al. 2016, sections 3.2 and 3.3): the state
// now, whether the game is over, a move of every role, what is drawn, and the state after it. One network
// serves all rounds; a solver gives the variables of the state their values.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "playout/base/watch.h"
#include "playout/csp/network.h"
#include "playout/ggp/machine.h"
#include "playout/rounds/fluent_groups.h"

namespace playout::rounds {

struct RoundOptions {
    std::size_t max_rows = 200;  // of a table; larger ones become formulas
    // With whether the game is over, and the goals; else moves and states alone. (Where somebody has no move
    // when the game is over, such a state has no solution.)
    bool ends = true;
    GroupLimits groups = {};
    Over stopped = never_over;  // nobody wants the network any more: WorkEnded
};

struct RoundNetwork {
    csp::Network network;
    // A group of fluents: value i is fluents[i]; one value more, "none", unless one always holds.
    struct StateVariable {
        csp::VariableId now = 0, next = 0;
        std::vector<std::uint32_t> fluents;
    };
    std::vector<StateVariable> state;
    std::vector<csp::VariableId> actions;     // by role; values are the role's moves
    std::optional<csp::VariableId> terminal;  // value 0: it is
    std::vector<csp::VariableId> ends;        // it and the goals
};

RoundNetwork make_round_network(const ggp::Wiring& wiring, const RoundOptions& options = {});
RoundNetwork make_round_network(const ggp::Wiring& wiring, const std::vector<FluentGroup>& groups,
                                const RoundOptions& options = {});

}  // namespace playout::rounds
