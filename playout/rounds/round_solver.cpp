#include "playout/rounds/round_solver.h"

#include <algorithm>

namespace playout::rounds {

RoundSolver::RoundSolver(const RoundNetwork& round, csp::Strength strength)
    : round_(round), propagator_(round.network, strength), joint_(round.actions.size()) {
    possible_ = propagator_.propagate();
    order_ = round.actions;
    std::stable_partition(order_.begin(), order_.end(), [&](csp::VariableId variable) {
        return !round.network.variables[variable].stochastic;
    });
    std::uint32_t fluents = 0;
    for (const RoundNetwork::StateVariable& variable : round.state)
        fluents += static_cast<std::uint32_t>(variable.fluents.size());
    next_.resize((fluents + 63) / 64);
}

bool RoundSolver::instantiate(const ggp::StateBits& state) {
    if (!possible_) return false;
    for (const RoundNetwork::StateVariable& variable : round_.state) {
        csp::Value value = 0;
        while (value < variable.fluents.size() &&
               (state[variable.fluents[value] / 64] >> (variable.fluents[value] % 64) & 1) == 0)
            ++value;
        if (value == round_.network.domain_size(variable.now) ||
            !propagator_.domains().contains(variable.now, value))
            return false;
        propagator_.assign(variable.now, value);
    }
    return propagator_.propagate();
}

void RoundSolver::look_at_state() {
    if (round_.terminal && propagator_.domains().size(*round_.terminal) == 1)
        terminal_ = propagator_.domains().value(*round_.terminal) == 0;
    for (const csp::Probability& drawn : round_.network.probabilities)
        for (ggp::MoveId move = 0; move < drawn.uniform.size(); ++move)
            if (propagator_.truth(drawn.uniform[move]) == csp::Truth::yes) draws_.push_back(move);
}

csp::MacReport RoundSolver::solve(const ggp::StateBits& state, const Visit& visit,
                                  const std::function<bool()>& over) {
    csp::MacReport report;
    propagator_.mark();
    terminal_.reset();
    draws_.clear();
    if (instantiate(state)) {
        look_at_state();
        report = csp::for_each_solution(
            propagator_,
            [&](const csp::Domains& domains) {
                for (std::size_t role = 0; role < joint_.size(); ++role)
                    joint_[role] = domains.value(round_.actions[role]);
                std::fill(next_.begin(), next_.end(), 0);
                for (const RoundNetwork::StateVariable& variable : round_.state)
                    if (const csp::Value value = domains.value(variable.next); value < variable.fluents.size())
                        next_[variable.fluents[value] / 64] |= std::uint64_t{1}
                                                               << (variable.fluents[value] % 64);
                return visit(joint_, next_);
            },
            over, order_);
    }
    propagator_.go_back();
    return report;
}

}  // namespace playout::rounds
