// Preprocessing (Koriche et al. 2016, section 4.1): tables of equal scope become one, those of one variable
// become part of its domain, variables on which a table does not depend leave it, and values that singleton arc
// consistency refutes go. The solutions stay the same.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "playout/csp/network.h"

namespace playout::csp {

struct PreprocessOptions {
    bool merge = true, unary = true, universal = true, singleton = true;
    std::function<bool()> over = [] { return false; };  // ends the search for singletons early
    std::vector<VariableId> keep = {};                  // variables that singletons take no value from
};

struct PreprocessReport {
    std::int64_t merged = 0;     // tables that became part of others
    std::int64_t unary = 0;      // constraints of one variable
    std::int64_t universal = 0;  // variables that left a table
    std::int64_t removed = 0;    // values
    bool possible = true;        // false: there is no solution
};

PreprocessReport preprocess(Network& network, const PreprocessOptions& options = {});

}  // namespace playout::csp
