// All solutions of a network's hard constraints by depth-first search that propagates after every choice: MAC
// (Sabin and Freuder 1994) where the propagator keeps arc consistency, and chooses by dom/wdeg (Boussemart,
// Hemery, Lecoutre and Sais 2004); forward checking, in the order of the variables, where it checks forward.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "playout/csp/propagator.h"

namespace playout::csp {

struct MacReport {
    std::int64_t solutions = 0;
    std::int64_t choices = 0;   // values that were tried
    std::int64_t failures = 0;  // of which were refuted at once
    bool complete = true;       // false: `visit` or `over` ended it
};

// From where the propagator stands, and it stands there afterwards. visit(domains) with one value left for
// every variable; false ends the search. MAC chooses among the variables of `first`, in their order, before any
// others.
MacReport for_each_solution(
    Propagator& propagator, const std::function<bool(const Domains&)>& visit,
    const std::function<bool()>& over = [] { return false; }, std::span<const VariableId> first = {});

}  // namespace playout::csp
