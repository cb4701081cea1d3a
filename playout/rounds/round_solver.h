// The micro-network of one round, solved: all joint moves from a state, what may be drawn, and the states that
// follow.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "playout/csp/mac.h"
#include "playout/rounds/round_network.h"

namespace playout::rounds {

class RoundSolver {
  public:
    // MAC, or forward checking. The network must outlive it.
    RoundSolver(const RoundNetwork& round, csp::Strength strength);

    // visit(joint, next) with a move of each role and the state that they lead to, for every solution; false
    // ends it. Moves of the roles that choose come before what is drawn.
    using Visit = std::function<bool(std::span<const ggp::MoveId>, const ggp::StateBits&)>;
    csp::MacReport solve(
        const ggp::StateBits& state, const Visit& visit,
        const std::function<bool()>& over = [] { return false; });
    // Of the last state: whether the game is over, where the network has ends and the state is one of a game;
    // and what may be drawn (by MAC; forward checking knows it later).
    std::optional<bool> terminal() const { return terminal_; }
    const std::vector<ggp::MoveId>& draws() const { return draws_; }

  private:
    bool instantiate(const ggp::StateBits& state);
    void look_at_state();

    const RoundNetwork& round_;
    csp::Propagator propagator_;
    bool possible_ = true;
    std::optional<bool> terminal_;
    std::vector<ggp::MoveId> draws_;
    std::vector<csp::VariableId> order_;  // what MAC chooses
    std::vector<ggp::MoveId> joint_;
    ggp::StateBits next_;
};

}  // namespace playout::rounds
