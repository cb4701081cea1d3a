// Every formula against numbers worked out by hand.
#include "playout/base/bandit.h"

#include <gtest/gtest.h>

#include "playout/base/rng.h"

namespace playout {
namespace {

TEST(Bandit, ExplorationOfUct) {
    EXPECT_NEAR(uct_exploration(0.5, 100, 4), 0.536492, 1e-6);  // 0.5 sqrt(4.605170 / 4)
    EXPECT_EQ(uct_exploration(1, 1, 1), 0);
}

TEST(Bandit, PossibleDeviationOf2And4And6) {
    EXPECT_NEAR(variance_of(3, 12, 56), 2.666667, 1e-6);             // 56/3 - 16
    EXPECT_NEAR(possible_deviation(3, 12, 56, 30), 3.559026, 1e-6);  // sqrt((56 - 48 + 30) / 3)
    EXPECT_NEAR(possible_deviation(1, 7, 49, 32), 5.656854, 1e-6);   // sqrt(32)
}

TEST(Bandit, Ucb1Tuned) {
    // 2 ln 100 / 10 = 0.921034, its root 0.9597: a quarter is less.
    EXPECT_NEAR(ucb1_tuned(1, 100, 10, 0.01), 0.479853, 1e-6);
    // 2 ln 1000 / 900 = 0.0153506, its root 0.1238975: 0.1338975 with the variance.
    EXPECT_NEAR(ucb1_tuned(2, 1000, 900, 0.01), 0.0906732, 1e-6);
}

TEST(Bandit, ShareOfTheRangeBelowTheParent) {
    EXPECT_DOUBLE_EQ(share_of_range(7, 10, 2), 0.625);
    EXPECT_DOUBLE_EQ(share_of_range(10, 10, 2), 1);
    EXPECT_DOUBLE_EQ(share_of_range(5, 5, 5), 0);
    EXPECT_DOUBLE_EQ(share_of_range(3, 1, 9), 0.75);  // violations: less is better
}

TEST(Bandit, JointExploitationOfThreeFeasibleAndOneInfeasibleGame) {
    EXPECT_DOUBLE_EQ(joint_exploitation(true, 0.5, 3, 1), 0.625);  // 1/4 + 3/4 * 1/2
    EXPECT_DOUBLE_EQ(joint_exploitation(false, 1, 3, 1), 0.2);     // 1/5
    EXPECT_DOUBLE_EQ(joint_exploitation(true, 1, 3, 1), 1);
}

TEST(Bandit, EveryFeasibleChildIsAboveEveryInfeasibleOne) {
    Rng rng(4);
    for (int i = 0; i < 10'000; ++i) {
        const auto feasible = static_cast<double>(1 + rng.below(50)),
                   infeasible = static_cast<double>(1 + rng.below(50));
        EXPECT_GT(joint_exploitation(true, rng.unit(), feasible, infeasible),
                  joint_exploitation(false, rng.unit(), feasible, infeasible));
    }
}

TEST(Bandit, RaveWeighsBothAlikeAtItsNumberOfVisits) {
    EXPECT_DOUBLE_EQ(rave_weight(300, 300), 0.5);
    EXPECT_DOUBLE_EQ(rave_weight(300, 0), 1);
    EXPECT_NEAR(rave_weight(300, 100), 0.707107, 1e-6);
}

TEST(Bandit, RootOfLogIsRightToFourDigits) {
    const RootOfLog root_of_log;
    for (std::uint32_t n = 2; n < 4'000'000'000u; n = n + 1 + n / 1000)
        EXPECT_NEAR(root_of_log(n) / std::sqrt(std::log(n)), 1, 2e-4);
}

}  // namespace
}  // namespace playout
