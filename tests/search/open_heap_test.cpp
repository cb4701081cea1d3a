#include "playout/search/open_heap.h"

#include <gtest/gtest.h>

#include <queue>

#include "playout/base/rng.h"

namespace playout {
namespace {

TEST(OpenHeap, AgreesWithThePriorityQueueOfTheStandardLibrary) {
    OpenHeap<std::uint64_t> heap;
    std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> queue;
    Rng rng(1);
    for (int i = 0; i < 100'000; ++i) {
        if (queue.empty() || rng.below(5) < 3) {
            const std::uint64_t number = rng.below(1000);
            heap.push(number);
            queue.push(number);
        } else {
            ASSERT_EQ(heap.pop(), queue.top());
            queue.pop();
        }
        ASSERT_EQ(heap.size(), queue.size());
    }
    while (!queue.empty()) {
        ASSERT_EQ(heap.pop(), queue.top());
        queue.pop();
    }
    EXPECT_TRUE(heap.empty());
}

}  // namespace
}  // namespace playout
