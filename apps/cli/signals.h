// Ctrl-C and SIGTERM, for the commands that search.
#pragma once

#include "playout/run/budget.h"

namespace playout::cli {

// From here on the first SIGINT or SIGTERM sets the request that is returned, and the search ends with the best
// so far; a second one ends the program.
const StopRequest& stop_on_signals();

}  // namespace playout::cli
