// States of random games, as a sample of what can be.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "playout/ggp/machine.h"

namespace playout::rounds {

struct Sample {
    std::size_t games = 0;  // at most; 0: no limit
    std::size_t states = 1000;
    std::uint64_t one_in = 1;  // a state is taken with one chance in this number
    bool ends = true;          // also states in which the game is over, and the initial one in any case
    std::uint64_t seed = 1;
};

std::vector<ggp::StateBits> random_states(const ggp::Wiring& wiring, const Sample& sample,
                                          const std::function<bool()>& over);

}  // namespace playout::rounds
