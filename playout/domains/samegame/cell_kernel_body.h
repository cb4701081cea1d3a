// The one source of the cells' kernel, included by one .cpp for every instruction set (see kernel_body.h).
#pragma once

#include <bit>
#include <cstdint>

#include "playout/domains/samegame/cell_kernel.h"
#include "playout/domains/samegame/kernel_mask.h"

namespace playout::samegame {
namespace {

// The bits of x at those of the mask, moved together at the low end; and back.
inline std::uint64_t extract(std::uint64_t x, std::uint64_t mask) {
#ifdef PLAYOUT_AVX2
    return _pext_u64(x, mask);
#else
    std::uint64_t result = 0;
    for (int to = 0; mask != 0; mask &= mask - 1, ++to) result |= (x >> std::countr_zero(mask) & 1) << to;
    return result;
#endif
}
inline std::uint64_t deposit(std::uint64_t x, std::uint64_t mask) {
#ifdef PLAYOUT_AVX2
    return _pdep_u64(x, mask);
#else
    std::uint64_t result = 0;
    for (; mask != 0; mask &= mask - 1, x >>= 1) result |= (x & 1) << std::countr_zero(mask);
    return result;
#endif
}

// A set lane by lane.
template <typename Layout>
using Lanes = std::array<typename Layout::Lane, static_cast<std::size_t>(Layout::side)>;

template <typename Layout>
Lanes<Layout> lanes_of(const Mask<Layout>& mask) {
    Lanes<Layout> lanes;
    std::memcpy(lanes.data(), &mask.v, sizeof lanes);
    return lanes;
}
template <typename Layout>
Mask<Layout> mask_of(const Lanes<Layout>& lanes) {
    Mask<Layout> mask;
    std::memcpy(&mask.v, lanes.data(), sizeof lanes);
    return mask;
}

// Columns that have a cell of the set, a bit each.
template <typename Layout>
std::uint32_t columns_of(const Mask<Layout>& mask) {
#ifdef PLAYOUT_AVX2
    if constexpr (Layout::vectors == 1) {
        const auto empty = static_cast<std::uint32_t>(
            _mm256_movemask_epi8(_mm256_cmpeq_epi16((__m256i)mask.v, _mm256_setzero_si256())));
        return _pext_u32(~empty, 0x55555555u);
    }
#endif
    const Lanes<Layout> lanes = lanes_of<Layout>(mask);
    std::uint32_t columns = 0;
    for (std::size_t i = 0; i < lanes.size(); ++i) columns |= static_cast<std::uint32_t>(lanes[i] != 0) << i;
    return columns;
}

// As many cells in every column, all at its foot.
template <typename Layout>
Mask<Layout> piled(const Mask<Layout>& left) {
#ifdef PLAYOUT_AVX512
    if constexpr (Layout::vectors == 1) {
        const __m256i one = _mm256_set1_epi16(1);
        const __m256i heights = _mm256_popcnt_epi16((__m256i)left.v);
        return {(typename Mask<Layout>::Vector)_mm256_sub_epi16(_mm256_sllv_epi16(one, heights), one)};
    }
#endif
    Lanes<Layout> lanes = lanes_of<Layout>(left);
    for (auto& lane : lanes)
        lane = static_cast<typename Layout::Lane>((std::uint64_t{1} << std::popcount(lane)) - 1);
    return mask_of<Layout>(lanes);
}

// Word by word: make(i).
template <typename Layout, typename Make>
[[gnu::always_inline]] inline Mask<Layout> from_words(Make make) {
    if constexpr (Layout::vectors == 1) {
        using Vector64 = typename Mask<Layout>::Vector64;
        return {(typename Mask<Layout>::Vector)Vector64{make(0), make(1), make(2), make(3)}};
    } else {
        Words<Layout> words;
        for (std::size_t i = 0; i < words.size(); ++i) words[i] = make(static_cast<int>(i));
        return Mask<Layout>::load(words);
    }
}

// There are no empty columns to the left of others.
inline bool is_closed(std::uint32_t columns) {
    return (columns & (columns + 1)) == 0;
}

// How the cells that are left lie now.
template <typename Layout>
struct Lie {
    using Set = Mask<Layout>;

    Set left;
    std::uint32_t columns;
    Set piles = piled<Layout>(left);

