// Where the sources are, for tests that read files of the project.
#pragma once

#include <string>

namespace playout {

std::string source_folder();

}  // namespace playout
