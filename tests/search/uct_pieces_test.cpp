// The pieces of uct by themselves: how it chooses a child, what it tries next, what it learns of moves.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "playout/search/uct_selection.h"
#include "playout/search/uct_untried.h"
#include "tests/search/toys.h"

namespace playout {
namespace {

using ToyTree = UctTree<BareToy>;

// A root with children that have seen random games.
void grow(ToyTree& tree, Rng& rng, int children) {
    for (int i = 0; i < children; ++i) tree.add_child(tree.root(), i);
    for (auto& child : tree.children(tree.root())) {
        for (std::size_t games = 1 + rng.below(9); games-- > 0;) {
            const auto score = static_cast<double>(rng.below(1000));
            child.statistics.add(score);
            tree[tree.root()].statistics.add(score);
        }
        child.closed = rng.below(4) == 0;
    }
}

// The formula, child by child.
double plain_worth(const ToyTree& tree, const ToyTree::Node& child, const UctConfig& config) {
    const UctStatistics& above = tree[tree.root()].statistics;
    const double own = config.value == UctValue::average ? child.statistics.mean() : child.statistics.best;
    return share_of_range(own, above.best, above.worst) +
           uct_exploration(config.c, above.visits, child.statistics.visits);
}

TEST(UctSelection, TakesTheOpenChildThatTheFormulaLikesBest) {
    const CostTable table = random_table(2, 2, 1);
    for (const auto value : {UctValue::best, UctValue::average})
        for (std::uint64_t seed = 1; seed <= 300; ++seed) {
            Rng rng(seed);
            UctConfig config;
            config.value = value;
            ToyTree tree({}, false);
            grow(tree, rng, 1 + static_cast<int>(seed % 5));
            const UctHistory<BareToy> history(tree, false);
            UctSelection<BareToy> selection(config, {}, tree, history, rng);
            const auto [chosen, worth] = selection.select(tree.root(), [&] { return BareToy(table); });
            double best = UctStatistics::nothing;
            for (const auto& child : tree.children(tree.root()))
                if (!child.closed) best = std::max(best, plain_worth(tree, child, config));
            ASSERT_EQ(chosen == ToyTree::none, best == UctStatistics::nothing) << seed;
            if (chosen == ToyTree::none) continue;
            EXPECT_FALSE(tree[chosen].closed) << seed;
            EXPECT_NEAR(plain_worth(tree, tree[chosen], config), best, 1e-5) << seed;
        }
}

TEST(UctSelection, DrawsAmongEqualChildren) {
    const CostTable table = random_table(2, 3, 1);
    for (const int children : {2, 3}) {  // two have a way of their own
        Rng rng(5);
        ToyTree tree({}, false);
        for (int i = 0; i < children; ++i) tree[tree.add_child(tree.root(), i)].statistics.add(7);
        for (int i = 0; i < children; ++i) tree[tree.root()].statistics.add(7);
        const UctConfig config;
        const UctHistory<BareToy> history(tree, false);
        UctSelection<BareToy> selection(config, {}, tree, history, rng);
        std::set<ToyTree::Index> chosen;
        for (int i = 0; i < 200; ++i)
            chosen.insert(selection.select(tree.root(), [&] { return BareToy(table); }).first);
        EXPECT_EQ(chosen.size(), static_cast<std::size_t>(children));
    }
}

TEST(UctSelection, TriesAMoveUnlessThetaOrFirstPlayGoOn) {
    Rng rng(1);
    ToyTree tree({}, false);
    for (int i = 0; i < 6; ++i) tree[tree.root()].statistics.add(i);
    const UctHistory<BareToy> history(tree, false);
    const auto tries = [&](const UctConfig& config, double worth) {
        return UctSelection<BareToy>(config, {}, tree, history, rng).tries_a_move(tree.root(), worth);
    };
    UctConfig theta, first_play;
    EXPECT_TRUE(tries({}, 1e9));
    theta.theta = 3;  // of six visits
    EXPECT_FALSE(tries(theta, 0));
    theta.theta = 4;
    EXPECT_TRUE(tries(theta, 0));
    first_play.first_play = 0.8;
    EXPECT_TRUE(tries(first_play, 0.5));
    EXPECT_FALSE(tries(first_play, 0.9));
}

TEST(UntriedMoves, AreDrawnOnceEachAndTheLastOneExpandsTheNode) {
    const CostTable table = random_table(2, 6, 1);
    const BareToy state(table);
    Rng rng(3);
    ToyTree tree({}, false);
    tree.add_child(tree.root(), 4);
    UntriedMoves<BareToy> untried;
    untried.find(tree.children(tree.root()), state);
    std::set<int> drawn;
    for (int i = 0; i < 5; ++i) {
        EXPECT_FALSE(tree[tree.root()].expanded);
        drawn.insert(*untried.draw(tree[tree.root()], rng));
    }
    EXPECT_EQ(drawn, (std::set<int>{0, 1, 2, 3, 5}));
    EXPECT_TRUE(tree[tree.root()].expanded);
    EXPECT_FALSE(untried.draw(tree[tree.root()], rng));
}

TEST(UntriedMoves, ComeInTheDomainsOrderAndAreAskedForAgainWhenTakenBack) {
    const CostTable table = random_table(2, 3, 1);
    const BareToy state(table);
    ToyTree tree({}, false);
    UntriedMoves<BareToy> untried;
    for (int move = 0; move < 3; ++move) {
        EXPECT_EQ(untried.next_in_order(tree[tree.root()], state), move);
        untried.take_back(tree[tree.root()]);
        EXPECT_EQ(untried.next_in_order(tree[tree.root()], state), move);
        tree.add_child(tree.root(), move);
    }
    EXPECT_EQ(untried.next_in_order(tree[tree.root()], state), std::nullopt);
    EXPECT_TRUE(tree[tree.root()].expanded);
}

// Beside a list of all games, gone through anew for every question.
TEST(UctHistory, IsTheMeanOfAllGamesWithTheMoveAndCountsItsLaterOnes) {
    const CostTable table = random_table(4, 3, 1);
    const BareToy root(table);
    Rng rng(9);
    ToyTree tree({}, true);
    for (int move = 0; move < 3; ++move)
        tree.extra(tree.add_child(tree.root(), move)).code = code_of(root, move, 0);
    UctHistory<BareToy> history(tree, true);
    std::map<MoveCode, std::vector<double>> games;
    for (int game = 0; game < 100; ++game) {
        std::vector<int> moves;
        const auto score = static_cast<double>(rng.below(50));
        BareToy state = root;
        while (!state.at_end()) {
            moves.push_back(static_cast<int>(rng.below(3)));
            games[code_of(state, moves.back(), moves.size() - 1)].push_back(score);
            state.play(moves.back());
        }
        tree[tree.root()].statistics.add(score);
        history.learn(root, moves, {tree.root()}, score);
    }
    const UctStatistics& all = tree[tree.root()].statistics;
    for (const auto& [code, scores] : games) {
        double sum = 0;
        for (const double score : scores) sum += score;
        EXPECT_DOUBLE_EQ(history.worth_of(code),
                         share_of_range(sum / static_cast<double>(scores.size()), all.best, all.worst));
    }
    for (std::uint32_t i = 0; i < 3; ++i) {
        const LearnedOfMove& learned = tree.extra(tree.child(tree.root(), i));
        EXPECT_EQ(learned.visits, games[learned.code].size());  // every depth has codes of its own
    }
    EXPECT_EQ(history.worth_of(12345), 0);
}

// A node learns of a move only where it was played at its depth or later.
TEST(UctHistory, AMovePlayedEarlierSaysNothingOfANodeBelow) {
    const CostTable table = random_table(3, 2, 1);
    const BareToy root(table);
    ToyTree tree({}, true);
    const auto child = tree.add_child(tree.root(), 0);
    const auto below = tree.add_child(child, 1);
    tree.extra(below).code = code_of(root, 0, 0);  // as if the first move could be played again
    UctHistory<BareToy> history(tree, true);
    history.learn(root, {0, 1, 1}, {tree.root(), child, below}, 3);
    EXPECT_EQ(tree.extra(below).visits, 0u);
    BareToy second = root;
    second.play(0);
    tree.extra(below).code = code_of(second, 1, 1);
    history.learn(root, {0, 1, 1}, {tree.root(), child, below}, 3);
    EXPECT_EQ(tree.extra(below).visits, 1u);
}

}  // namespace
}  // namespace playout