    // Where those of the cells lie; all must be left.
    Set fallen(const Set& cells) const {
        const Set down = from_words<Layout>(
            [&](int i) { return deposit(extract(cells.word(i), left.word(i)), piles.word(i)); });
        return is_closed(columns) ? down : closed(down);
    }
    // Which cells lie there.
    Set risen(const Set& spots) const {
        const Set apart = is_closed(columns) ? spots : opened(spots);
        return from_words<Layout>(
            [&](int i) { return deposit(extract(apart.word(i), piles.word(i)), left.word(i)); });
    }
    // Where the cell lies.
    Set spot(int cell) const {
        int column = cell / Layout::side;
        const std::uint64_t word = left.word(cell / 64);
        const int first = column * Layout::side % 64;  // bit of the column's foot in its word
        const std::uint64_t below = word >> first & ((std::uint64_t{1} << (cell % Layout::side)) - 1);
        if (!is_closed(columns)) column = std::popcount(columns & ((std::uint32_t{1} << column) - 1));
        return Set::cell(cell_at<Layout>(column, std::popcount(below)));
    }

  private:
    Set closed(const Set& set) const {
#ifdef PLAYOUT_AVX512
        if constexpr (Layout::vectors == 1)
            return {(typename Set::Vector)_mm256_maskz_compress_epi16(static_cast<__mmask16>(columns),
                                                                      (__m256i)set.v)};
#endif
        return in_lanes(set,
                        [](const auto& from, auto& to, auto lying, auto start) { to[lying] = from[start]; });
    }
    Set opened(const Set& set) const {
#ifdef PLAYOUT_AVX512
        if constexpr (Layout::vectors == 1)
            return {(typename Set::Vector)_mm256_maskz_expand_epi16(static_cast<__mmask16>(columns),
                                                                    (__m256i)set.v)};
#endif
        return in_lanes(set,
                        [](const auto& from, auto& to, auto lying, auto start) { to[start] = from[lying]; });
    }
    // move(from, to, where a column lies, where it was at the start), for every column with cells.
    template <typename Move>
    Set in_lanes(const Set& set, Move move) const {
        const Lanes<Layout> from = lanes_of<Layout>(set);
        Lanes<Layout> to{};
        std::size_t lying = 0;
        for (std::uint32_t rest = columns; rest != 0; rest &= rest - 1)
            move(from, to, lying++, static_cast<std::size_t>(std::countr_zero(rest)));
        return mask_of<Layout>(to);
    }
};

template <typename Layout>
[[gnu::always_inline]] inline Mask<Layout> with_neighbours(const Mask<Layout>& set) {
    return set | set.up() | set.down() | set.left() | set.right();
}

template <typename Layout>
int cells_in(const Mask<Layout>& mask) {
    int total = 0;
    for (int i = 0; i < cells_of<Layout> / 64; ++i) total += std::popcount(mask.word(i));
    return total;
}

template <typename Layout>
int first_cell(const Mask<Layout>& mask) {
    int i = 0;
    while (mask.word(i) == 0) ++i;
    return i * 64 + std::countr_zero(mask.word(i));
}

template <typename Layout>
struct CellOperations {
    using Set = Mask<Layout>;
    using Game = CellGame<Layout>;
    using Replay = CellReplay<Layout>;
    using Start = StartCells<Layout>;
    using Move = CellMove<Layout>;

    static bool equal(const Set& one, const Set& other) { return !(one ^ other).any(); }

    static void go_to(const Game& game, int number, Replay& replay) {
        replay.game.count = number;
        replay.late_count = 0;
        replay.joined = -1;
        if (number < game.count) {
            const Move& next = game.moves[static_cast<std::size_t>(number)];
            replay.game.left = next.left;
            replay.game.score = next.score;
            replay.columns = next.columns;
        } else {
            replay.game.left = game.left;
            replay.game.score = game.score;
            replay.columns = columns_of<Layout>(Set::load(game.left));
        }
    }

    // Adds a move that takes the group away.
    static void put(Replay& replay, const Rules& rules, int cell, const Set& group, int size) {
        Move& move = replay.game.moves[static_cast<std::size_t>(replay.game.count++)];
        move.left = replay.game.left;
        group.store(move.group);
        move.columns = replay.columns;
        move.score = replay.game.score;
        move.cell = static_cast<std::uint16_t>(cell);
        move.size = static_cast<std::uint16_t>(size);
        const Set left = Set::load(replay.game.left) & ~group;
        left.store(replay.game.left);
        replay.columns = columns_of<Layout>(left);
        replay.game.score += rules.gain[static_cast<std::size_t>(size)];
    }

    static bool take(const Start& start, int cell, Replay& replay) {
        const Lie<Layout> lie{Set::load(replay.game.left), replay.columns};
        const std::size_t colour = start.colour_of[static_cast<std::size_t>(cell)];
        const Set same = lie.fallen(lie.left & Set::load(start.colours[colour - 1]));
        const Set spot = lie.spot(cell);
        Set reached = with_neighbours<Layout>(spot) & same;
        if (equal(reached, spot)) return false;
        for (;;) {
            const Set once = with_neighbours<Layout>(reached) & same;
            const Set twice = with_neighbours<Layout>(once) & same;
            if (equal(once, twice)) {
                reached = once;
                break;
            }
            reached = twice;
        }
        put(replay, *start.rules, cell, lie.risen(reached), cells_in<Layout>(reached));
        replay.game.moves[static_cast<std::size_t>(replay.game.count - 1)].near_known = false;
        return true;
    }

