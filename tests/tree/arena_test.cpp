#include "playout/tree/arena.h"

#include <gtest/gtest.h>

#include <set>

namespace playout {
namespace {

TEST(BlockSize, GrowsByHalfOrAThird) {
    const std::vector<std::uint32_t> expected = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64};
    for (std::size_t kind = 0; kind < expected.size(); ++kind)
        EXPECT_EQ(BlockSize::capacity(static_cast<int>(kind)), expected[kind]);
    EXPECT_GE(BlockSize::capacity(BlockSize::kinds - 1), 65'535u);
}

TEST(BlockSize, FindsTheSmallestThatHoldsACount) {
    for (std::uint32_t count = 1; count <= 65'535; ++count) {
        const int kind = BlockSize::for_count(count);
        ASSERT_GE(BlockSize::capacity(kind), count);
        if (kind > 0) ASSERT_LT(BlockSize::capacity(kind - 1), count);
    }
}

constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

TEST(Arena, KeepsBlocksApartAndUsesThemAgain) {
    Arena<std::uint64_t> arena;
    const auto first = arena.take(3, no_limit), second = arena.take(3, no_limit);
    for (std::uint32_t i = 0; i < 4; ++i) {
        arena[first + i] = 1;
        arena[second + i] = 2;
    }
    for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(arena[first + i], 1u);
    EXPECT_EQ(arena.bytes(), 64);
    arena.give_back(first, 3);
    arena.give_back(second, 3);
    EXPECT_EQ(arena.take(3, no_limit), second);
    EXPECT_EQ(arena.take(3, no_limit), first);
    EXPECT_EQ(arena.bytes(), 64);
}

TEST(Arena, CutsLargerBlocksWhenItMayNotGrow) {
    Arena<std::uint64_t> arena;
    const auto block = arena.take(6, 96);  // 12 nodes
    EXPECT_EQ(arena.take(0, 96), arena.none);
    arena.give_back(block, 6);
    std::set<std::uint32_t> taken;
    for (int i = 0; i < 12; ++i) taken.insert(arena.take(0, 96));
    EXPECT_EQ(taken.size(), 12u);
    EXPECT_EQ(*taken.rbegin(), block + 11);
    EXPECT_EQ(arena.take(0, 96), arena.none);
    EXPECT_EQ(arena.bytes(), 96);
}

TEST(Arena, ABlockNeverCrossesAChunk) {
    Arena<std::array<char, 48>> arena;
    for (int i = 0; i < 100'000; ++i) {
        const auto block = arena.take(9, no_limit);
        ASSERT_EQ(&arena[block] + 31, &arena[block + 31]);
    }
}

}  // namespace
}  // namespace playout
