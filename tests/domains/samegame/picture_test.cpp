#include "playout/domains/samegame/picture.h"

#include <gtest/gtest.h>

namespace playout::samegame {
namespace {

const Rules standard_rules(Puzzle::samegame, Leftover::maastricht);

const Instance& sample() {
    static const Instance instance = read_instance("1 2 .\n1 2 3\n", "test", standard_rules);
    return instance;
}

std::vector<Move> sample_moves() {
    SameGameState<Small> state(sample());
    std::vector<Move> moves;
    for (const char* text : {"0,0", "0,1"}) {
        moves.push_back(*state.parse_move(text));
        state.play(moves.back());
    }
    return moves;
}

TEST(SameGamePicture, ShowsStartAndEnd) {
    const auto steps = steps_of<Small>(sample(), sample_moves());
    ASSERT_EQ(steps.size(), 3u);
    EXPECT_EQ(steps[0].taken.size(), 2u);
    EXPECT_EQ(terminal_picture(sample(), steps, 0, {.colours = false, .width = 80}),
              "   A B .  ->   . . .\n   A B C       C . .\nscore 0 in 2 moves, 1 cell left\n");
    EXPECT_EQ(terminal_picture(sample(), steps, 0, {.colours = false, .width = 10}),
              "   . . .\n   C . .\nscore 0 in 2 moves, 1 cell left\n");
    EXPECT_NE(terminal_picture(sample(), steps, 0, {.colours = true, .width = 80}).find("\x1b[38;2;"),
              std::string::npos);
}

TEST(SameGamePicture, AFrameShowsTheBoardAsItStands) {
    SameGameState<Small> state(sample());
    state.play(sample_moves()[0]);
    EXPECT_EQ(terminal_frame(state, {}), "score 0, 3 cells left\n   B . .\n   B C .\n");
}

TEST(SameGamePicture, TheSvgTellsEveryMove) {
    const std::string svg = svg_picture(sample(), steps_of<Small>(sample(), sample_moves()), 0);
    EXPECT_NE(svg.find("score 0 in 2 moves, 1 cell left"), std::string::npos);
    EXPECT_NE(svg.find("1. 2: +0"), std::string::npos);
    EXPECT_NE(svg.find("2. 2: +0"), std::string::npos);
    EXPECT_NE(svg.find(">end<"), std::string::npos);
}

}  // namespace
}  // namespace playout::samegame
