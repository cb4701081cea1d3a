#include "playout/rounds/random_states.h"

#include "playout/base/rng.h"

namespace playout::rounds {

std::vector<ggp::StateBits> random_states(const ggp::Wiring& wiring, const Sample& sample,
                                          const std::function<bool()>& over) {
    ggp::Machine machine(wiring);
    Rng rng(sample.seed);
    std::vector<ggp::StateBits> states;
    std::vector<ggp::MoveId> joint(machine.roles());
    if (sample.ends) states.push_back(machine.initial());
    if (machine.terminal()) return states;
    for (std::size_t game = 0; (sample.games == 0 || game < sample.games) && !over(); ++game) {
        machine.set_state(machine.initial());
        for (bool goes_on = true; goes_on && states.size() < sample.states && !over();) {
            if ((sample.ends || !machine.terminal()) && rng.below(sample.one_in) == 0)
                states.push_back(machine.state());
            goes_on = !machine.terminal();
            for (std::size_t role = 0; role < joint.size() && goes_on; ++role) {
                const auto legal = machine.legal(role);
                goes_on = !legal.empty();
                if (goes_on) joint[role] = legal[rng.below(legal.size())];
            }
            if (goes_on) machine.step(joint);
        }
        if (states.size() >= sample.states) break;
    }
    return states;
}

}  // namespace playout::rounds
