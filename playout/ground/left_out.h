// Fluents that rules may make and `base` leaves out, though it has others of their name. Grounded such a sheet
// does without them, proved it does not, so that it is not one game but two.
//
// "May" is as in grounding: no state that can be reached need have them.
#pragma once

#include <vector>

#include "playout/ground/grounder.h"

namespace playout::ground {

// In the order in which rules make them.
std::vector<TermId> left_out_by_base(const GroundProgram& program);

}  // namespace playout::ground
