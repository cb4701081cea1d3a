#include "playout/base/hash.h"

#include <fmt/format.h>

namespace playout {

std::string to_hex(std::uint64_t word) {
    return fmt::format("{:016x}", word);
}

}  // namespace playout
