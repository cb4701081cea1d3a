#include "playout/search/moves.h"

#include <gtest/gtest.h>

#include "tests/search/toys.h"

namespace playout {
namespace {

const CostTable table{{5, 1, 9, 1}};

TEST(MoveOrder, FollowsTheBiasAndKeepsTheDomainsOrderOnTies) {
    MoveOrder<BiasToy> order;
    EXPECT_EQ(order.sorted(BiasToy(table)), (std::vector<int>{1, 3, 0, 2}));
    EXPECT_EQ(order.best(BiasToy(table)), 1);
    EXPECT_EQ(order.sorted(BiasToy(table, Sense::maximise)), (std::vector<int>{2, 0, 1, 3}));
    EXPECT_EQ(order.best(BiasToy(table, Sense::maximise)), 2);
}

TEST(MoveOrder, FollowsTheBoundOfWhatAMoveLeadsToWhereThereIsNoBias) {
    MoveOrder<BoundToy> order;
    EXPECT_EQ(order.sorted(BoundToy(table)), (std::vector<int>{1, 3, 0, 2}));
    EXPECT_EQ(order.best(BoundToy(table, Sense::maximise)), 2);
}

TEST(MoveOrder, IsTheDomainsWhereThereIsNeither) {
    MoveOrder<BareToy> order;
    EXPECT_EQ(order.sorted(BareToy(table)), (std::vector<int>{0, 1, 2, 3}));
    EXPECT_EQ(order.best(BareToy(table)), 0);
}

}  // namespace
}  // namespace playout
