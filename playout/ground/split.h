// Rules with many variables, made into several with few: what a variable has to do with is put into a rule of
// its own, whose head has only what the rest wants to know of it. A body with v variables over d values has up
// to d^v instances; a chain of conditions split like this has only as many as its widest link (the bucket
// elimination of Dechter 1999; Morak and Woltran 2012 do it for logic programs). Before that, rules that differ
// in one condition (an `or` of the sheet) become one, with a sentence for any of those conditions.
#pragma once

#include <vector>

#include "playout/gdl/rules.h"

namespace playout::ground {

// The new sentences have names that the sheet does not have. A condition that a rule has twice is left out.
// Throws WorkEnded.
std::vector<gdl::Rule> split_rules(const std::vector<gdl::Rule>& rules, gdl::Names& names,
                                   const Watch& watch = {});

}  // namespace playout::ground
