// The kernel's one source, included by one .cpp for every instruction set. All of it is local to that file, so
// that code for one processor never stands in for another's. Vectors are the compilers' own (GCC, Clang); where
// the processor has less, they are split.
#pragma once

#include <bit>
#include <cstdint>

#include "playout/domains/samegame/kernel.h"
#include "playout/domains/samegame/kernel_mask.h"

namespace playout::samegame {
namespace {

template <typename Layout>
constexpr int words_of = cells_of<Layout> / 64;

template <typename Layout>
int count(const Mask<Layout>& mask) {
    int total = 0;
    for (int i = 0; i < words_of<Layout>; ++i) total += std::popcount(mask.word(i));
    return total;
}

// The set's first cell; it must have one.
template <typename Layout>
int first(const Mask<Layout>& mask) {
    int i = 0;
    while (mask.word(i) == 0) ++i;
    return i * 64 + std::countr_zero(mask.word(i));
}

template <typename Layout>
int last(const Mask<Layout>& mask) {
    int i = words_of<Layout> - 1;
    while (mask.word(i) == 0) --i;
    return i * 64 + 63 - std::countl_zero(mask.word(i));
}

template <typename Layout, typename Visit>
void for_each_cell(const Mask<Layout>& mask, Visit visit) {
    for (int i = 0; i < words_of<Layout>; ++i)
        for (std::uint64_t bits = mask.word(i); bits != 0; bits &= bits - 1)
            visit(i * 64 + std::countr_zero(bits));
}

// The bit of the k-th that is set, from 0.
inline std::uint64_t kth_bit(std::uint64_t bits, int k) {
#ifdef PLAYOUT_AVX2
    return _pdep_u64(std::uint64_t{1} << k, bits);
#else
    for (; k > 0; --k) bits &= bits - 1;
    return bits & -bits;
#endif
}

// One cell of the set, each with the same chance.
template <typename Layout>
[[gnu::always_inline]] inline Mask<Layout> draw_cell(const Mask<Layout>& mask, Rng& rng) {
    int k = static_cast<int>(rng.below(static_cast<std::uint64_t>(count(mask))));
    for (int i = 0;; ++i) {
        const int here = std::popcount(mask.word(i));
        if (k < here) return Mask<Layout>::bit(i, kth_bit(mask.word(i), k));
        k -= here;
    }
}

// Cells that have the colour of the one above them, and of the one to their right.
template <typename Layout>
struct Links {
    Mask<Layout> up;
    Mask<Layout> right;

    Mask<Layout> linked() const { return up | up.up() | right | right.right(); }
    Links within(const Mask<Layout>& closed) const { return {up & closed, right & closed}; }
};

// The planes of a board, `P` of them.
template <typename Layout, int P>
struct Planes {
    using Set = Mask<Layout>;
    Set plane[P];

    static Planes load(const Position<Layout>& position) {
        Planes planes;
        for (std::size_t i = 0; i < P; ++i) planes.plane[i] = Set::load(position.planes[i]);
        return planes;
    }
    void store(Position<Layout>& position) const {
        for (std::size_t i = 0; i < P; ++i) plane[i].store(position.planes[i]);
    }

    Set filled() const {
        Set any = plane[0];
        for (int i = 1; i < P; ++i) any = any | plane[i];
        return any;
    }

    Set of_colour(int colour) const {
        Set other = colour & 1 ? ~plane[0] : plane[0];
        for (int i = 1; i < P; ++i) other = other | (colour >> i & 1 ? ~plane[i] : plane[i]);
        return ~other;
    }

    Links<Layout> links() const {
        Set differs_up = plane[0] ^ plane[0].down();
        Set differs_right = plane[0] ^ plane[0].left();
        for (int i = 1; i < P; ++i) {
            differs_up = differs_up | (plane[i] ^ plane[i].down());
            differs_right = differs_right | (plane[i] ^ plane[i].left());
        }
        const Set here = filled();  // empty cells equal each other too
        return {here & ~differs_up, here & ~differs_right};
    }

