// All solutions of a network's hard constraints: depth-first, arc consistency maintained after every choice
// (MAC; Sabin and Freuder 1994). The variable with the fewest values for how often its constraints failed comes
// first (dom/wdeg; Boussemart, Hemery, Lecoutre and Sais 2004).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "playout/csp/propagator.h"

namespace playout::csp {

struct MacReport {
    std::int64_t solutions = 0;
    std::int64_t choices = 0;   // values that were tried
    std::int64_t failures = 0;  // of them, those that propagation refuted
    bool complete = true;       // false: `visit` or `over` ended it
};

// visit(values) with a value of every variable; false ends the search. The propagator is as before afterwards,
// but for what it removed at the start.
MacReport for_each_solution(
    Propagator& propagator, const std::function<bool(const std::vector<Value>&)>& visit,
    const std::function<bool()>& over = [] { return false; });

}  // namespace playout::csp
