#include "playout/search/depth_first.h"

#include <gtest/gtest.h>

#include "playout/search/greedy.h"
#include "playout/search/ida_star.h"
#include "playout/search/iterative_broadening.h"
#include "tests/search/run_algorithm.h"
#include "tests/search/toys.h"

namespace playout {
namespace {

TEST(DepthFirst, FindsTheGreedySolutionFirst) {
    const CostTable table = random_table(8, 4, 1);
    Limits limits;
    limits.playouts = 1;
    EXPECT_EQ(run_algorithm<DepthFirstSearch>(BiasToy(table), {}, limits).moves,
              run_algorithm<GreedySearch>(BiasToy(table)).moves);
}

TEST(DepthFirst, VisitsEveryNodeWithoutABoundAndFewerWithOne) {
    const CostTable table = random_table(6, 3, 1);
    const auto bare = run_algorithm<DepthFirstSearch>(BareToy(table));
    EXPECT_EQ(bare.nodes, 1 + 3 + 9 + 27 + 81 + 243 + 729);
    EXPECT_EQ(bare.playouts, 729);
    const auto bounded = run_algorithm<DepthFirstSearch>(BoundToy(table));
    EXPECT_LT(bounded.nodes, bare.nodes / 2);
    EXPECT_EQ(bounded.value(), bare.value());
}

TEST(IterativeBroadening, TakesOnePassForEveryWidthUpToTheWidestNode) {
    const CostTable table = random_table(5, 3, 1);
    const auto result = run_algorithm<IterativeBroadening>(BareToy(table));
    EXPECT_EQ(result.statistic("passes"), 3);
    EXPECT_EQ(result.nodes, 6 + (1 + 2 + 4 + 8 + 16 + 32) + (1 + 3 + 9 + 27 + 81 + 243));
    const auto wide = run_algorithm<IterativeBroadening>(BareToy(table), {.width = 9});
    EXPECT_EQ(wide.statistic("passes"), 1);
    EXPECT_TRUE(wide.optimal());
}

TEST(IdaStar, RelaxesByTheLeastStepOrByManyNodesToTheSameOptimum) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const CostTable table = random_table(6, 3, seed);
        const auto careful = run_algorithm<IdaStar>(BoundToy(table), {.growth = 0});
        const auto bold = run_algorithm<IdaStar>(BoundToy(table), {.growth = 10});
        EXPECT_EQ(careful.value(), bold.value());
        EXPECT_TRUE(careful.optimal() && bold.optimal());
        EXPECT_GE(careful.statistic("passes"), bold.statistic("passes"));
    }
}

TEST(IdaStar, CompletesNodesThatItLeavesOut) {
    std::int64_t none = 0, some = 0, all = 0, nodes = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const CostTable table = random_table(8, 4, seed);
        none += run_algorithm<IdaStar>(BoundToy(table), {.growth = 0, .completion = 0}).playouts;
        all += run_algorithm<IdaStar>(BoundToy(table), {.growth = 0, .completion = 1000}).playouts;
        const auto found = run_algorithm<IdaStar>(BoundToy(table), {.growth = 0, .completion = 0.5});
        EXPECT_TRUE(found.optimal());
        some += found.playouts;
        nodes += found.nodes;
    }
    EXPECT_GT(some, none);
    EXPECT_GT(all, some);
    EXPECT_LT(some - none, nodes / 4);
}

}  // namespace
}  // namespace playout
