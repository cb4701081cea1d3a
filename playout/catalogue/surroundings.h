// What surrounds a run.
#pragma once

#include <optional>
#include <string>

#include "playout/base/clock.h"
#include "playout/record/checkpoint.h"
#include "playout/run/observer.h"

namespace playout {

// All of it may be left out.
struct Surroundings {
    Observer* observer = nullptr;
    const StopRequest* stop_request = nullptr;
    Clock clock = steady_clock();
    CheckpointWriter* checkpoints = nullptr;  // where the run is saved now and then, and at its end
    std::string instance_text = {};           // goes with it
    CheckpointReader* resume = nullptr;       // what the run goes on from,
    std::optional<Limits> more = {};          // for so much more; none: within what is left of its limits
};

}  // namespace playout
