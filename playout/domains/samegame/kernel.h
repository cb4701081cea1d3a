// The operations that the speed of every search rests on, compiled twice from kernel_body.h: for any x86-64,
// and for processors with AVX2 and BMI2. Which copy is used is decided at run time; both give the same results.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "playout/base/rng.h"
#include "playout/domains/samegame/layout.h"
#include "playout/domains/samegame/rules.h"

namespace playout::samegame {

// All groups of a position, by their first cell.
template <typename Layout>
struct GroupList {
    Words<Layout> heads;                                                          // first cells
    std::array<std::uint64_t, static_cast<std::size_t>(cells_of<Layout>)> codes;  // valid at heads only
    std::array<std::uint16_t, static_cast<std::size_t>(cells_of<Layout>)> sizes;
};

// How a playout draws its moves.
struct Draw {
    bool by_group = true;       // every group alike; else every cell that has a group
    int tabu = 0;               // not to be played while there is another move; 0: no colour is
    std::uint64_t epsilon = 0;  // with so many chances of 2^64 the tabu colour is ignored for one move
    // After so many moves of the game, groups of two may be played in the tabu colour too, and when it has only
    // one group it is no longer tabu (Cazenave and Edelkamp, Fig. 10). Negative: no such exception.
    int pairs_after = -1;
};

// What taking a group away would do.
struct Merge {
    int pairs = 0;  // neighbours of one colour brought together, less those parted; not those inside the group
    int last_column = 0;  // of the group
};

template <typename Layout>
struct Kernel {
    // Takes away the group of `cell`, which must have two cells or more, and returns its size.
    int (*play)(Position<Layout>& position, const Rules& rules, int cell);
    bool (*has_move)(const Position<Layout>& position);
    // The cells of the group that `cell` belongs to; it must be a filled one.
    Words<Layout> (*group)(const Position<Layout>& position, int cell);
    Merge (*merged)(const Position<Layout>& position, int cell);
    void (*list)(const Position<Layout>& position, GroupList<Layout>& groups);
    // The same as play and then list, where `groups` lists the position before the move.
    void (*play_listed)(Position<Layout>& position, const Rules& rules, int cell, GroupList<Layout>& groups);
    // Plays to the end and returns how many moves were written to `moves`, which has room for one per two
    // cells.
    int (*playout)(Position<Layout>& position, const Rules& rules, const Draw& draw, Rng& rng, Move* moves);
};

enum class Path { portable, fast };

bool has_fast_path();
// The fast one where this machine has it.
Path best_path();

// `planes` as planes_for() gives it for the colours of the board.
template <typename Layout>
const Kernel<Layout>& kernel_for(int planes, Path path);

// What names a cell in a group's code (Zobrist keys): a word's key turned by the cell's bit. So a whole word of
// cells is one carry-less multiplication, which loses no bit of it, as the keys have an odd number of bits.
extern const std::array<std::uint64_t, cells_of<Large> / 64> word_keys;
constexpr std::uint64_t turned_key(std::uint64_t word_key, int cell) {
    return std::rotl(word_key, cell % 64);
}
inline std::uint64_t cell_key(int cell) {
    return turned_key(word_keys[static_cast<std::size_t>(cell) / 64], cell);
}
extern const std::array<std::uint64_t, max_colours + 1> colour_keys;

}  // namespace playout::samegame
