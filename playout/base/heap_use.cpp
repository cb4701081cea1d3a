#include "playout/base/heap_use.h"

#include <malloc.h>

namespace playout {

std::int64_t heap_in_use() {
    const struct mallinfo2 info = mallinfo2();
    return static_cast<std::int64_t>(info.uordblks + info.hblkhd);
}

}  // namespace playout
