// What `playout gdl check` says of a sheet's `base`: such a sheet may play differently grounded and proved.
#pragma once

#include <optional>
#include <string>

#include "playout/ggp/load.h"

namespace playout::ggp {

// Nothing where there is nothing to be said. Grounds the sheet, which must be valid, if it has `base`; throws
// WorkEnded.
std::optional<std::string> warning_of_base(const gdl::Sheet& sheet, const LoadLimits& limits);

}  // namespace playout::ggp
