#include "tests/folders.h"

#include <cstdlib>

namespace playout {

std::string source_folder() {
    return PLAYOUT_SOURCE_DIR;
}

std::string data_folder(const std::string& name) {
    const char* data = std::getenv("PLAYOUT_DATA");
    return data == nullptr || *data == 0 ? "" : std::string(data) + "/" + name;
}

}  // namespace playout
