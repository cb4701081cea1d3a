#include "playout/ggp/puzzle.h"

#include <gtest/gtest.h>

#include "playout/base/errors.h"
#include "tests/ggp/sheets.h"
#include "tests/problem/conformance.h"

namespace playout::ggp {
namespace {

const Puzzle& bridges_puzzle() {
    static const Puzzle puzzle(bridges, "s", 1000);
    return puzzle;
}
const Puzzle& short_puzzle() {
    static const Puzzle puzzle(bridges, "s", 3);
    return puzzle;
}

std::vector<PuzzleState> sample_roots() {
    return {PuzzleState(bridges_puzzle()), PuzzleState(short_puzzle())};
}

Outcome recounted_outcome(const PuzzleState& root, const std::vector<PuzzleState::Move>& moves) {
    return recount(root.puzzle(), moves);
}

CONFORMANCE_SUITE(PuzzleState, sample_roots(), recounted_outcome)

TEST(Puzzle, EndsWhereTheStepsDo) {
    PuzzleState state(short_puzzle());
    for (int step = 0; step < 3; ++step) {
        ASSERT_FALSE(state.at_end());
        state.play(*state.parse_move(step == 0 ? "(build 1 4)" : step == 1 ? "(build 1 2)" : "(burn 1 2)"));
    }
    EXPECT_TRUE(state.at_end());
    EXPECT_EQ(state.value(), 100);
    EXPECT_EQ(state.bound(), 100);
}

// As records from before have them.
TEST(Puzzle, ReadsMovesInAnotherCase) {
    const Puzzle puzzle(
        "(role r) (legal r dropBomb) (legal r (Wait)) (init idle) (<= terminal (true done)) (goal r 1)\n"
        "(<= (next done) (does r dropBomb)) (<= (next idle) (does r (Wait)))",
        "s", 10);
    PuzzleState state(puzzle);
    for (const char* text : {"dropBomb", "dropbomb", "DROPBOMB"})
        EXPECT_EQ(state.move_text(state.parse_move(text).value()), "dropBomb") << text;
    EXPECT_EQ(state.move_text(state.parse_move("wait").value()), "(Wait)");
    EXPECT_FALSE(state.parse_move("drop"));
}

TEST(Puzzle, IsForOneRoleOnly) {
    EXPECT_THROW(Puzzle(tic_tac_toe, "s", 10), InputError);
    EXPECT_THROW(Puzzle(dice, "s", 10), InputError);
    EXPECT_THROW(Puzzle("(role r)", "s", 10), InputError);
}

// The rules themselves play the same game: lists that grow without end cannot be grounded.
TEST(Puzzle, NeedNotBeGrounded) {
    const Puzzle puzzle(
        "(role r) (init (l nil)) (legal r a) (legal r b) (<= (next (l (c ?m ?x))) (does r ?m) (true (l ?x)))\n"
        "(<= terminal (true (l (c ?x (c ?y (c ?z nil)))))) (<= (goal r 100) (true (l (c a (c b (c a nil))))))\n"
        "(<= (goal r 0) (not (true (l (c a (c b (c a nil)))))))",
        "s", 10, {.memory = 10'000'000});
    EXPECT_EQ(puzzle.sheet().wiring(), nullptr);
    PuzzleState state(puzzle);
    for (const char* move : {"a", "b", "a"}) {
        std::vector<PuzzleState::Move> moves;
        state.legal_moves(moves);
        ASSERT_EQ(moves.size(), 2U);
        EXPECT_EQ(state.move_text(moves[0]), "a");
        state.play(*state.parse_move(move));
    }
    EXPECT_TRUE(state.at_end());
    EXPECT_EQ(state.value(), 100);
    EXPECT_EQ(state.fluents(), std::vector<std::string>{"(l (c a (c b (c a nil))))"});
}

}  // namespace
}  // namespace playout::ggp
