#include "playout/problem/replay.h"

#include <gtest/gtest.h>

#include "tests/search/toys.h"

namespace playout {
namespace {

TEST(Replay, AcceptsACompleteGameAndNothingElse) {
    const CostTable table = random_table(3, 2, 1);
    using Moves = std::vector<int>;
    const auto complaint = [&](const Moves& moves) {
        BareToy state(table);
        return replay(state, moves).value_or("fine");
    };
    EXPECT_EQ(complaint({0, 1, 0}), "fine");
    EXPECT_EQ(complaint({0, 1}), "the game is not over after the last move");
    EXPECT_EQ(complaint({0, 2, 0}), "move 2 is not legal");
    EXPECT_EQ(complaint({0, 1, 0, 1}), "move 4 is not legal");
}

TEST(ParseMoves, NamesTheMoveThatIsWrong) {
    const CostTable table = random_table(3, 2, 1);
    std::vector<int> moves;
    EXPECT_FALSE(parse_moves(BareToy(table), {"1", "0", "1"}, moves));
    EXPECT_EQ(moves, (std::vector<int>{1, 0, 1}));
    EXPECT_EQ(parse_moves(BareToy(table), {"1", "x", "1"}, moves), "move 2 ('x') is not legal");
    EXPECT_EQ(parse_moves(BareToy(table), {"1", "0", "1", "0"}, moves),
              "move 4 ('0') comes after the end of the game");
    EXPECT_EQ(parse_moves(BareToy(table), {}, moves), "the game is not over after the last move");
}

TEST(MoveTexts, AreWhatParseMovesReads) {
    const CostTable table = random_table(4, 3, 1);
    const std::vector<int> moves{2, 0, 1, 2};
    std::vector<int> back;
    EXPECT_FALSE(parse_moves(BareToy(table), move_texts(BareToy(table), moves), back));
    EXPECT_EQ(back, moves);
}

}  // namespace
}  // namespace playout