    // The old move's group is still what it was where no cell that lies higher than a change touches it, and no
    // column has closed or opened since.
    static void follow(const Start& start, const Move& old, Replay& replay) {
        const Set changed = Set::load(replay.game.left) ^ Set::load(old.left);
        const Set moved = changed | changed.negated();
        if (old.near_known && replay.columns == old.columns && !(moved & Set::load(old.near)).any()) {
            put(replay, *start.rules, old.cell, Set::load(old.group), old.size);
            Move& move = replay.game.moves[static_cast<std::size_t>(replay.game.count - 1)];
            move.near = old.near;
            move.near_known = true;
        } else if (has_cell<Layout>(replay.game.left, old.cell) && !take(start, old.cell, replay)) {
            replay.late[static_cast<std::size_t>(replay.late_count++)] = old.cell;
        }
    }

    static void follow_all(const Start& start, const Game& old, int from, Replay& replay) {
        for (int number = from; number < old.count; ++number) {
            const Move& move = old.moves[static_cast<std::size_t>(number)];
            if (joins(replay, move.left, number)) return;
            follow(start, move, replay);
        }
        if (joins(replay, old.left, old.count)) return;
        for (int i = 0; i < replay.late_count; ++i)
            if (const int cell = replay.late[static_cast<std::size_t>(i)];
                has_cell<Layout>(replay.game.left, cell))
                take(start, cell, replay);
    }

    static void look_around(Move& move) {
        const Lie<Layout> lie{Set::load(move.left), move.columns};
        const Set around = with_neighbours<Layout>(lie.fallen(Set::load(move.group)));
        const Set filled = lie.fallen(lie.left);
        // The top cell of a column is the last of the set to move: whatever changes in the column moves it.
        const Set over = around & ~filled;
        Set tops = Set::none();
        if (over.any()) tops = tops_of(lie, over);
        (lie.risen(around & filled) | tops).store(move.near);
        move.near_known = true;
    }

    static void lie(const Start& start, const Words<Layout>& left, Position<Layout>& position) {
        const Set cells = Set::load(left);
        const Lie<Layout> lie{cells, columns_of<Layout>(cells)};
        for (std::size_t i = 0; i < position.planes.size(); ++i)
            lie.fallen(cells & Set::load(start.planes[i])).store(position.planes[i]);
        for (std::size_t colour = 0; colour < position.cells_left.size(); ++colour)
            position.cells_left[colour] =
                static_cast<std::uint16_t>(cells_in<Layout>(cells & Set::load(start.colours[colour])));
    }

    static int first_now(const Words<Layout>& left, const Words<Layout>& group) {
        const Set cells = Set::load(left);
        return first_cell<Layout>(Lie<Layout>{cells, columns_of<Layout>(cells)}.fallen(Set::load(group)));
    }

    static int cell_of(const Words<Layout>& left, int cell_now) {
        const Set cells = Set::load(left);
        return first_cell<Layout>(Lie<Layout>{cells, columns_of<Layout>(cells)}.risen(Set::cell(cell_now)));
    }

  private:
    static bool joins(Replay& replay, const Words<Layout>& old_left, int number) {
        if (!equal(Set::load(replay.game.left), Set::load(old_left))) return false;
        replay.joined = number;
        return true;
    }

    // The uppermost bit of every column of the start in which one of the spots lies. What changes in a column
    // moves all that is above it, up to there.
    static Set tops_of(const Lie<Layout>& lie, const Set& spots) {
        Lanes<Layout> tops{};
        const Lanes<Layout> lanes = lanes_of<Layout>(spots);
        std::size_t lane = 0;
        for (std::uint32_t rest = lie.columns; rest != 0; rest &= rest - 1, ++lane)
            if (lanes[lane] != 0)
                tops[static_cast<std::size_t>(std::countr_zero(rest))] =
                    static_cast<typename Layout::Lane>(typename Layout::Lane{1} << (Layout::side - 1));
        return mask_of<Layout>(tops);
    }
};

template <typename Layout>
constexpr CellKernel<Layout> cell_table() {
    using O = CellOperations<Layout>;
    return {O::go_to, O::take, O::follow, O::follow_all, O::look_around, O::lie, O::first_now, O::cell_of};
}

}  // namespace
}  // namespace playout::samegame
