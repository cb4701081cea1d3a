#include "playout/search/depth_first.h"

#include <gtest/gtest.h>

#include "playout/catalogue/solve.h"
#include "tests/search/toys.h"

namespace playout {
namespace {

template <State S>
auto search(const S& root, const std::string& algorithm, const SettingTexts& settings = {}) {
    Request request;
    request.algorithm = algorithm;
    request.settings = settings;
    return solve(root, request);
}

TEST(DepthFirst, FindsTheGreedySolutionFirst) {
    const CostTable table = random_table(8, 4, 1);
    Request request;
    request.algorithm = "dfs";
    request.limits.playouts = 1;
    EXPECT_EQ(solve(BiasToy(table), request).moves, search(BiasToy(table), "greedy").moves);
}

TEST(DepthFirst, VisitsEveryNodeWithoutABoundAndFewerWithOne) {
    const CostTable table = random_table(6, 3, 1);
    const auto bare = search(BareToy(table), "dfs");
    EXPECT_EQ(bare.nodes, 1 + 3 + 9 + 27 + 81 + 243 + 729);
    EXPECT_EQ(bare.playouts, 729);
    const auto bounded = search(BoundToy(table), "dfs");
    EXPECT_LT(bounded.nodes, bare.nodes / 2);
    EXPECT_EQ(bounded.outcome->value, bare.outcome->value);
}

TEST(IterativeBroadening, TakesOnePassForEveryWidthUpToTheWidestNode) {
    const CostTable table = random_table(5, 3, 1);
    const auto result = search(BareToy(table), "iterative-broadening");
    EXPECT_EQ(result.statistics.at(0).second, 3);
    EXPECT_EQ(result.nodes, 6 + (1 + 2 + 4 + 8 + 16 + 32) + (1 + 3 + 9 + 27 + 81 + 243));
    const auto wide = search(BareToy(table), "iterative-broadening", {{"width", "9"}});
    EXPECT_EQ(wide.statistics.at(0).second, 1);
    EXPECT_TRUE(wide.optimal);
}

TEST(IdaStar, RelaxesByTheLeastStepOrByManyNodesToTheSameOptimum) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const CostTable table = random_table(6, 3, seed);
        const auto careful = search(BoundToy(table), "ida-star", {{"growth", "0"}});
        const auto bold = search(BoundToy(table), "ida-star", {{"growth", "10"}});
        EXPECT_EQ(careful.outcome->value, bold.outcome->value);
        EXPECT_TRUE(careful.optimal && bold.optimal);
        EXPECT_GE(careful.statistics.at(0).second, bold.statistics.at(0).second);
    }
}

}  // namespace
}  // namespace playout
