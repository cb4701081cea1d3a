#pragma once

#include <string_view>

namespace playout {

// The version of the whole project, from the build files.
std::string_view version();

}  // namespace playout
