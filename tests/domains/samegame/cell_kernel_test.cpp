// Boards by the cells that are left, held against the state that plays them, on every copy of the kernel that
// this machine can run.
#include "playout/domains/samegame/cell_kernel.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "playout/domains/samegame/neighbourhood.h"
#include "playout/domains/samegame/state.h"

namespace playout::samegame {
namespace {

std::vector<CellPath> paths() {
    std::vector<CellPath> paths{CellPath::portable};
    if (has_fast_path()) paths.push_back(CellPath::avx2);
    if (best_cell_path(best_path()) == CellPath::avx512) paths.push_back(CellPath::avx512);
    return paths;
}

template <typename Layout>
Instance random_board(Rng& rng) {
    const std::int64_t side = Layout::side;
    const GeneratorConfig config{
        .width = rng.between(1, side), .height = rng.between(1, side), .colours = rng.between(2, 6)};
    return generate(config, Rules(Puzzle::samegame, Leftover::maastricht), rng);
}

template <typename Layout>
class Cells : public testing::Test {};
using Layouts = testing::Types<Small, Large>;
TYPED_TEST_SUITE(Cells, Layouts);

template <typename Layout>
StartCells<Layout> start_of(const SameGameState<Layout>& root) {
    StartCells<Layout> start;
    start.rules = &root.instance().rules();
    start.planes = root.position().planes;
    for (int colour = 1; colour <= root.instance().colours(); ++colour) {
        start.colours[static_cast<std::size_t>(colour - 1)] = cells_of_colour(root.position(), colour);
        for (int cell = 0; cell < cells_of<Layout>; ++cell)
            if (root.position().colour_at(cell) == colour)
                start.colour_of[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(colour);
    }
    return start;
}

template <typename Layout>
std::unique_ptr<CellGame<Layout>> empty_game(const StartCells<Layout>& start) {
    auto game = std::make_unique<CellGame<Layout>>();
    for (const Words<Layout>& cells : start.colours)
        for (std::size_t i = 0; i < cells.size(); ++i) game->left[i] |= cells[i];
    return game;
}

// Random games: every group by a random one of its cells.
TYPED_TEST(Cells, ArePlayedAsTheStatePlays) {
    using Layout = TypeParam;
    Rng rng(1);
    for (int board = 0; board < 12; ++board) {
        const Instance instance = random_board<Layout>(rng);
        const SameGameState<Layout> root(instance);
        const StartCells<Layout> start = start_of(root);
        for (const CellPath path : paths()) {
            const CellKernel<Layout>& kernel = cell_kernel_for<Layout>(path);
            const auto nothing = empty_game(start);
            const auto replay = std::make_unique<CellReplay<Layout>>();
            kernel.go_to(*nothing, 0, *replay);
            SameGameState<Layout> state = root;
            while (!state.at_end()) {
                std::vector<Move> moves;
                legal_moves_of(state, moves);
                const Move move = moves[rng.below(moves.size())];
                ASSERT_TRUE(kernel.take(start, kernel.cell_of(replay->game.left, move.cell), *replay));
                const CellMove<Layout>& taken =
                    replay->game.moves[static_cast<std::size_t>(replay->game.count - 1)];
                ASSERT_EQ(taken.size, move.size);
                ASSERT_EQ(kernel.first_now(taken.left, taken.group), move.cell);
                state.play(move);
                Position<Layout> position;
                kernel.lie(start, replay->game.left, position);
                ASSERT_EQ(position.planes, state.position().planes);
                ASSERT_EQ(position.cells_left, state.position().cells_left);
                ASSERT_EQ(replay->game.score, state.position().score);
            }
            for (int cell = 0; cell < cells_of<Layout>; ++cell)
                if (has_cell<Layout>(replay->game.left, cell)) {
                    ASSERT_FALSE(kernel.take(start, cell, *replay));
                }
        }
    }
}

// A game with a move left out, by what is known of its groups and without.
TYPED_TEST(Cells, FollowAGameAsIfEveryGroupWereLookedFor) {
    using Layout = TypeParam;
    Rng rng(2);
    std::int64_t moves_known = 0;
    for (int board = 0; board < 40; ++board) {
        const Instance instance = random_board<Layout>(rng);
        const SameGameState<Layout> root(instance);
        const StartCells<Layout> start = start_of(root);
        for (const CellPath path : paths()) {
            const CellKernel<Layout>& kernel = cell_kernel_for<Layout>(path);
            const auto nothing = empty_game(start);
            const auto replay = std::make_unique<CellReplay<Layout>>(),
                       twin = std::make_unique<CellReplay<Layout>>();
            kernel.go_to(*nothing, 0, *replay);
            for (int tries = 0; tries < 3 * instance.cells(); ++tries) {
                const auto cell = static_cast<int>(rng.below(static_cast<std::uint64_t>(cells_of<Layout>)));
                if (has_cell<Layout>(replay->game.left, cell)) kernel.take(start, cell, *replay);
            }
            const auto old = std::make_unique<CellGame<Layout>>(replay->game);
            for (int i = 0; i < old->count; ++i) kernel.look_around(old->moves[static_cast<std::size_t>(i)]);
            const auto unknown = std::make_unique<CellGame<Layout>>(*old);
            for (int i = 0; i < old->count; ++i) unknown->moves[static_cast<std::size_t>(i)].near_known = false;
            for (int left_out = 0; left_out < old->count; ++left_out) {
                kernel.go_to(*old, left_out, *replay);
                kernel.go_to(*unknown, left_out, *twin);
                kernel.follow_all(start, *old, left_out + 1, *replay);
                kernel.follow_all(start, *unknown, left_out + 1, *twin);
                ASSERT_EQ(replay->joined, twin->joined);
                ASSERT_EQ(replay->game.count, twin->game.count);
                ASSERT_EQ(replay->game.left, twin->game.left);
                ASSERT_EQ(replay->game.score, twin->game.score);
                for (int i = left_out; i < replay->game.count; ++i) {
                    const auto at = static_cast<std::size_t>(i);
                    ASSERT_EQ(replay->game.moves[at].group, twin->game.moves[at].group);
                    ASSERT_EQ(replay->game.moves[at].size, twin->game.moves[at].size);
                    moves_known += replay->game.moves[at].near_known;
                }
            }
        }
    }
    EXPECT_GT(moves_known, 1000);
}

// All copies make the same neighbours of the same games.
TEST(Neighbourhood, IsTheSameOnAllPaths) {
    if (!has_fast_path()) GTEST_SKIP() << "there is one path";
    Rng boards(3);
    for (int board = 0; board < 6; ++board) {
        const std::string text = to_text(random_board<Small>(boards));
        const Rules rules(Puzzle::samegame, Leftover::maastricht);
        const Instance fast = read_instance(text, "board", rules, Path::fast);
        const Instance slow = read_instance(text, "board", rules, Path::portable);
        using S = SameGameState<Small>;
        const S fast_root(fast), slow_root(slow);
        const auto entry = S::strategies().front();
        const auto fast_strategy = entry.make(fast_root, resolve(entry.parameters, {}, ""));
        const auto slow_strategy = entry.make(slow_root, resolve(entry.parameters, {}, ""));
        class Never final : public PlayoutGuard<S> {
            bool gives_up(const S&) override { return false; }
        } guard;
        Neighbourhood<Small> quick(fast_root, *fast_strategy), plain(slow_root, *slow_strategy);
        S state = fast_root;
        std::vector<Move> game;
        Rng rng(4), other(5), twin(5);
        fast_strategy->playout(state, game, rng, guard);
        quick.begin(game, guard);
        plain.begin(game, guard);
        for (int i = 0; i < 500; ++i) {
            const bool finished = quick.change(other, guard, -1e9);
            ASSERT_EQ(finished, plain.change(twin, guard, -1e9));
            if (!finished) continue;
            ASSERT_EQ(quick.moves(), plain.moves());
            ASSERT_EQ(quick.outcome(), plain.outcome());
            if (i % 3 != 0) continue;
            quick.accept();
            plain.accept();
        }
    }
}

}  // namespace
}  // namespace playout::samegame
