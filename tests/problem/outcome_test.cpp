#include "playout/problem/outcome.h"

#include <gtest/gtest.h>

#include <cmath>

namespace playout {
namespace {

TEST(Outcome, LessViolationBeatsAnyValue) {
    EXPECT_TRUE(better(Outcome{0, 1}, Outcome{1, 100}, Sense::maximise));
    EXPECT_TRUE(better(Outcome{1, 1}, Outcome{2, 100}, Sense::maximise));
    EXPECT_FALSE(better(Outcome{1, -100}, Outcome{0, 1}, Sense::minimise));
}

TEST(Outcome, AtEqualViolationTheSenseDecides) {
    EXPECT_TRUE(better(Outcome{0, 2}, Outcome{0, 1}, Sense::maximise));
    EXPECT_TRUE(better(Outcome{3, 1}, Outcome{3, 2}, Sense::minimise));
    EXPECT_FALSE(better(Outcome{0, 1}, Outcome{0, 1}, Sense::maximise));
    EXPECT_FALSE(better(Outcome{0, 1}, Outcome{0, 1}, Sense::minimise));
}

TEST(Outcome, WholeNumbersKeepABoundExactlyAndOthersButForRounding) {
    EXPECT_FALSE(breaks_bound(45, 45, Sense::maximise));
    EXPECT_TRUE(breaks_bound(45, 44, Sense::maximise));
    EXPECT_FALSE(breaks_bound(45, 44, Sense::minimise));
    EXPECT_TRUE(breaks_bound(1e12, 1e12 + 1, Sense::minimise));
    EXPECT_FALSE(breaks_bound(0.1 + 0.2, 0.3, Sense::maximise));
    EXPECT_FALSE(breaks_bound(0.3, 0.1 + 0.2, Sense::minimise));
    EXPECT_TRUE(breaks_bound(0.300001, 0.3, Sense::maximise));
    EXPECT_TRUE(breaks_bound(1, std::nan(""), Sense::maximise));
}

struct ExactSample : Outcome {
    long long exact = 0;
    int exact_order(const ExactSample& other) const {
        return exact < other.exact ? -1 : exact > other.exact ? 1 : 0;
    }
};

TEST(Outcome, TheDomainMayGiveTheOrderWhereADoubleCannot) {
    const ExactSample large{{0, 1e300}, 5}, small{{0, 1e300}, 4};
    EXPECT_TRUE(better(small, large, Sense::minimise));
    EXPECT_FALSE(better(large, small, Sense::minimise));
    EXPECT_TRUE(better(large, small, Sense::maximise));
    EXPECT_FALSE(better(large, large, Sense::maximise));
}

}  // namespace
}  // namespace playout
