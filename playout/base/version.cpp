#include "playout/base/version.h"

namespace playout {

std::string_view version() {
    return PLAYOUT_VERSION;
}

}  // namespace playout
