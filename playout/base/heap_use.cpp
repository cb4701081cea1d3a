#include "playout/base/heap_use.h"

#include <malloc.h>

namespace playout {

std::int64_t heap_in_use() {
    const struct mallinfo2 info = mallinfo2();
    return static_cast<std::int64_t>(info.uordblks + info.hblkhd);
}

void return_freed_memory() {
    mallopt(M_ARENA_MAX, 2);
    mallopt(M_MMAP_THRESHOLD, 128 << 10);  // fixed: by itself it rises with what was freed
}

}  // namespace playout
