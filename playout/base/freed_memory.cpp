#include "playout/base/freed_memory.h"

#include <malloc.h>

namespace playout {

void give_back_pages() {
    malloc_trim(0);
}

}  // namespace playout
