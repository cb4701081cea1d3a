#pragma once

#include <cstdint>

namespace playout {

// Bytes that the process has allocated from the C library and not given back; 0 where the library cannot tell
// (under a sanitizer). Takes microseconds: for samples, not for every object.
std::int64_t heap_in_use();

}  // namespace playout
