#include "playout/base/clock.h"

#include <chrono>

namespace playout {

Clock steady_clock() {
    return [] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    };
}

}  // namespace playout
