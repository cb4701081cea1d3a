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

TEST(GameTree, TakesOverWhatAnotherOneKnows) {
    GameTree known(2, 1 << 30), tree(2, 1 << 30);
    for (std::uint64_t i = 0; i < 5; ++i) {
        const NodeId node = known.add({i, i * i});
        known.visits(node) = static_cast<std::uint32_t>(100 + i);
        if (i == 4) continue;  // not expanded
        known.begin_edges(node, i + 2);
        known.add_edge(0, 7);
        for (game::MoveId move = 0; move <= i; ++move) known.add_edge(1, move);
        known.edges(node, 1)[i].sum = static_cast<double>(i);
    }
    known.link(3, 0, 1);
    known.solve(3, std::vector<float>{0.25F, 0.75F});
    known.complete(3);
    const NodeId other = tree.add({2, 4}), three = tree.add({3, 9});
    tree.copy(three, known, 3);
    EXPECT_EQ(tree.visits(three), 103U);
    ASSERT_TRUE(tree.is_solved(three));
    EXPECT_EQ(tree.values(three)[1], 0.75F);
    ASSERT_EQ(tree.edges(three, 0).size(), 1U);
    EXPECT_EQ(tree.edges(three, 0)[0].move, 7U);
    ASSERT_EQ(tree.edges(three, 1).size(), 4U);
    EXPECT_EQ(tree.edges(three, 1)[2].move, 2U);
    EXPECT_EQ(tree.edges(three, 1)[3].sum, 3);
    EXPECT_EQ(tree.child(three, 0), no_node);
    EXPECT_FALSE(tree.is_complete(three));  // its children are not here
    EXPECT_EQ(tree.visits(other), 0U);
    const NodeId four = tree.add({4, 16});
    tree.copy(four, known, 4);
    EXPECT_EQ(tree.visits(four), 104U);
    EXPECT_FALSE(tree.is_expanded(four));
    EXPECT_FALSE(tree.is_solved(four));
}

TEST(GameTree, TakesWhatTheTreeBeforeKnewWhenAStateIsAdded) {
    auto first = std::make_unique<GameTree>(1, 1 << 30);
    first->visits(first->add({1})) = 10;
    first->visits(first->add({2})) = 20;
    auto second = std::make_unique<GameTree>(std::move(first));
    EXPECT_EQ(second->size(), 0U);
    EXPECT_EQ(second->visits(second->add({2})), 20U);
    EXPECT_EQ(second->visits(second->add({3})), 0U);
    GameTree third(std::move(second));
    EXPECT_EQ(third.visits(third.add({2})), 20U);
    EXPECT_EQ(third.visits(third.add({1})), 0U);  // of which only the first one knew
}

TEST(GameTree, SaysWhenItIsFull) {
    GameTree tree(1, 100'000);
    std::uint64_t added = 0;
    while (!tree.full()) tree.add({added++});
    EXPECT_GT(tree.bytes(), 100'000);
    EXPECT_LT(tree.bytes(), 150'000);
    EXPECT_GT(added, 300U);
}

}  // namespace
}  // namespace playout::players
