// From what an app allows to what the loader of rule sheets asks.
#pragma once

#include "playout/catalogue/loading.h"
#include "playout/ggp/load.h"

namespace playout {

// Most of the time is for grounding, the rest for what the rules themselves have to tell where that took too
// long.
inline ggp::LoadLimits load_limits(const Loading& loading) {
    const double start = loading.clock();
    ggp::LoadLimits limits;
    limits.memory = loading.memory;
    limits.over = [loading, start] { return loading.clock() - start > 0.75 * loading.seconds; };
    limits.stop = [loading, start] { return loading.stopped() || loading.clock() - start > loading.seconds; };
    return limits;
}

}  // namespace playout
