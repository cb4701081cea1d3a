// Closing and pruning beside a twin that works everything out anew.
#include "playout/search/uct_closing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "playout/base/rng.h"
#include "playout/tree/tree.h"

namespace playout {
namespace {

struct Game {
    double score = 0;
    double violation = 0;
};

// A node as a plain object: a leaf has one game, every other node those of its leaves.
struct Plain {
    std::vector<Plain> children;
    std::vector<Game> games;
    double bound = 0;
    bool closed = false;
};

template <typename Counts>
using TreeOf = Tree<int, Counts>;

Plain random_plain(Rng& rng, int depth) {
    Plain node;
    if (depth == 0 || rng.below(5) == 0) {
        node.games.push_back({static_cast<double>(rng.below(30)), static_cast<double>(rng.below(3))});
        node.bound = node.games[0].score + static_cast<double>(rng.below(10));
        return node;
    }
    node.bound = -1;
    for (std::size_t i = 0, count = 1 + rng.below(4); i < count; ++i) {
        node.children.push_back(random_plain(rng, depth - 1));
        const Plain& child = node.children.back();
        node.games.insert(node.games.end(), child.games.begin(), child.games.end());
        node.bound = std::max(node.bound, child.bound);
    }
    return node;
}

void add(UctStatistics& counts, const Game& game) {
    counts.add(game.score);
}
void add(ConstrainedStatistics& counts, const Game& game) {
    counts.add(game.score, game.violation);
}

template <typename Counts>
void build(const Plain& from, TreeOf<Counts>& tree, typename TreeOf<Counts>::Index index) {
    for (const Game& game : from.games) add(tree[index].statistics, game);
    tree[index].statistics.bound = static_cast<float>(from.bound);
    for (std::size_t i = 0; i < from.children.size(); ++i) tree.add_child(index, static_cast<int>(i));
    tree[index].expanded = !from.children.empty();
    for (std::size_t i = 0; i < from.children.size(); ++i) build(from.children[i], tree, tree.child(index, i));
}

// What has only closed children is closed.
void settle(Plain& node) {
    for (Plain& child : node.children) settle(child);
    if (!node.children.empty() && std::all_of(node.children.begin(), node.children.end(),
                                              [](const Plain& child) { return child.closed; }))
        node.closed = true;
}

// The best game below that can still be entered; where none is known the worst of all.
double best_of(const Plain& node, bool constrained) {
    double worst = -UctStatistics::nothing;
    for (const Game& game : node.games)
        if (!constrained || game.violation == 0) worst = std::min(worst, game.score);
    double best = worst < -UctStatistics::nothing ? worst : UctStatistics::nothing;
    for (const Plain& child : node.children)
        if (!child.closed) best = std::max(best, best_of(child, constrained));
    return best;
}

double least_violation_of(const Plain& node) {
    double least = 0;
    bool any = false;
    for (const Game& game : node.games)
        if (game.violation > 0) least = std::max(least, game.violation), any = true;
    if (!any) return -UctStatistics::nothing;
    for (const Plain& child : node.children)
        if (!child.closed) least = std::min(least, least_violation_of(child));
    return least;
}

template <typename Counts>
void expect_alike(const Plain& plain, TreeOf<Counts>& tree, typename TreeOf<Counts>::Index index) {
    constexpr bool constrained = std::is_same_v<Counts, ConstrainedStatistics>;
    ASSERT_EQ(tree[index].closed, plain.closed);
    if (plain.closed) {
        EXPECT_EQ(tree[index].child_count, 0);
        return;
    }
    EXPECT_EQ(tree[index].statistics.best, best_of(plain, constrained));
    if constexpr (constrained) EXPECT_EQ(tree[index].statistics.least_violation, least_violation_of(plain));
    std::size_t open = 0;
    for (std::size_t i = 0; i < plain.children.size(); ++i) {
        const auto child = tree.find(index, static_cast<int>(i));
        ASSERT_EQ(child == TreeOf<Counts>::none, plain.children[i].closed);  // what is closed is taken away
        if (plain.children[i].closed) continue;
        ++open;
        expect_alike(plain.children[i], tree, child);
    }
    EXPECT_EQ(tree[index].child_count, open);
}

// Closes an open leaf at random, as a search does.
template <typename Counts>
void close_a_leaf(Plain& root, TreeOf<Counts>& tree, UctClosing<TreeOf<Counts>>& closing, Rng& rng) {
    std::vector<typename TreeOf<Counts>::Index> path{tree.root()};
    Plain* node = &root;
    while (!node->children.empty()) {
        const std::size_t number = rng.below(node->children.size());
        if (node->children[number].closed) continue;
        path.push_back(tree.find(path.back(), static_cast<int>(number)));
        node = &node->children[number];
    }
    node->closed = true;
    settle(root);
    closing.close(path.back());
    std::size_t heard = 0;
    closing.settle_path(path, [&](std::size_t depth) {
        EXPECT_TRUE(tree[path[depth]].closed);
        ++heard;
    });
    EXPECT_GE(heard, 1u);
}

template <typename Counts>
void close_all_leaves(std::uint64_t seed) {
    Rng rng(seed);
    Plain plain = random_plain(rng, 4);
    TreeOf<Counts> tree({}, false);
    build<Counts>(plain, tree, tree.root());
    UctClosing<TreeOf<Counts>> closing(tree);
    while (!plain.closed) {
        close_a_leaf(plain, tree, closing, rng);
        expect_alike<Counts>(plain, tree, tree.root());
    }
    EXPECT_EQ(tree.size(), 1);
}

void prune_plainly(Plain& node, double limit) {
    for (Plain& child : node.children) {
        if (child.bound <= limit) child.closed = true;
        prune_plainly(child, limit);
    }
}

template <typename Counts>
void prune_higher_and_higher(std::uint64_t seed) {
    Rng rng(seed);
    Plain plain = random_plain(rng, 4);
    TreeOf<Counts> tree({}, false);
    build<Counts>(plain, tree, tree.root());
    UctClosing<TreeOf<Counts>> closing(tree);
    for (double limit = 0; limit < 40 && !plain.closed; limit += 4) {
        prune_plainly(plain, limit);
        settle(plain);
        const std::int64_t before = tree.size();
        const std::int64_t pruned = closing.prune([limit](double bound) { return bound <= limit; });
        EXPECT_GE(pruned, before - tree.size() > 0 ? 1 : 0);
        expect_alike<Counts>(plain, tree, tree.root());
    }
}

TEST(UctClosing, LeavesWhatATwinWorksOutAnewWhenLeavesAreClosed) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        close_all_leaves<UctStatistics>(seed);
        close_all_leaves<ConstrainedStatistics>(seed);
        if (HasFailure()) FAIL() << "seed " << seed;
    }
}