    // Takes the cells away; what is above them falls, one row a step in all columns at once. Then columns that
    // became empty close. Returns the cells that may hold something else than before.
    Set remove(const Set& cells) {
        Set gone = cells;
        do {
            gone = fall(gone);
            gone = fall(gone);
        } while (gone.any());
        Set changed = cells | cells.negated();  // in every column from the lowest removed cell on
        const Set emptied = filled().empty_columns() & changed;
        if (emptied.any()) [[unlikely]] {
            const int column = first(emptied) / Layout::side;
            close(emptied);
            changed = changed | Set::columns_from(column);
        }
        return changed;
    }

    // Takes the lowest of the cells away in every column and returns where the others are then.
    Set fall(const Set& gone) {
        const Set lowest = gone & gone.negated();
        const Set below = lowest.minus_one();  // everything, in columns without a cell to remove
        for (int i = 0; i < P; ++i) plane[i] = (plane[i] & below) | (plane[i].down() & ~below);
        return (gone ^ lowest).down();
    }

    // Moves columns to the left over empty ones, the rightmost of those first.
    void close(const Set& emptied) {
        Words<Layout> words;
        emptied.store(words);
        for (int column = Layout::side - 1; column >= 0; --column) {
            const int top = cell_at<Layout>(column, Layout::side - 1);
            if (!has_cell<Layout>(words, top)) continue;
            const Set from = Set::columns_from(column);
            for (int i = 0; i < P; ++i) plane[i] = (plane[i] & ~from) | (plane[i].left() & from);
        }
    }
};

// One step along every link.
template <typename Layout>
Mask<Layout> spread(const Mask<Layout>& from, const Links<Layout>& links) {
    return from | (from & links.up).up() | (from.down() & links.up) | (from & links.right).right() |
           (from.left() & links.right);
}

// Every cell that links lead to from `seed`. Two steps a turn: how many it takes is hard to foresee, for a
// processor too.
template <typename Layout>
[[gnu::always_inline]] inline Mask<Layout> flood(const Mask<Layout>& seed, const Links<Layout>& links) {
    Mask<Layout> reached = seed;
    for (;;) {
        const Mask<Layout> once = spread(reached, links);
        const Mask<Layout> twice = spread(once, links);
        if (!(twice ^ once).any()) return once;
        reached = twice;
    }
}

// The first cell of every group. A first cell has no link to the left or down; where each cell of a group has
// at most one of these two links, or both lead to the same cell, no other cell of the group is like that.
// Only groups with a cell where two ways join are flooded.
template <typename Layout>
[[gnu::always_inline]] inline Mask<Layout> heads(const Links<Layout>& links) {
    using Set = Mask<Layout>;
    const Set down = links.up.up(), left = links.right.right();
    Set found = (links.up | links.right) & ~(down | left);
    Set joins = down & left & ~down.right();
    while (joins.any()) {
        const Set group = flood(Set::cell(first(joins)), links);
        const Set candidates = found & group;
        found = (found ^ candidates) | Set::cell(first(candidates));
        joins = joins & ~group;
    }
    return found;
}

// Groups of two: their first cells, standing and lying.
template <typename Layout>
struct Pairs {
    Mask<Layout> standing;
    Mask<Layout> lying;

