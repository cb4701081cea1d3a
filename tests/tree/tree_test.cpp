#include "playout/tree/tree.h"

#include <gtest/gtest.h>

#include <memory>

#include "playout/base/rng.h"
#include "playout/tree/transpositions.h"

namespace playout {
namespace {

struct Counts {
    std::uint32_t visits = 0;
};
struct Label {
    std::uint64_t label = 0;
};
using TestTree = Tree<int, Counts, Label>;

// The same as plain objects with pointers.
struct Plain {
    int move = 0;
    std::uint64_t label = 0;
    std::uint32_t visits = 0;
    std::vector<std::unique_ptr<Plain>> children;

    std::int64_t size() const {
        std::int64_t nodes = 1;
        for (const auto& child : children) nodes += child->size();
        return nodes;
    }
};

void expect_same(TestTree& tree, TestTree::Index index, const Plain& plain) {
    ASSERT_EQ(tree[index].move, plain.move);
    ASSERT_EQ(tree.extra(index).label, plain.label);
    ASSERT_EQ(tree.children(index).size(), plain.children.size());
    for (std::size_t i = 0; i < plain.children.size(); ++i)
        expect_same(tree, tree.child(index, i), *plain.children[i]);
}

// A random walk down: the node of both trees.
std::pair<TestTree::Index, Plain*> random_node(TestTree& tree, Plain& root, Rng& rng, std::size_t deepest) {
    TestTree::Index index = tree.root();
    Plain* plain = &root;
    for (std::size_t depth = rng.below(deepest + 1); depth > 0 && !plain->children.empty(); --depth) {
        const std::size_t i = rng.below(plain->children.size());
        index = tree.child(index, i);
        plain = plain->children[i].get();
    }
    return {index, plain};
}

TEST(Tree, StaysTheSameAsPlainObjectsThroughRandomChanges) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Rng rng(seed);
        TestTree tree({}, true);
        auto root = std::make_unique<Plain>();
        for (int step = 0; step < 3000; ++step) {
            const auto [index, plain] = random_node(tree, *root, rng, 8);
            switch (rng.below(60)) {
                case 0:
                    tree.drop_children(index);
                    plain->children.clear();
                    break;
                case 1: {
                    const int keep = static_cast<int>(rng.below(3));
                    tree.keep_children(index,
                                       [&](TestTree::Index child) { return tree[child].move % 3 != keep; });
                    std::erase_if(plain->children, [&](const auto& child) { return child->move % 3 == keep; });
                    break;
                }
                case 2:
                    if (rng.below(10) == 0 && !root->children.empty()) {
                        const std::size_t i = rng.below(root->children.size());
                        tree.make_root(tree.child(tree.root(), i));
                        root = std::unique_ptr<Plain>(root->children[i].release());
                    }
                    break;
                default: {
                    const int move = static_cast<int>(rng.below(1000));
                    const auto child = tree.add_child(index, move);
                    ASSERT_NE(child, tree.none);
                    tree.extra(child).label = rng.next();
                    plain->children.push_back(std::make_unique<Plain>());
                    plain->children.back()->move = move;
                    plain->children.back()->label = tree.extra(child).label;
                    ASSERT_EQ(tree[tree.find(index, move)].move, move);
                }
            }
            ASSERT_EQ(tree.size(), root->size());
        }
        expect_same(tree, tree.root(), *root);
        std::int64_t seen = 0;
        tree.for_each([&](TestTree::Index, std::uint32_t) { return ++seen > 0; });
        EXPECT_EQ(seen, tree.size());
    }
}

TEST(Tree, NeverHasMoreNodesThanItMay) {
    TestTree tree({.nodes = 5}, false);
    for (int i = 0; i < 4; ++i) EXPECT_NE(tree.add_child(tree.root(), i), tree.none);
    EXPECT_EQ(tree.add_child(tree.root(), 4), tree.none);
    EXPECT_EQ(tree.size(), 5);
    tree.drop_children(tree.root());
    EXPECT_NE(tree.add_child(tree.root(), 4), tree.none);
}

TEST(Tree, NeverTakesMoreBytesThanItMay) {
    for (const bool with_extra : {false, true}) {
        TestTree tree({.bytes = 100'000}, with_extra);
        Rng rng(1);
        std::vector<TestTree::Index> path{tree.root()};
        TestTree::Index last = tree.root();
        std::int64_t added = 0;
        for (int i = 0; last != tree.none; ++i, ++added) {
            last = tree.add_child(path.back(), i);
            if (last != tree.none && rng.below(3) == 0) path.push_back(last);
        }
        EXPECT_LE(tree.bytes(), 100'000);
        EXPECT_GT(tree.bytes(), 60'000);
        EXPECT_EQ(tree.size(), added);
    }
}

TEST(Tree, RecyclesWhatLiesBelowTheLeastVisited) {
    TestTree tree({}, false);
    for (int i = 0; i < 10; ++i) {
        const auto child = tree.add_child(tree.root(), i);
        tree[child].statistics.visits = static_cast<std::uint32_t>(10 + i);
        tree[child].expanded = true;
        for (int j = 0; j < 10; ++j) tree.add_child(tree.child(tree.root(), static_cast<std::size_t>(i)), j);
    }
    tree[tree.root()].statistics.visits = 1000;
    ASSERT_EQ(tree.size(), 111);
    tree.recycle();
    EXPECT_LE(tree.size(), 61);
    EXPECT_GE(tree.size(), 41);
    for (std::size_t i = 0; i < 10; ++i) {
        const auto& child = tree.children(tree.root())[i];
        EXPECT_EQ(child.child_count == 0, !child.expanded);
        if (i > 0) EXPECT_GE(child.child_count, tree.children(tree.root())[i - 1].child_count);
    }
}

TEST(Transpositions, RemembersWhatItHasRoomFor) {
    Transpositions<Counts> table(10'000);
    std::int64_t entered = 0;
    for (std::uint64_t hash = 1; hash <= 1000; ++hash)
        if (auto* entry = table.enter(hash * 0x9e3779b97f4a7c15ULL)) {
            entry->known.visits = static_cast<std::uint32_t>(hash);
            ++entered;
        }
    EXPECT_EQ(table.size(), entered);
    EXPECT_GT(entered, 50);
    EXPECT_LT(entered, 1000);
    EXPECT_LE(table.bytes(), 10'000);
    EXPECT_EQ(table.find(0x9e3779b97f4a7c15ULL)->known.visits, 1u);
    EXPECT_NE(table.enter(0x9e3779b97f4a7c15ULL), nullptr);
    EXPECT_EQ(table.find(12345), nullptr);
}

}  // namespace
}  // namespace playout
