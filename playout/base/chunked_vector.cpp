#include "playout/base/chunked_vector.h"

#include <sys/mman.h>

#include <new>

namespace playout::detail {
namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;

std::size_t rounded(std::size_t bytes) {
    return (bytes + huge_page - 1) / huge_page * huge_page;
}

}  // namespace

// Straight from the system: whole huge pages at an aligned address, given back at once when released.
void* allocate_chunk(std::size_t bytes, bool small_pages_first) {
    const std::size_t size = rounded(bytes);
    void* room = mmap(nullptr, size + huge_page, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) throw std::bad_alloc();
    char* const start = static_cast<char*>(room);
    const std::size_t before =
        rounded(reinterpret_cast<std::uintptr_t>(start)) - reinterpret_cast<std::uintptr_t>(start);
    if (before > 0) munmap(start, before);
    if (before < huge_page) munmap(start + before + size, huge_page - before);
    const std::size_t small = small_pages_first ? huge_page : 0;
    madvise(start + before + small, size - small,
            MADV_HUGEPAGE);  // only a hint: without huge pages the chunk works as well
    return start + before;
}

void release_chunk(void* chunk, std::size_t bytes) {
    munmap(chunk, rounded(bytes));
}

}  // namespace playout::detail
