#include "playout/players/game_tree.h"

#include <gtest/gtest.h>

#include <set>

#include "playout/base/rng.h"

namespace playout::players {
namespace {

TEST(GameTree, HasANodeForEveryState) {
    GameTree tree(2, 1 << 30);
    std::vector<game::StateKey> states;
    Rng rng(1);
    for (std::uint64_t i = 0; i < 2000; ++i) {  // of any length, as a prover's are
        game::StateKey state(1 + rng.below(3));
        for (std::uint64_t& word : state) word = rng.below(50);
        if (tree.find(state) == no_node) {
            EXPECT_EQ(tree.add(state), states.size());
            states.push_back(state);
        }
    }
    EXPECT_EQ(std::set(states.begin(), states.end()).size(), states.size());
    for (NodeId node = 0; node < states.size(); ++node) {
        EXPECT_EQ(tree.find(states[node]), node);
        game::StateKey state;
        tree.state_of(node, state);
        EXPECT_EQ(state, states[node]);
    }
    EXPECT_EQ(tree.find({1, 2, 3, 4}), no_node);
}

TEST(GameTree, KeepsWhatCanBeReached) {
    // 0 -> 1 -> 3, 0 -> 2 -> 3 -> 1 (a ring), and 4 that only 0 leads to.
    GameTree tree(2, 1 << 30);
    for (std::uint64_t i = 0; i < 5; ++i) {
        const NodeId node = tree.add({i, i * i});
        tree.visits(node) = static_cast<std::uint32_t>(100 + i);
        tree.begin_edges(node, i + 2);
        tree.add_edge(0, 7);
        for (game::MoveId move = 0; move <= i; ++move) tree.add_edge(1, move);
        tree.edges(node, 1)[i].sum = static_cast<double>(i);
    }
    tree.link(0, 0, 1);
    tree.link(0, 1, 2);
    tree.link(0, 2, 4);
    tree.link(1, 0, 3);
    tree.link(2, 5, 3);
    tree.link(3, 1, 1);
    tree.solve(3, std::vector<float>{0.25F, 0.75F});
    const NodeId root = tree.keep_below(2);
    EXPECT_EQ(tree.size(), 3U);
    EXPECT_EQ(tree.find({2, 4}), root);
    EXPECT_EQ(tree.find({0, 0}), no_node);
    EXPECT_EQ(tree.find({4, 16}), no_node);
    const NodeId three = tree.child(root, 5), one = tree.find({1, 1});
    EXPECT_EQ(three, tree.find({3, 9}));
    EXPECT_EQ(tree.child(three, 1), one);
    EXPECT_EQ(tree.child(one, 0), three);
    EXPECT_EQ(tree.child(root, 0), no_node);
    EXPECT_TRUE(tree.is_solved(three));
    EXPECT_EQ(tree.values(three)[1], 0.75F);
    EXPECT_FALSE(tree.is_solved(one));
    EXPECT_EQ(tree.visits(three), 103U);
    ASSERT_EQ(tree.edges(three, 1).size(), 4U);
    EXPECT_EQ(tree.edges(three, 0)[0].move, 7U);
    EXPECT_EQ(tree.edges(three, 1)[3].sum, 3);
}

TEST(GameTree, SaysWhenItIsFull) {
    GameTree tree(1, 100'000);
    std::uint64_t added = 0;
    while (!tree.full()) tree.add({added++});
    EXPECT_LE(tree.bytes(), 100'000);
    EXPECT_GT(added, 300U);
}

}  // namespace
}  // namespace playout::players
