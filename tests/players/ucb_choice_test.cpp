#include "playout/players/ucb_choice.h"

#include <gtest/gtest.h>

#include <set>

namespace playout::players {
namespace {

Edge tried(double sum, std::uint32_t visits) {
    Edge edge;
    edge.sum = sum;
    edge.visits = visits;
    return edge;
}
Edge known(float value) {
    Edge edge;
    edge.exact = value;
    return edge;
}

class UcbChoiceTest : public ::testing::Test {
  protected:
    UcbChoice::Choice choose(const std::vector<Edge>& edges, std::uint32_t visits, double c) {
        return ucb_.choose(edges, visits, c, later_, rng_);
    }

  private:
    UcbChoice ucb_;
    LaterMoves later_{0, 1};
    Rng rng_{1};
};

TEST_F(UcbChoiceTest, TakesAnyMoveThatWasNeverTried) {
    std::set<std::size_t> taken;
    for (int i = 0; i < 100; ++i) taken.insert(choose({Edge{}, tried(9, 9), known(1), Edge{}}, 9, 0.5).place);
    EXPECT_EQ(taken, (std::set<std::size_t>{0, 3}));
}

TEST_F(UcbChoiceTest, FollowsTheMeanWhereNothingIsExplored) {
    EXPECT_EQ(choose({tried(1, 10), tried(40, 80), tried(4, 10)}, 100, 0).place, 1U);
}

TEST_F(UcbChoiceTest, ExploresWhatWasTriedLittle) {
    EXPECT_EQ(choose({tried(40, 80), tried(4, 10)}, 90, 1).place, 1U);
}

TEST_F(UcbChoiceTest, TriesAnOpenMoveInPlaceOfAKnownOneAndSaysSo) {
    const auto better = choose({known(0.25F), known(0.75F), tried(5, 10)}, 10, 0.5);
    EXPECT_EQ(better.place, 2U);
    EXPECT_EQ(better.known, 1U);
    const auto worse = choose({known(0.25F), tried(5, 10)}, 10, 0.5);
    EXPECT_EQ(worse.place, 1U);
    EXPECT_EQ(worse.known, UcbChoice::none);
}

TEST_F(UcbChoiceTest, TakesTheBestKnownMoveWhereAllAreKnown) {
    EXPECT_EQ(choose({known(0.25F), known(0.75F), known(0.5F)}, 10, 0.5).place, 1U);
}

}  // namespace
}  // namespace playout::players
