#pragma once

#include <cstdint>

namespace playout {

// Bytes that the process has allocated from the C library and not given back; 0 where the library cannot tell
// (under a sanitizer). Takes microseconds: for samples, not for every object.
std::int64_t heap_in_use();

// For a program that runs long with threads that come and go: what they free goes back to the system, where it
// can, instead of being kept for the next thread. To be called before there are any.
void return_freed_memory();

}  // namespace playout
