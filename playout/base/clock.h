// Time comes in through an argument: searches see seconds from a clock that a test can move by hand.
#pragma once

#include <functional>

namespace playout {

// Seconds since some fixed moment; never runs backwards.
using Clock = std::function<double()>;

Clock steady_clock();

}  // namespace playout
