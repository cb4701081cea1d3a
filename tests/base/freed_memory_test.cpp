#include "playout/base/freed_memory.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <memory>
#include <vector>

#include "playout/base/heap_use.h"

namespace playout {
namespace {

std::int64_t resident_bytes() {
    std::int64_t pages = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

TEST(FreedMemory, GoesBackWhereSomethingAboveItIsStillUsed) {
    if (heap_in_use() == 0) GTEST_SKIP() << "a sanitizer has its own heap";
    constexpr std::size_t piece = 200, pieces = 100'000;
    std::vector<std::unique_ptr<char[]>> freed;
    for (std::size_t i = 0; i < pieces; ++i) freed.push_back(std::make_unique<char[]>(piece));
    const auto used = std::make_unique<char[]>(piece);
    freed.clear();
    const std::int64_t before = resident_bytes();
    give_back_pages();
    EXPECT_LT(resident_bytes(), before - static_cast<std::int64_t>(piece * pieces / 2));
}

}  // namespace
}  // namespace playout
