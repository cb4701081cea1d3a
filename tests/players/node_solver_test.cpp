#include "playout/players/node_solver.h"

#include <gtest/gtest.h>

#include <numeric>

namespace playout::players {
namespace {

// A tree with one node, whose children are solved one by one.
struct SmallTree {
    // `moves`: how many each role has.
    explicit SmallTree(const std::vector<std::size_t>& moves) : tree(moves.size(), 1 << 20) {
        node = tree.add({0});
        std::vector<std::vector<game::MoveId>> lists;
        for (const std::size_t count : moves) {
            lists.emplace_back(count);
            std::iota(lists.back().begin(), lists.back().end(), 0U);
        }
        tree.expand(node, [&](std::size_t role) { return std::span<const game::MoveId>(lists[role]); });
    }
    void solve_child(const std::vector<std::uint32_t>& places, const std::vector<float>& values) {
        const NodeId child = tree.add({tree.size()});
        tree.link(node, tree.code(node, [&](std::size_t role) { return places[role]; }), child);
        tree.solve(child, values);
    }
    bool is(const std::vector<float>& values) const {
        return tree.is_solved(node) && std::equal(values.begin(), values.end(), tree.values(node).begin());
    }

    GameTree tree;
    NodeId node;
};

using Places = std::vector<std::uint32_t>;

TEST(NodeSolver, NeedsOneMoveThatNothingCanBeat) {
    SmallTree small({3, 1});
    NodeSolver solver(2, 2, {0.5, 1});
    small.solve_child({1, 0}, {0.5F, 0.25F});
    EXPECT_TRUE(solver.try_to_solve(small.tree, small.node, Places{1, 0}));
    EXPECT_TRUE(small.is({0.5F, 0.25F}));
}

// A full tree forgets children, so that a move that is known may lead to one that is not any more.
TEST(NodeSolver, LeavesValuesAloneWhereSomethingIsNotKnown) {
    SmallTree small({2, 2});
    NodeSolver solver(2, 1, {});
    std::vector<float> values{0.5F, 0.25F};
    small.solve_child({0, 0}, {1, 0});
    EXPECT_FALSE(solver.value_of_move(small.tree, small.node, 0, 0, values));
    EXPECT_EQ(values, (std::vector<float>{0.5F, 0.25F}));
    small.solve_child({0, 1}, {0.5F, 0.5F});
    EXPECT_TRUE(solver.value_of_move(small.tree, small.node, 0, 0, values));
    EXPECT_EQ(values, (std::vector<float>{0.75F, 0.25F}));
}

TEST(NodeSolver, NeedsAllMovesWhereABetterOneMayCome) {
    SmallTree small({3, 1});
    NodeSolver solver(2, 2, {});
    small.solve_child({0, 0}, {0.25F, 0.5F});
    EXPECT_FALSE(solver.try_to_solve(small.tree, small.node, Places{0, 0}));
    EXPECT_EQ(small.tree.edges(small.node, 0)[0].exact, 0.25F);
    small.solve_child({1, 0}, {0.75F, 0});
    EXPECT_FALSE(solver.try_to_solve(small.tree, small.node, Places{1, 0}));
    small.solve_child({2, 0}, {0, 1});
    EXPECT_TRUE(solver.try_to_solve(small.tree, small.node, Places{2, 0}));
    EXPECT_TRUE(small.is({0.75F, 0}));
}

TEST(NodeSolver, StaysOpenWhereEqualMovesAreNotEqualToTheOthers) {
    SmallTree small({2, 1});
    NodeSolver solver(2, 2, {});
    small.solve_child({0, 0}, {0.5F, 0});
    small.solve_child({1, 0}, {0.5F, 1});
    solver.try_all_moves(small.tree, small.node);
    EXPECT_FALSE(small.tree.is_solved(small.node));
}

TEST(NodeSolver, TakesTheMeanOverWhatIsDrawn) {
    SmallTree small({1, 4});
    NodeSolver solver(2, 1, {});
    for (std::uint32_t draw = 0; draw < 4; ++draw) {
        EXPECT_FALSE(solver.try_to_solve(small.tree, small.node, Places{0, draw}));
        small.solve_child({0, draw}, {draw == 0 ? 1.0F : 0.5F, 0});
    }
    EXPECT_TRUE(solver.try_to_solve(small.tree, small.node, Places{0, 3}));
    EXPECT_TRUE(small.is({0.625F, 0}));
}

TEST(NodeSolver, LeavesANodeOpenWhereSeveralChoose) {
    SmallTree small({2, 2});
    NodeSolver solver(2, 2, {});
    for (std::uint32_t one = 0; one < 2; ++one)
        for (std::uint32_t other = 0; other < 2; ++other) small.solve_child({one, other}, {1, 1});
    solver.try_all_moves(small.tree, small.node);
    EXPECT_FALSE(small.tree.is_solved(small.node));
}

}  // namespace
}  // namespace playout::players