TEST(UctClosing, LeavesWhatATwinWorksOutAnewWhenBoundsArePruned) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        prune_higher_and_higher<UctStatistics>(seed);
        prune_higher_and_higher<ConstrainedStatistics>(seed);
        if (HasFailure()) FAIL() << "seed " << seed;
    }
}

// A node that may still get children is open though all that it has are closed, and keeps them.
TEST(UctClosing, ANodeWithMovesLeftToTryStaysOpen) {
    TreeOf<UctStatistics> tree({}, false);
    tree[tree.root()].statistics.add(5);
    tree[tree.root()].statistics.add(2);
    const auto child = tree.add_child(tree.root(), 0);
    tree[child].statistics.add(5);
    UctClosing<TreeOf<UctStatistics>> closing(tree);
    closing.close(child);
    closing.settle_path({tree.root(), child}, [](std::size_t) {});
    EXPECT_FALSE(tree[tree.root()].closed);
    EXPECT_EQ(tree[tree.root()].child_count, 1);
    EXPECT_EQ(tree[tree.root()].statistics.best, 2);  // 5 cannot be entered again
    tree[tree.root()].expanded = true;
    closing.settle_path({tree.root()}, [](std::size_t) {});
    EXPECT_TRUE(tree[tree.root()].closed);
    EXPECT_EQ(closing.closed(), 2);
}

}  // namespace
}  // namespace playout
