// A search reports through callbacks and prints nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "playout/problem/outcome.h"

namespace playout {

struct Progress {
    double seconds = 0;
    std::int64_t playouts = 0;
    std::int64_t nodes = 0;
    std::int64_t memory = 0;  // bytes the search keeps
    std::optional<Outcome> best;
    std::string phase;  // what the algorithm is at ("width 200"); may be empty
};

// A moment at which a better solution was found.
struct TracePoint {
    double seconds = 0;
    std::int64_t playouts = 0;
    Outcome outcome;
};

// Numbers that an algorithm tells about itself, in its own order.
using Statistics = std::vector<std::pair<std::string, double>>;

// Both calls come from the searching thread and must not block it.
class Observer {
  public:
    virtual ~Observer() = default;
    virtual void incumbent(const TracePoint&) {}  // a better solution, already replayed
    virtual void progress(const Progress&) {}     // about a hundred times a second
};

}  // namespace playout
