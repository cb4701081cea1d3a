#include "playout/search/beam.h"

#include <gtest/gtest.h>

#include "playout/search/greedy.h"
#include "tests/search/run_algorithm.h"
#include "tests/search/toys.h"

namespace playout {
namespace {

TEST(Beam, APassOfWidthOneOrderedByBiasIsGreedy) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const CostTable table = random_table(8, 4, seed);
        OpenRun<BiasToy> open{BiasToy(table)};
        BeamPass<BiasToy> pass(open.run, {}, 1);
        while (pass.step()) {
        }
        EXPECT_TRUE(pass.cut());
        EXPECT_EQ(open.shared.best_moves(), run_algorithm<GreedySearch>(BiasToy(table)).moves);
    }
}

TEST(Beam, GrowsUntilNothingIsCutAndThenProves) {
    const CostTable table = random_table(7, 3, 2);
    const auto result = run_algorithm<BeamSearch>(BoundToy(table), {.width = 1});
    EXPECT_TRUE(result.optimal());
    EXPECT_EQ(result.value(), best_by_enumeration(BoundToy(table)).value);
    EXPECT_GT(result.statistic("passes"), 1);
}

TEST(Beam, AWiderOnePassIsAtLeastAsGoodOnAverage) {
    double narrow = 0, wide = 0;
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const CostTable table = random_table(12, 5, seed);
        narrow += run_algorithm<BeamSearch>(BiasToy(table), {.width = 1, .growth = 1}).value();
        wide += run_algorithm<BeamSearch>(BiasToy(table), {.width = 50, .growth = 1}).value();
    }
    EXPECT_LT(wide, narrow);
}

// All costs equal: states differ only by the last choice, so a layer holds no more than that.
TEST(Beam, KeepsEqualStatesOnce) {
    const CostTable table(6, std::vector<int>(3, 4));
    const auto once = run_algorithm<BeamSearch>(HashToy(table), {.width = 1000});
    const auto all = run_algorithm<BeamSearch>(HashToy(table), {.width = 1000, .keep_duplicates = true});
    EXPECT_GT(once.statistic("duplicates"), 0);
    EXPECT_EQ(all.statistic("duplicates"), 0);
    EXPECT_LT(once.nodes, all.nodes);
    EXPECT_EQ(once.value(), all.value());
    EXPECT_TRUE(once.optimal() && all.optimal());
}

// Like BoundToy, but every state has the same hash, and states cannot be compared.
class CollidingToy : public BareToy {
  public:
    using BareToy::BareToy;
    std::uint64_t hash() const { return 1; }
};
// The same with a comparison.
class ComparedToy : public BoundToy {
  public:
    using BoundToy::BoundToy;
    std::uint64_t hash() const { return 1; }
};

TEST(Beam, ClaimsNoProofWhenItTrustedAHash) {
    const CostTable table = random_table(4, 3, 3);
    EXPECT_FALSE(run_algorithm<BeamSearch>(CollidingToy(table), {.width = 1000}).optimal());
}

TEST(Beam, LosesNothingToACollisionWhereStatesCanBeCompared) {
    const CostTable table = random_table(4, 3, 3);
    const auto result = run_algorithm<BeamSearch>(ComparedToy(table), {.width = 1000});
    EXPECT_TRUE(result.optimal());
    EXPECT_EQ(result.value(), best_by_enumeration(ComparedToy(table)).value);
}

}  // namespace
}  // namespace playout
