#include "playout/search/depth_budgeted.h"

#include <gtest/gtest.h>

#include "playout/search/greedy.h"
#include "tests/search/run_algorithm.h"
#include "tests/search/toys.h"

namespace playout {
namespace {

Limits playouts(std::int64_t count) {
    Limits limits;
    limits.playouts = count;
    return limits;
}

TEST(DepthBudgeted, WithABudgetOfOneBeginsWithTheGreedyGame) {
    const CostTable table = random_table(8, 4, 1);
    EXPECT_EQ(run_algorithm<DepthBudgeted>(BiasToy(table), {.budget = 1}, playouts(1)).moves,
              run_algorithm<GreedySearch>(BiasToy(table)).moves);
}

// Of ten games a share of 0.3 gives three to the first child; then one is left for each of the seven others.
TEST(DepthBudgeted, SharesTheBudgetAmongTheChildren) {
    const CostTable table(2, std::vector<int>(8, 0));
    const auto found = run_algorithm<DepthBudgeted>(BareToy(table), {.budget = 10, .share = 0.3}, playouts(7));
    EXPECT_EQ(found.nodes, 1 + (1 + 3) + 4);  // the fifth child ends the run
    const auto even = run_algorithm<DepthBudgeted>(BareToy(table), {.budget = 16, .share = 0}, playouts(16));
    EXPECT_EQ(even.nodes, 1 + 8 * (1 + 2));
}

TEST(DepthBudgeted, ProvesTheOptimumOnceTheBudgetIsLargeEnough) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const CostTable table = random_table(5, 3, seed);
        for (const double share : {0.0, 0.3, 0.9}) {
            const auto found = run_algorithm<DepthBudgeted>(BoundToy(table), {.budget = 2, .share = share});
            EXPECT_TRUE(found.optimal());
            EXPECT_EQ(found.value(), best_by_enumeration(BoundToy(table)).value);
        }
    }
}

// A child that ends at once leaves its games to the others, so that each gets some.
TEST(DepthBudgeted, VisitsEveryChildWhateverTheShare) {
    const CostTable table = random_table(1, 12, 1);
    const auto found = run_algorithm<DepthBudgeted>(BareToy(table), {.budget = 12, .share = 0.99});
    EXPECT_TRUE(found.optimal());
    EXPECT_EQ(found.playouts, 12);
    EXPECT_EQ(found.value(), best_by_enumeration(BareToy(table)).value);
}

TEST(DepthBudgeted, WalksLongWaysWithoutAChoice) {
    CostTable table(20'000, std::vector<int>(1, 1));
    table.back() = {3, 2};
    Limits limits;
    limits.nodes = 1'000'000;
    const auto found = run_algorithm<DepthBudgeted>(BoundToy(table), {}, limits);
    EXPECT_TRUE(found.optimal());
    EXPECT_EQ(found.moves.size(), 20'000u);
}

TEST(DepthBudgeted, FindsMoreWithMoreGames) {
    double greedy = 0, few = 0, many = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const CostTable table = random_table(15, 6, seed);
        greedy += run_algorithm<GreedySearch>(BiasToy(table)).value();
        few += run_algorithm<DepthBudgeted>(BiasToy(table), {.budget = 5}, playouts(20)).value();
        many += run_algorithm<DepthBudgeted>(BiasToy(table), {.budget = 5}, playouts(2000)).value();
    }
    EXPECT_LT(few, greedy);
    EXPECT_LT(many, few);
}

}  // namespace
}  // namespace playout
