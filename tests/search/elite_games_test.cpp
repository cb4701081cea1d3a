#include "playout/search/elite_games.h"

#include <gtest/gtest.h>

#include "tests/search/toys.h"

namespace playout {
namespace {

using Game = KeptGame<BareToy>;

std::vector<double> scores_of(const EliteGames<BareToy>& elite) {
    std::vector<double> scores;
    for (const Game& game : elite.games()) scores.push_back(game.score);
    return scores;
}

TEST(EliteGames, KeepsTheBestTheBestFirst) {
    EliteGames<BareToy> elite(3);
    for (const double score : {2.0, 5.0, 1.0, 4.0, 3.0}) elite.add({score, {0, 1}});
    EXPECT_EQ(scores_of(elite), (std::vector<double>{5, 4, 3}));
}

TEST(EliteGames, TakesGamesOfOneScoreAndLengthForOne) {
    EliteGames<BareToy> elite(3);
    elite.add({7, {0, 1}});
    elite.add({7, {1, 0}});
    elite.add({7, {1, 0, 1}});
    EXPECT_EQ(scores_of(elite), (std::vector<double>{7, 7}));
}

}  // namespace
}  // namespace playout
