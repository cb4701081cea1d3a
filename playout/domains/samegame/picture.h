// What a game looks like.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "playout/domains/samegame/state.h"
#include "playout/picture/terminal.h"

namespace playout::samegame {

template <typename Layout>
Columns columns_of(const Position<Layout>& position);

// A position, what the next move takes away from it (column, row), and the score before that.
struct Step {
    Columns board;
    std::vector<std::pair<int, int>> taken;
    std::int32_t score = 0;
};

// Every position of a game, the last one with nothing taken away.
template <typename Layout>
std::vector<Step> steps_of(const Instance& instance, const std::vector<Move>& moves);

// The start and the end side by side, where the terminal is wide enough for both.
std::string terminal_picture(const Instance& instance, const std::vector<Step>& steps, double value,
                             const Terminal& terminal);

// One position: a line with the score (at the end with bonus and charges), then the board.
template <typename Layout>
std::string terminal_frame(const SameGameState<Layout>& state, const Terminal& terminal);

// The start at the left, then move by move every position with the group that goes next.
std::string svg_picture(const Instance& instance, const std::vector<Step>& steps, double value);

}  // namespace playout::samegame
