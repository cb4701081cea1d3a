#include "playout/search/inner_search.h"

#include <gtest/gtest.h>

#include "playout/domains/knapsack/state.h"
#include "tests/search/run_algorithm.h"

namespace playout {
namespace {

using Knapsack = knapsack::KnapsackState;

const knapsack::Instance& items() {
    static const knapsack::Instance made = [] {
        Rng rng(3);
        return knapsack::generate({.size = 40, .correlation = knapsack::Correlation::strong, .range = 10'000},
                                  rng);
    }();
    return made;
}

TEST(InnerSearch, SpendsTheBudgetOfTheRunThatItIsInToThePlayout) {
    OpenRun<Knapsack> open(Knapsack(items()), 1, {.playouts = 1234});
    InnerSearch<Knapsack> inner(open.run, {}, "random", {}, 1);
    while (!open.run.over() && inner.step()) {
    }
    EXPECT_EQ(open.budget.playouts(), 1234);
    EXPECT_EQ(inner.playouts(), 1234);
    EXPECT_EQ(open.budget.stopped_by(), StopReason::playouts);
}

TEST(InnerSearch, OffersWhatItFindsAndKeepsTheBeginning) {
    OpenRun<Knapsack> open(Knapsack(items()), 1, {.playouts = 500});
    const std::vector<Knapsack::Move> beginning{Knapsack::Move::leave, Knapsack::Move::leave};
    InnerSearch<Knapsack> inner(open.run, beginning, "nrpa", {{"level", 2}}, 1);
    while (!open.run.over() && inner.step()) {
    }
    ASSERT_TRUE(open.shared.best());
    EXPECT_EQ(open.shared.best_moves(), inner.best_game());
    EXPECT_TRUE(std::equal(beginning.begin(), beginning.end(), inner.best_game().begin()));
}

TEST(InnerSearch, EndsByItselfWhereNothingIsLeft) {
    OpenRun<Knapsack> open{Knapsack(items())};
    InnerSearch<Knapsack> inner(open.run, {}, "dfs", {}, 1);
    while (inner.step()) {
    }
    EXPECT_TRUE(inner.is_complete());
    EXPECT_TRUE(open.run.bound_met() || open.shared.best());
    EXPECT_FALSE(open.budget.stopped() && open.budget.stopped_by() != StopReason::exhausted);
}

TEST(InnerSearch, GoesOnWhenTheRunThatItIsInIsExtended) {
    OpenRun<Knapsack> open(Knapsack(items()), 1, {.playouts = 10});
    InnerSearch<Knapsack> inner(open.run, {}, "random", {}, 1);
    while (!open.run.over() && inner.step()) {
    }
    open.budget.extend({.playouts = 90});
    while (!open.run.over() && inner.step()) {
    }
    EXPECT_EQ(open.budget.playouts(), 100);
}

}  // namespace
}  // namespace playout