    explicit Pairs(const Links<Layout>& links) {
        const Mask<Layout> down = links.up.up(), left = links.right.right();
        const Mask<Layout> several =
            (links.up & down) | (links.right & left) | ((links.up | down) & (links.right | left));
        standing = links.up & ~(several | several.down());
        lying = links.right & ~(several | several.left());
    }
    Mask<Layout> cells() const { return standing | standing.up() | lying | lying.right(); }
};

// The keys of all cells of a group together.
template <typename Layout>
std::uint64_t key_of(const Mask<Layout>& group) {
#ifdef PLAYOUT_AVX2
    __m128i sum = _mm_setzero_si128();
    const __m128i* words = reinterpret_cast<const __m128i*>(&group.v);
    const __m128i* keys = reinterpret_cast<const __m128i*>(word_keys.data());
    for (int i = 0; i < 2 * Layout::vectors; ++i) {
        const __m128i pair = _mm_loadu_si128(words + i), key = _mm_loadu_si128(keys + i);
        sum = _mm_xor_si128(sum, _mm_clmulepi64_si128(pair, key, 0x00));
        sum = _mm_xor_si128(sum, _mm_clmulepi64_si128(pair, key, 0x11));
    }
    // What went beyond 64 bits comes round: the keys are turned, not shifted.
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(sum) ^ _mm_extract_epi64(sum, 1));
#else
    std::uint64_t key = 0;
    for_each_cell(group, [&](int cell) { key ^= cell_key(cell); });
    return key;
#endif
}

// Adds the groups of `links`; what the list has there must have been taken out before.
template <typename Layout, int P>
void add_groups(const Links<Layout>& links, const Position<Layout>& position, GroupList<Layout>& groups) {
    const auto add = [&](int cell, int size, std::uint64_t key) {
        groups.codes[static_cast<std::size_t>(cell)] = key ^ colour_keys[position.template colour_at<P>(cell)];
        groups.sizes[static_cast<std::size_t>(cell)] = static_cast<std::uint16_t>(size);
    };
    const Pairs<Layout> pairs(links);
    const Mask<Layout> pair_heads = pairs.standing | pairs.lying;
    for (int i = 0; i < words_of<Layout>; ++i)
        for (std::uint64_t bits = pair_heads.word(i); bits != 0; bits &= bits - 1) {
            const int cell = i * 64 + std::countr_zero(bits);
            const bool lies = pairs.lying.word(i) & bits & -bits;
            add(cell, 2, cell_key(cell) ^ cell_key(cell + (lies ? Layout::side : 1)));
        }
    Mask<Layout> found = Mask<Layout>::load(groups.heads) | pair_heads;
    Mask<Layout> rest = links.linked() & ~pairs.cells();
    while (rest.any()) {
        const int cell = first(rest);
        const Mask<Layout> head = Mask<Layout>::cell(cell);
        const Mask<Layout> group = flood(head, links);
        add(cell, count(group), key_of(group));
        found = found | head;
        rest = rest & ~group;
    }
    found.store(groups.heads);
}

template <typename Layout, int P>
struct Operations {
    using Set = Mask<Layout>;
    using Board = Planes<Layout, P>;

    static Set group_of(const Board& board, int cell, int colour) {
        const Set same = board.of_colour(colour);
        return flood(Set::cell(cell), {same & same.down(), same & same.left()});
    }

    static int take(Position<Layout>& position, const Rules& rules, Board& board, const Set& group,
                    int colour) {
        const int size = count(group);
        position.cells_left[static_cast<std::size_t>(colour - 1)] -= static_cast<std::uint16_t>(size);
        position.score += rules.gain[static_cast<std::size_t>(size)];
        ++position.ply;
        board.store(position);
        return size;
    }

    static int play(Position<Layout>& position, const Rules& rules, int cell) {
        Board board = Board::load(position);
        const int colour = position.template colour_at<P>(cell);
        const Set group = group_of(board, cell, colour);
        board.remove(group);
        position.at_end = !any_link(board);
        return take(position, rules, board, group, colour);
    }

    static bool any_link(const Board& board) {
        const Links<Layout> links = board.links();
        return (links.up | links.right).any();
    }

    static bool has_move(const Position<Layout>& position) { return any_link(Board::load(position)); }

    static Words<Layout> group(const Position<Layout>& position, int cell) {
        Words<Layout> words;
        group_of(Board::load(position), cell, position.template colour_at<P>(cell)).store(words);
        return words;
    }

