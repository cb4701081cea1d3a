// Rules that make a sentence only where somebody asks for it (magic sets: Beeri and Ramakrishnan 1987). A
// sentence of many arguments may have millions of instances of which a few thousand matter, since the rules
// that ask for it know most of its arguments already.
#pragma once

#include <vector>

#include "playout/gdl/rules.h"

namespace playout::ground {

struct DemandRules {
    std::vector<gdl::Rule> rules;
    std::vector<gdl::Symbol> asked;  // names of the new sentences, which say only that another one is asked for
};

// For the sentences marked in `may_wait` (by name), as far as it helps.
DemandRules on_demand(const std::vector<gdl::Rule>& rules, std::vector<bool> may_wait, gdl::Names& names);

}  // namespace playout::ground
