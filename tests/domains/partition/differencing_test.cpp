#include "playout/domains/partition/differencing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace playout::partition {
namespace {

Window drawn(Rng& rng, int bits) {
    const Window number = static_cast<Window>(rng.next()) << 64 | rng.next();
    return number >> (128 - bits);
}

TEST(Differencing, SortsLikeTheStandardLibrary) {
    Rng rng(1);
    for (const std::size_t count : {0, 1, 24, 25, 26, 100, 1000, 5000})
        for (const int bits : {1, 3, 12, 63, 64, 65, 100, 126}) {
            std::vector<Window> even, skewed;  // the latter crowd at the small end
            for (std::size_t i = 0; i < count; ++i) {
                even.push_back(drawn(rng, bits));
                skewed.push_back(drawn(rng, 1 + static_cast<int>(rng.below(static_cast<std::uint64_t>(bits)))));
            }
            for (std::vector<Window>* numbers : {&even, &skewed}) {
                std::vector<Window> expected = *numbers;
                std::sort(expected.begin(), expected.end());
                sort_rising(*numbers, count == 0 ? 0 : expected.back());
                EXPECT_TRUE(*numbers == expected) << count << " of " << bits;
            }
        }
}

TEST(Differencing, MergesLikeTheStandardLibrary) {
    Rng rng(2);
    for (const std::size_t left : {0, 1, 5, 80})
        for (const std::size_t right : {0, 1, 7, 50}) {
            std::vector<Window> one, other, expected(left + right);
            for (std::size_t i = 0; i < left; ++i) one.push_back(rng.below(60));
            for (std::size_t i = 0; i < right; ++i) other.push_back(rng.below(60));
            std::sort(one.begin(), one.end());
            std::sort(other.begin(), other.end());
            std::merge(one.begin(), one.end(), other.begin(), other.end(), expected.begin());
            merge_into(one, other, std::less<>());
            EXPECT_TRUE(one == expected);
        }
}

// Against a sort before every step.
TEST(Differencing, EqualsTheHeuristicStepByStep) {
    Rng rng(3);
    for (const int size : {5, 6, 20, 60, 300, 1500})
        for (const int bits : {1, 4, 20, 60, 100, 110}) {
            std::vector<Window> sorted, unsorted, slow;
            for (int i = 0; i < size; ++i)
                (rng.below(3) == 0 ? unsorted : sorted).push_back(drawn(rng, bits) + 1);
            std::sort(sorted.begin(), sorted.end());
            slow = sorted;
            slow.insert(slow.end(), unsorted.begin(), unsorted.end());
            Window sum = 0;
            for (const Window number : slow) sum += number;
            const auto over = [&] {
                std::sort(slow.begin(), slow.end());
                return slow.size() <= exact_from || 2 * slow.back() + 1 >= sum;
            };
            if (over()) continue;  // asked only of games that go on
            Differencing quick;
            quick.numbers = sorted;
            quick.sum = sum;
            quick.begin(unsorted);
            while (!quick.at_end()) {
                const auto steps = static_cast<std::int32_t>(1 + rng.below(40));
                EXPECT_TRUE(quick.run(0, steps));
                for (std::int32_t i = 0; i < steps && !over(); ++i) {
                    const Window smaller = slow[slow.size() - 2];
                    slow[slow.size() - 2] = slow.back() - smaller;
                    slow.pop_back();
                    sum -= 2 * smaller;
                }
                EXPECT_EQ(quick.left(), std::ssize(slow));
                EXPECT_TRUE(quick.sum == sum);
            }
            EXPECT_TRUE(over());
            EXPECT_TRUE(quick.numbers == slow);
        }
}

}  // namespace
}  // namespace playout::partition