    static Merge merged(const Position<Layout>& position, int cell) {
        Board board = Board::load(position);
        const Set group = group_of(board, cell, position.template colour_at<P>(cell));
        const Links<Layout> before = board.links();
        board.remove(group);
        const Links<Layout> after = board.links();
        const int pairs =
            count(after.up) + count(after.right) - count(before.up & ~group) - count(before.right & ~group);
        return {pairs, last(group) / Layout::side};
    }

    static void list(const Position<Layout>& position, GroupList<Layout>& groups) {
        groups.heads = {};
        add_groups<Layout, P>(Board::load(position).links(), position, groups);
    }

    // Groups that neither hold nor touch a cell that changed are still what they were.
    static void play_listed(Position<Layout>& position, const Rules& rules, int cell,
                            GroupList<Layout>& groups) {
        Board board = Board::load(position);
        const int colour = position.template colour_at<P>(cell);
        const Set group = group_of(board, cell, colour);
        const Set changed = board.remove(group);
        take(position, rules, board, group, colour);
        const Links<Layout> links = board.links();
        position.at_end = !(links.up | links.right).any();
        const Set near = changed | changed.down() | changed.left() | changed.right();
        const Set stale = flood(near, links);
        (Set::load(groups.heads) & ~stale).store(groups.heads);
        add_groups<Layout, P>(links.within(stale), position, groups);
    }

    // Cazenave and Edelkamp, Fig. 10.
    static Set without_exceptions(const Set& tabu, const Links<Layout>& links, bool pairs_allowed) {
        const Links<Layout> tabu_links = links.within(tabu);
        if (count(heads(tabu_links)) <= 1) return Set::none();
        return pairs_allowed ? tabu & ~Pairs<Layout>(tabu_links).cells() : tabu;
    }

    template <bool by_group>
    static int playout_by(Position<Layout>& position, const Rules& rules, const Draw& draw, Rng& shared_rng,
                          Move* moves) {
        Board board = Board::load(position);
        Rng rng = shared_rng;
        int played = 0;
        for (;; ++played) {
            const Links<Layout> links = board.links();
            const Set linked = links.linked();
            if (!linked.any()) break;
            Set allowed = linked;
            if (draw.tabu != 0 && !(draw.epsilon != 0 && rng.next() < draw.epsilon)) {
                Set tabu = board.of_colour(draw.tabu);
                if (draw.pairs_after >= 0)
                    tabu = without_exceptions(tabu, links, position.ply + played > draw.pairs_after);
                const Set rest = linked & ~tabu;
                if (rest.any()) allowed = rest;
            }
            if constexpr (by_group) allowed = heads(links.within(allowed));
            const Set group = flood(draw_cell(allowed, rng), links);
            const int size = count(group);
            moves[played] = {static_cast<std::uint16_t>(first(group)), static_cast<std::uint16_t>(size)};
            position.score += rules.gain[static_cast<std::size_t>(size)];
            board.remove(group);
        }
        shared_rng = rng;
        board.store(position);
        for (int colour = 1; colour <= max_colours && colour < 1 << P; ++colour)
            position.cells_left[static_cast<std::size_t>(colour - 1)] =
                static_cast<std::uint16_t>(count(board.of_colour(colour)));
        position.ply = static_cast<std::uint16_t>(position.ply + played);
        position.at_end = true;
        return played;
    }

    static int playout(Position<Layout>& position, const Rules& rules, const Draw& draw, Rng& rng,
                       Move* moves) {
        return draw.by_group ? playout_by<true>(position, rules, draw, rng, moves)
                             : playout_by<false>(position, rules, draw, rng, moves);
    }
};

template <typename Layout, int P>
constexpr Kernel<Layout> table() {
    using O = Operations<Layout, P>;
    return {O::play, O::has_move, O::group, O::merged, O::list, O::play_listed, O::playout};
}

// By planes, from 2 to 5.
template <typename Layout>
constexpr std::array<Kernel<Layout>, 4> tables() {
    return {table<Layout, 2>(), table<Layout, 3>(), table<Layout, 4>(), table<Layout, 5>()};
}

}  // namespace
}  // namespace playout::samegame
