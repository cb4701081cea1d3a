#include "playout/base/chunked_vector.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace playout {
namespace {

TEST(ChunkedVector, KeepsEveryElementAndItsAddress) {
    ChunkedVector<std::uint64_t> numbers;
    constexpr std::size_t count = 1'000'000;  // several chunks
    numbers.emplace_back(0u);
    const std::uint64_t* first = &numbers[0];
    for (std::uint64_t i = 1; i < count; ++i) numbers.emplace_back(i * i);
    EXPECT_EQ(&numbers[0], first);
    EXPECT_EQ(numbers.size(), count);
    EXPECT_EQ(numbers.bytes(), static_cast<std::int64_t>(count * 8));
    for (std::uint64_t i = 0; i < count; ++i) ASSERT_EQ(numbers[i], i * i);
}

TEST(ChunkedVector, DestroysWhatItHolds) {
    const auto shared = std::make_shared<int>(1);
    {
        ChunkedVector<std::shared_ptr<int>> holders;
        for (int i = 0; i < 10; ++i) holders.emplace_back(shared);
        EXPECT_EQ(shared.use_count(), 11);
        holders.pop_back();
        EXPECT_EQ(shared.use_count(), 10);
        ChunkedVector<std::shared_ptr<int>> other;
        other.swap(holders);
        EXPECT_TRUE(holders.empty());
        EXPECT_EQ(other.size(), 9u);
        other.clear();
        EXPECT_EQ(shared.use_count(), 1);
        other.emplace_back(shared);
    }
    EXPECT_EQ(shared.use_count(), 1);
}

TEST(ChunkedVector, HoldsElementsLargerThanAChunk) {
    struct Huge {
        char bytes[3 << 20];
    };
    ChunkedVector<Huge> huge;
    for (int i = 0; i < 3; ++i) huge.emplace_back().bytes[0] = static_cast<char>(i);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(huge[static_cast<std::size_t>(i)].bytes[0], i);
}

}  // namespace
}  // namespace playout
