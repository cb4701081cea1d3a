// The two copies of the kernel against each other and against the plain board.
#include "playout/domains/samegame/kernel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "playout/domains/samegame/picture.h"
#include "tests/domains/samegame/plain_codes.h"

namespace playout::samegame {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::int64_t plies_to_compare = 20'000;
#else
constexpr std::int64_t plies_to_compare = 1'000'000;
#endif

const Rules& rules() {
    static const Rules made(Puzzle::samegame, Leftover::maastricht);
    return made;
}

std::vector<Path> paths() {
    return has_fast_path() ? std::vector{Path::portable, Path::fast} : std::vector{Path::portable};
}

// Any size that fits, full, or with columns of different heights.
Instance random_instance(int largest_side, Rng& rng) {
    const auto width = rng.between(1, largest_side), height = rng.between(1, largest_side);
    const auto colours = rng.between(1, rng.below(2) == 0 ? 5 : max_colours);
    const bool ragged = rng.below(3) == 0;
    Columns columns(static_cast<std::size_t>(width));
    for (auto& column : columns) {
        const auto cells = ragged ? rng.between(1, height) : height;
        for (std::int64_t row = 0; row < cells; ++row)
            column.push_back(static_cast<std::uint8_t>(rng.between(1, colours)));
    }
    return Instance(std::move(columns), rules());
}

template <typename Layout>
void expect_lists(const PlainBoard& plain, const GroupList<Layout>& groups) {
    std::vector<Move> moves, expected_moves;
    std::vector<MoveCode> codes, expected_codes;
    for_each_group(groups, groups.heads, [&](Move move, MoveCode code) {
        moves.push_back(move);
        codes.push_back(code);
    });
    for (const Group& group : plain.groups()) {
        const auto [column, row] = *group.begin();
        expected_moves.push_back({static_cast<std::uint16_t>(cell_at<Layout>(column, row)),
                                  static_cast<std::uint16_t>(group.size())});
        expected_codes.push_back(code_of<Layout>(plain, group));
    }
    ASSERT_EQ(moves, expected_moves);
    ASSERT_EQ(codes, expected_codes);
}

template <typename Layout>
bool same_lists(const GroupList<Layout>& left, const GroupList<Layout>& right) {
    if (left.heads != right.heads) return false;
    bool same = true;
    for_each_group(left, left.heads, [&](Move move, MoveCode code) {
        same = same && right.codes[move.cell] == code && right.sizes[move.cell] == move.size;
    });
    return same;
}

// One random game on every path in step: boards, scores, hashes and groups, listed afresh and kept up from move
// to move, are the same, and undo restores. Returns how many plies it had.
template <typename Layout>
std::int64_t compare_paths(const Instance& instance, bool with_plain_board, Rng& rng) {
    PlainBoard plain(instance);
    std::vector<Instance> instances;
    for (const Path path : paths()) instances.emplace_back(plain.columns(), rules(), path);
    std::vector<SameGameState<Layout>> states(instances.begin(), instances.end());
    std::vector<Position<Layout>> listed;  // the same positions, played with their lists
    std::vector<GroupList<Layout>> kept(states.size()), fresh(states.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
        listed.push_back(states[i].position());
        states[i].kernel().list(listed[i], kept[i]);
    }
    std::vector<Move> legal;
    for (std::int64_t plies = 0;; ++plies) {
        for (std::size_t i = 0; i < states.size(); ++i) {
            states[i].kernel().list(states[i].position(), fresh[i]);
            EXPECT_TRUE(same_lists(fresh[i], fresh[0]) && same_lists(kept[i], fresh[0]));
            EXPECT_TRUE(states[i].position() == states[0].position() && listed[i] == states[0].position());
            EXPECT_EQ(states[i].hash(), states[0].hash());
        }
        states[0].legal_moves(legal);
        EXPECT_EQ(states[0].at_end(), legal.empty());
        if (with_plain_board) {
            EXPECT_EQ(columns_of(states[0].position()), plain.columns());
            EXPECT_EQ(states[0].position().score, plain.score());
            expect_lists(plain, fresh[0]);
        }
        if (legal.empty() || testing::Test::HasFailure()) return plies;
        const Move move = legal[rng.below(legal.size())];
        for (std::size_t i = 0; i < states.size(); ++i) {
            const Position<Layout> before = states[i].position();
            const auto memento = states[i].play_undoable(move);
            states[i].undo(memento);
            EXPECT_TRUE(states[i].position() == before);
            states[i].play(move);
            states[i].kernel().play_listed(listed[i], rules(), move.cell, kept[i]);
        }
        if (with_plain_board) plain.take(plain.group(cell_of<Layout>(move)));
    }
}

void compare_games(std::int64_t plies, bool with_plain_board, Rng rng) {
    while (plies > 0 && !testing::Test::HasFailure())
        plies -= rng.below(4) == 0
                     ? compare_paths<Large>(random_instance(Large::side, rng), with_plain_board, rng)
                     : compare_paths<Small>(random_instance(Small::side, rng), with_plain_board, rng);
}

TEST(SameGameKernel, BothPathsAgreeOnEveryPlyAndUndoRestores) {
    compare_games(plies_to_compare, false, Rng(1));
}

TEST(SameGameKernel, ThePlainBoardAgreesToo) {
    compare_games(plies_to_compare / 50, true, Rng(2));
}

TEST(SameGameKernel, ASmallBoardIsTheSameGameInTheLargeLayout) {
    Rng rng(2);
    for (int game = 0; game < 50; ++game) {
        const Instance instance = random_instance(Small::side, rng);
        const std::uint64_t seed = rng.next();
        Rng left(seed), right(seed);
        SameGameState<Small> small(instance);
        SameGameState<Large> large(instance);
        std::vector<Move> moves, others;
        small.play_out({.by_group = true}, left, moves);
        large.play_out({.by_group = true}, right, others);
        EXPECT_EQ(small.value(), large.value());
        ASSERT_EQ(moves.size(), others.size());
        for (std::size_t i = 0; i < moves.size(); ++i)
            EXPECT_EQ(cell_of<Small>(moves[i]), cell_of<Large>(others[i]));
    }
}

// Cazenave and Edelkamp, Fig. 10 on the plain board: the groups that a playout may take at its `ply`-th move.
std::vector<Group> allowed_groups(const PlainBoard& board, const Draw& draw, int ply) {
    const std::vector<Group> groups = board.groups();
    int tabu = draw.tabu;
    const auto is_tabu = [&](const Group& group) { return board.colour(*group.begin()) == tabu; };
    if (draw.pairs_after >= 0 && std::count_if(groups.begin(), groups.end(), is_tabu) <= 1) tabu = 0;
    std::vector<Group> allowed;
    for (const Group& group : groups) {
        const bool pair_now = draw.pairs_after >= 0 && ply > draw.pairs_after && group.size() == 2;
        if (!is_tabu(group) || pair_now) allowed.push_back(group);
    }
    return allowed.empty() ? groups : allowed;
}

// From a position after `opening` random moves on.
template <typename Layout>
void check_playouts(const Instance& instance, const Draw& draw, std::size_t opening, std::uint64_t seed) {
    std::optional<std::vector<Move>> first_moves;
    for (const Path path : paths()) {
        const Instance same(PlainBoard(instance).columns(), rules(), path);
        SameGameState<Layout> state(same);
        PlainBoard plain(same);
        Rng rng(seed);
        std::vector<Move> moves;
        while (moves.size() < opening && !state.at_end()) {
            std::vector<Move> legal;
            state.legal_moves(legal);
            moves.push_back(legal[rng.below(legal.size())]);
            state.play(moves.back());
        }
        const std::size_t opened = moves.size();
        state.play_out(draw, rng, moves);
        if (!first_moves) first_moves = moves;
        ASSERT_EQ(moves, *first_moves);
        for (std::size_t ply = 0; ply < moves.size(); ++ply) {
            const Group group = plain.group(cell_of<Layout>(moves[ply]));
            ASSERT_EQ(*group.begin(), cell_of<Layout>(moves[ply]));
            ASSERT_EQ(group.size(), moves[ply].size);
            if (draw.epsilon == 0 && ply >= opened) {
                const auto allowed = allowed_groups(plain, draw, static_cast<int>(ply));
                ASSERT_NE(std::find(allowed.begin(), allowed.end(), group), allowed.end());
            }
            plain.take(group);
        }
        EXPECT_TRUE(plain.groups().empty());
        EXPECT_TRUE(state.at_end());
        EXPECT_EQ(state.value(), plain.value_at_end());
        EXPECT_EQ(state.position().ply, moves.size());
        EXPECT_EQ(columns_of(state.position()), plain.columns());
        for (const auto& [colour, cells] : plain.cells_by_colour())
            EXPECT_EQ(state.position().cells_left[static_cast<std::size_t>(colour - 1)], cells);
    }
}

TEST(SameGameKernel, PlayoutsFollowTheirRulesOnBothPaths) {
    Rng rng(3);
    for (int game = 0; game < 150; ++game) {
        Draw draw;
        draw.by_group = rng.below(2) == 0;
        draw.tabu = static_cast<int>(rng.below(4));
        draw.pairs_after = rng.below(2) == 0 ? -1 : static_cast<int>(rng.below(12));
        draw.epsilon = rng.below(4) == 0 ? ~0ULL / 10 : 0;
        const bool large = rng.below(4) == 0;
        const Instance instance = random_instance(large ? Large::side : Small::side, rng);
        if (large) {
            check_playouts<Large>(instance, draw, rng.below(15), rng.next());
        } else {
            check_playouts<Small>(instance, draw, rng.below(15), rng.next());
        }
    }
}

// How often each first move comes, against the share it should have: within five standard deviations.
void expect_shares(const Draw& draw, const std::vector<double>& weights) {
    const Instance instance = standard_board(rules());
    const SameGameState<Small> root(instance);
    std::vector<Move> legal;
    root.legal_moves(legal);
    ASSERT_EQ(weights.size(), legal.size());
    double total = 0;
    for (const double weight : weights) total += weight;
    constexpr int games = 20'000;
    std::vector<int> counts(legal.size());
    Rng rng(4);
    std::vector<Move> moves;
    for (int game = 0; game < games; ++game) {
        SameGameState<Small> state = root;
        moves.clear();
        state.play_out(draw, rng, moves);
        ++counts[static_cast<std::size_t>(std::find(legal.begin(), legal.end(), moves[0]) - legal.begin())];
    }
    for (std::size_t i = 0; i < legal.size(); ++i) {
        const double share = weights[i] / total;
        EXPECT_NEAR(counts[i], games * share, 5 * std::sqrt(games * share * (1 - share)) + 1e-9);
    }
}

TEST(SameGameKernel, GroupsAreDrawnAlikeAndCellsAreDrawnAlike) {
    const Instance instance = standard_board(rules());
    const SameGameState<Small> root(instance);
    std::vector<Move> legal;
    root.legal_moves(legal);
    std::vector<double> alike(legal.size(), 1), by_size, by_size_without_2;
    for (const Move move : legal) {
        by_size.push_back(move.size);
        by_size_without_2.push_back(root.position().colour_at(move.cell) == 2 ? 0 : move.size);
    }
    expect_shares({.by_group = true}, alike);
    expect_shares({.by_group = false}, by_size);
    expect_shares({.by_group = false, .tabu = 2}, by_size_without_2);
}

}  // namespace
}  // namespace playout::samegame
