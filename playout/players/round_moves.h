// Joint moves as the solutions of a round's network.
#pragma once

#include <memory>

#include "playout/players/joint_moves.h"
#include "playout/rounds/round_solver.h"

namespace playout::players {

class RoundMoves final : public JointMoves {
  public:
    RoundMoves(std::shared_ptr<const rounds::RoundNetwork> round, csp::Strength strength)
        : round_(std::move(round)), solver_(*round_, strength) {}

    bool for_each(const game::StateKey& state, const Visit& visit, const Over& over) override {
        return solver_.solve(state, visit, over).complete;
    }

  private:
    std::shared_ptr<const rounds::RoundNetwork> round_;
    rounds::RoundSolver solver_;
};

}  // namespace playout::players
