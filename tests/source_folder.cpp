#include "tests/source_folder.h"

namespace playout {

std::string source_folder() {
    return PLAYOUT_SOURCE_DIR;
}

}  // namespace playout
