// Where the sources are, and the data that others share, for tests that read files of these.
#pragma once

#include <string>

namespace playout {

std::string source_folder();

// Of that name in $PLAYOUT_DATA; empty where that is not set. Tests are skipped then.
std::string data_folder(const std::string& name);

}  // namespace playout
