// What loading an instance may take, where that is work: rules have to be grounded and compiled.
#pragma once

#include <cstdint>

#include "playout/base/clock.h"
#include "playout/base/watch.h"

namespace playout {

struct Loading {
    double seconds = 60;
    std::int64_t memory = std::int64_t{4} << 30;  // bytes
    Over stopped = never_over;                    // nobody wants it any more
    Clock clock = steady_clock();
};

}  // namespace playout
