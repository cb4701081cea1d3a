#include "playout/players/later_moves.h"

#include <gtest/gtest.h>

namespace playout::players {
namespace {

// Moves 0 to 3 at the root, made there 30 times each and later 40 times; by move, what they came to.
std::vector<Edge> root_edges(const std::vector<double>& here, const std::vector<double>& later) {
    std::vector<Edge> edges;
    for (std::size_t move = 0; move < here.size(); ++move)
        edges.push_back({.sum = 30 * here[move],
                         .visits = 30,
                         .move = static_cast<game::MoveId>(move),
                         .later_games = 40,
                         .later_sum = 40 * later[move]});
    return edges;
}

TEST(LaterMoves, AddsGamesInWhichAMoveWasMadeLaterOnly) {
    LaterMoves later(50, 2);
    later.begin_search();
    std::vector<Edge> edges(4);
    for (game::MoveId move = 0; move < 4; ++move) edges[move].move = move;
    later.begin_game();
    later.note(0, 2);
    later.note(0, 1);
    later.note(1, 3);  // by the other role
    later.add(0, edges, edges[1], 0.5F);
    EXPECT_EQ(edges[0].later_games, 0U);
    EXPECT_EQ(edges[1].later_games, 0U);  // made here
    EXPECT_EQ(edges[2].later_games, 1U);
    EXPECT_DOUBLE_EQ(edges[2].later_sum, 0.5);
    EXPECT_EQ(edges[3].later_games, 0U);
    // The node above hears of what was made here; the next game begins with nothing.
    std::vector<Edge> above = {{.move = 7}, {.move = 1}};
    later.add(0, above, above[0], 1);
    EXPECT_EQ(above[1].later_games, 1U);
    later.begin_game();
    later.add(0, above, above[0], 1);
    EXPECT_EQ(above[1].later_games, 1U);
}

TEST(LaterMoves, CountOnlyWhereTheyRankMovesAsGamesHereDo) {
    const auto agreeing = root_edges({0.1, 0.4, 0.5, 0.9}, {0.3, 0.5, 0.6, 0.7});
    const auto opposed = root_edges({0.1, 0.4, 0.5, 0.9}, {0.7, 0.6, 0.5, 0.3});
    LaterMoves later(50, 1);
    EXPECT_FALSE(later.counted());
    EXPECT_DOUBLE_EQ(later.worth(agreeing[0]), 0.1);
    for (int i = 0; i < 10; ++i) later.weigh(agreeing);
    EXPECT_TRUE(later.counted());
    for (int i = 0; i < 10; ++i) later.weigh(opposed);
    EXPECT_FALSE(later.counted());
    for (int i = 0; i < 300; ++i) later.weigh(agreeing);  // what was long ago is forgotten
    EXPECT_TRUE(later.counted());
}

TEST(LaterMoves, TooFewGamesTellNothing) {
    auto edges = root_edges({0.1, 0.4, 0.5, 0.9}, {0.3, 0.5, 0.6, 0.7});
    for (Edge& edge : edges) edge.later_games = 19;
    LaterMoves later(50, 1);
    for (int i = 0; i < 10; ++i) later.weigh(edges);
    EXPECT_FALSE(later.counted());
}

TEST(LaterMoves, CountLessTheMoreGamesThereAre) {
    const auto edges = root_edges({0.1, 0.4, 0.5, 0.9}, {0.3, 0.5, 0.6, 0.7});
    LaterMoves later(50, 1), never(0, 1);
    for (int i = 0; i < 10; ++i) later.weigh(edges), never.weigh(edges);
    // sqrt(50 / (3 * 30 + 50)) of (3 + 12) / 70, and the rest of 0.1.
    const double share = std::sqrt(50.0 / 140), all = 15.0 / 70;
    EXPECT_NEAR(later.worth(edges[0]), (1 - share) * 0.1 + share * all, 1e-12);
    Edge often = edges[0];
    often.visits = 3'000'000;
    often.sum = 300'000;
    EXPECT_NEAR(later.worth(often), 0.1, 1e-3);
    EXPECT_DOUBLE_EQ(never.worth(edges[0]), 0.1);
    EXPECT_TRUE(later.knows({.later_games = 1}));
    EXPECT_FALSE(never.knows({.later_games = 1}));
}

}  // namespace
}  // namespace playout::players
