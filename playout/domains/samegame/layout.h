// How a board lies in bits. A cell is one bit of a lane, a lane is one column, row 0 is the lowest bit; a
// cell's colour is spread over planes: plane i holds bit i of every cell's colour, and colour 0 is an empty
// cell.
#pragma once

#include <array>
#include <cstdint>

namespace playout::samegame {

inline constexpr int max_colours = 16;
inline constexpr int max_planes = 5;  // colours 0 to 16

// One 256-bit word: 16 columns of 16 rows.
struct Small {
    using Lane = std::uint16_t;
    static constexpr int side = 16;
    static constexpr int vectors = 1;  // 256-bit words that one plane takes
};

// Four of them: 32 columns of 32 rows.
struct Large {
    using Lane = std::uint32_t;
    static constexpr int side = 32;
    static constexpr int vectors = 4;
};

template <typename Layout>
inline constexpr int cells_of = Layout::side* Layout::side;

// A cell's number: column by column from the left, from the bottom up.
template <typename Layout>
constexpr int cell_at(int column, int row) {
    return column * Layout::side + row;
}

// A set of cells as plain 64-bit words, cell c at bit c % 64 of word c / 64.
template <typename Layout>
using Words = std::array<std::uint64_t, static_cast<std::size_t>(cells_of<Layout>) / 64>;

template <typename Layout>
constexpr bool has_cell(const Words<Layout>& words, int cell) {
    return words[static_cast<std::size_t>(cell) / 64] >> (cell % 64) & 1;
}

// How many planes it takes to tell `colours` colours and the empty cell apart.
constexpr int planes_for(int colours) {
    int planes = 2;
    while (1 << planes <= colours) ++planes;
    return planes;
}

// A board in play, with what the searches ask for again and again.
template <typename Layout>
struct Position {
    std::array<Words<Layout>, max_planes> planes{};
    std::array<std::uint16_t, max_colours> cells_left{};  // by colour; colour c at c - 1
    std::int32_t score = 0;                               // of the moves so far, without bonus and leftovers
    std::uint16_t ply = 0;                                // moves played
    bool at_end = false;

    friend bool operator==(const Position&, const Position&) = default;

    // Only the first P planes are looked at.
    template <int P = max_planes>
    int colour_at(int cell) const {
        int colour = 0;
        for (int i = 0; i < P; ++i) colour |= has_cell<Layout>(planes[static_cast<std::size_t>(i)], cell) << i;
        return colour;
    }
};

template <typename Layout>
Words<Layout> cells_of_colour(const Position<Layout>& position, int colour) {
    Words<Layout> cells;
    for (std::size_t word = 0; word < cells.size(); ++word) {
        std::uint64_t other = 0;
        for (int i = 0; i < max_planes; ++i) {
            const std::uint64_t plane = position.planes[static_cast<std::size_t>(i)][word];
            other |= colour >> i & 1 ? ~plane : plane;
        }
        cells[word] = ~other;
    }
    return cells;
}

// A move takes away the group that `cell` belongs to; `cell` is the first of its cells.
struct Move {
    std::uint16_t cell = 0;
    std::uint16_t size = 0;

    friend bool operator==(const Move&, const Move&) = default;
};

}  // namespace playout::samegame
