// What signals do. SIGINT (Ctrl-C) and SIGTERM are either answered at once or kept for a search:
//
// - At once: one line, and the program ends with `exit_interrupted`. So it is from the first line of main,
// while
//   files are read, lists printed and instances generated: nobody would look at a request there.
// - Kept: a command that looks at the request says so with `stop_on_signals`. The first signal then only sets
//   it, and the command ends by itself with the best so far; a second one is answered at once.
//
// A file that is being written when the program ends at once is left as it was before (see output.h).
#pragma once

#include "playout/run/budget.h"

namespace playout::cli {

// Signals are answered at once; first thing in main, and again behind the last look at the request, if what
// follows may take long. A reader of a pipe or a socket who has gone is an error of that write from here on.
void end_on_signals();

// Signals are kept, as the request that is returned.
const StopRequest& stop_on_signals();

}  // namespace playout::cli
