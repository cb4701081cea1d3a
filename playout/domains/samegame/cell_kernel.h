// A board by which cells of its start are left. Where they lie now follows from that: they have fallen onto
// what is left below them, and columns without any have closed. So a set of cells is a whole position, any cell
// of a group names it, and the name survives what is changed before it. For games that are changed and played
// again (neighbourhood.h). Compiled three times from cell_kernel_body.h, as kernel.h is twice; all give the
// same.
#pragma once

#include <array>
#include <cstdint>

#include "playout/domains/samegame/kernel.h"

namespace playout::samegame {

// A move of a game by cells.
template <typename Layout>
struct CellMove {
    Words<Layout> left;     // the cells before it
    Words<Layout> group;    // that it takes away
    Words<Layout> near;     // the group, what touches it, and the top of columns that it looks over
    std::uint32_t columns;  // that have cells before it
    std::int32_t score;     // of the moves before it
    std::uint16_t cell;     // of the group, which names the move
    std::uint16_t size;     // of the group
    bool near_known;
};

// No move is smaller than two cells.
template <typename Layout>
inline constexpr std::size_t max_moves = static_cast<std::size_t>(cells_of<Layout>) / 2;

// A finished game, but for moves that a strategy finds at its end.
template <typename Layout>
struct CellGame {
    std::array<CellMove<Layout>, max_moves<Layout>> moves;
    int count = 0;
    Words<Layout> left{};  // at its end
    std::int32_t score = 0;
};

// A game under way that follows another one's moves.
template <typename Layout>
struct CellReplay {
    CellGame<Layout> game;
    std::uint32_t columns = 0;
    std::array<std::uint16_t, max_moves<Layout>> late;  // cells that were single when their turn came
    int late_count = 0;
    int joined =
        -1;  // the move of the old game before which the board is the same; from there on so is the game
};

// What the board was at its start.
template <typename Layout>
struct StartCells {
    std::array<Words<Layout>, max_colours> colours{};  // colour c at c - 1
    std::array<Words<Layout>, max_planes> planes{};
    std::array<std::uint8_t, static_cast<std::size_t>(cells_of<Layout>)> colour_of{};
    const Rules* rules = nullptr;
};

template <typename Layout>
struct CellKernel {
    // Before the move of that number.
    void (*go_to)(const CellGame<Layout>& game, int number, CellReplay<Layout>& replay);
    // Takes away the group of a cell that is left; false: it is a single one.
    bool (*take)(const StartCells<Layout>& start, int cell, CellReplay<Layout>& replay);
    // The move of the old game, where its cell still has a group.
    void (*follow)(const StartCells<Layout>& start, const CellMove<Layout>& old, CellReplay<Layout>& replay);
    // All of them from a number on, until the board is the old game's, or to the end and then what came late.
    void (*follow_all)(const StartCells<Layout>& start, const CellGame<Layout>& old, int from,
                       CellReplay<Layout>& replay);
    // What `near` holds.
    void (*look_around)(CellMove<Layout>& move);
    // The board as it lies, without what only its moves tell.
    void (*lie)(const StartCells<Layout>& start, const Words<Layout>& left, Position<Layout>& position);
    // The first cell of a group as it lies now,
    int (*first_now)(const Words<Layout>& left, const Words<Layout>& group);
    // and back: which cell of the start lies there.
    int (*cell_of)(const Words<Layout>& left, int cell_now);
};

enum class CellPath { portable, avx2, avx512 };

// The fastest that this machine has and `path` allows.
CellPath best_cell_path(Path path);

template <typename Layout>
const CellKernel<Layout>& cell_kernel_for(CellPath path);

}  // namespace playout::samegame
