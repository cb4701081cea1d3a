#include "playout/problem/replay.h"

#include <gtest/gtest.h>

#include "tests/search/toys.h"

namespace playout {
namespace {

TEST(BrokenPromise, AcceptsACompleteGameAndNothingElse) {
    const CostTable table = random_table(3, 2, 1);
    using Moves = std::vector<int>;
    const auto complaint = [&](const Moves& moves) {
        const BareToy root(table);
        BareToy end = root;
        for (const int move : {0, 1, 0}) end.play(move);
        return broken_promise(root, moves, end).value_or("fine");
    };
    EXPECT_EQ(complaint({0, 1, 0}), "fine");
    EXPECT_EQ(complaint({0, 1}), "the game is not over after the last move");
    EXPECT_EQ(complaint({0, 2, 0}), "move 2 ('2') is not one that legal_moves() lists");
    EXPECT_EQ(complaint({0, 1, 0, 1}), "move 4 ('1') is not one that legal_moves() lists");
}

// The bound is right at the start and at the end, but not after the second choice.
class TightToy : public BareToy {
  public:
    using BareToy::BareToy;
    double bound() const { return chosen_.size() == 2 ? 1000 : 0; }
};

TEST(BrokenPromise, NamesTheBoundThatTheEndMakesUntrue) {
    const CostTable table{{1, 2}, {3, 4}, {5, 6}};
    const TightToy root(table);
    TightToy end = root;
    for (const int move : {0, 1, 0}) end.play(move);
    EXPECT_EQ(broken_promise(root, {0, 1, 0}, end),
              "bound() after move 2 ('1') is 1000, but the game ends with 22 (minimise)");
    const TightToy other_sense(table, Sense::maximise);
    EXPECT_EQ(broken_promise(other_sense, {0, 1, 0}, end),
              "bound() at the start is 0, but the game ends with 22 (maximise)");
}

// Infeasible ends may be better than any bound.
class InfeasibleToy : public TightToy {
  public:
    using TightToy::TightToy;
    double violation() const { return 1; }
};

TEST(BrokenPromise, ABoundSpeaksOfFeasibleEndsOnly) {
    const CostTable table{{1, 2}, {3, 4}, {5, 6}};
    const InfeasibleToy root(table);
    InfeasibleToy end = root;
    for (const int move : {0, 1, 0}) end.play(move);
    EXPECT_EQ(broken_promise(root, {0, 1, 0}, end), std::nullopt);
}

// What the hash says depends on where the state lies.
class PlacedToy : public BareToy {
  public:
    using BareToy::BareToy;
    std::uint64_t hash() const { return reinterpret_cast<std::uintptr_t>(this); }
};

TEST(BrokenPromise, TheSameMovesLeadToTheSameHash) {
    const CostTable table{{1, 2}, {3, 4}, {5, 6}};
    const PlacedToy root(table);
    PlacedToy end = root;
    for (const int move : {0, 1, 0}) end.play(move);
    const std::string complaint = broken_promise(root, {0, 1, 0}, end).value_or("fine");
    EXPECT_EQ(complaint.find("hash() after move 3 ('0') is "), 0);
    EXPECT_NE(complaint.find("when the same moves are played again"), std::string::npos);
}

// Its bound is wrong only where few moves are left.
class LateBoundToy : public BareToy {
  public:
    using BareToy::BareToy;
    void play(int move) {
        BareToy::play(move);
        ++played_;
    }
    double bound() const { return played_ < 100 ? 0 : value() + 1; }

  private:
    int played_ = 0;
};

TEST(BrokenPromise, BoundsAreNotAskedForInAHurry) {
    const CostTable table = random_table(110, 2, 1);
    const LateBoundToy root(table);
    const std::vector<int> moves(110, 0);
    LateBoundToy end = root;
    for (const int move : moves) end.play(move);
    EXPECT_NE(broken_promise(root, moves, end), std::nullopt);
    const OutcomeOf<LateBoundToy> outcome = outcome_of(end);
    EXPECT_NE(broken_promise(root, moves, end, outcome, [] { return false; }), std::nullopt);
    EXPECT_EQ(broken_promise(root, moves, end, outcome, [] { return true; }), std::nullopt);
    std::vector<int> shorter(109, 0);
    EXPECT_NE(broken_promise(root, shorter, end, outcome, [] { return true; }), std::nullopt);
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
