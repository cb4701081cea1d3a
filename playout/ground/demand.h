// Rules that make a sentence only where somebody asks for it (magic sets: Beeri and Ramakrishnan 1987). A
// sentence of many arguments may have millions of instances of which a few thousand matter, since the rules
// that ask for it know most of its arguments already. Rules with such a sentence negated say too that it is
// asked for: that follows from their other conditions, and lets them be split where only it has a variable.
#pragma once

#include <map>
#include <vector>

#include "playout/gdl/rules.h"

namespace playout::ground {

struct DemandRules {
    std::vector<gdl::Rule> rules;
    // New sentences that say only that another one is asked for: their names, and the other's.
    std::map<gdl::Symbol, gdl::Symbol> asked;
};

// For the sentences marked in `may_wait` (by name), as far as it helps. Throws WorkEnded.
DemandRules on_demand(const std::vector<gdl::Rule>& rules, std::vector<bool> may_wait, gdl::Names& names,
                      const Watch& watch = {});

}  // namespace playout::ground
