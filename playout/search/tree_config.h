// What every tree search can be told about its tree, and how it divides its budget among several searches.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "playout/problem/archive_moves.h"
#include "playout/run/budget.h"
#include "playout/search/algorithm.h"
#include "playout/search/scores.h"
#include "playout/tree/tree.h"

namespace playout {

enum class FullTree { keep, recycle };

struct TreeConfig {
    std::int64_t tree_nodes = 0;
    FullTree full_tree = FullTree::keep;
    bool transpositions = false;
    std::int64_t searches = 1;

    // The share of the budget that is used up when the search of that number ends, from 1 on.
    double end_of_search(std::int64_t number) const {
        return number < searches ? static_cast<double>(number) / static_cast<double>(searches) : 1;
    }
};

// Adds the rows above to the table of a Config that derives from TreeConfig.
template <typename Config>
Knobs<Config>& add_tree_knobs(Knobs<Config>& knobs) {
    using Number = std::int64_t Config::*;
    return knobs
        .number("searches", static_cast<Number>(&TreeConfig::searches), 1, 1'000'000,
                "that the budget is shared by, one after the other, each with a tree of its own")
        .number("tree_nodes", static_cast<Number>(&TreeConfig::tree_nodes), 0, 4'000'000'000,
                "the most nodes kept; 0: as many as the memory limit allows")
        .choice(
            "full_tree", static_cast<FullTree Config::*>(&TreeConfig::full_tree), {"keep", "recycle"},
            "when the tree is full: go on without new nodes, or free what lies below the least visited ones")
        .flag("transpositions", static_cast<bool Config::*>(&TreeConfig::transpositions),
              "a new node begins with what is known of the same state elsewhere and in earlier searches (by "
              "hash)");
}

// The part of the memory that a tree may take where a table of transpositions stands beside it.
inline std::int64_t tree_bytes(const TreeConfig& config, const Budget& budget) {
    return config.transpositions ? budget.memory_limit() / 2 : budget.memory_limit();
}

// The same treatment of a tree's growth for every search: what is counted, and what happens when it is full.
template <typename TreeType>
class TreeGrowth {
  public:
    using Index = typename TreeType::Index;

    // `max_bytes`: of the tree alone.
    TreeGrowth(TreeType& tree, Budget& budget, FullTree when_full, std::int64_t max_bytes)
        : tree_(tree), budget_(budget), when_full_(when_full), max_bytes_(max_bytes) {}

    // A tree with nothing but its root.
    void restart(std::size_t depth = 0) {
        tree_.clear();
        full_ = false;
        count(depth);
    }

    // The new child, at this depth; none: the tree is full.
    template <typename Move>
    Index add(Index parent, const Move& move, std::size_t depth) {
        if (full_) return TreeType::none;
        const Index child = tree_.add_child(parent, move);
        if (child == TreeType::none) {
            full_ = true;
            size_when_full_ = tree_.size();
            limit_when_full_ = budget_.memory_limit();
        } else {
            count(depth);
        }
        return child;
    }

    // Between two iterations, when no path is under way. The tree may have what the search keeps beside it
    // leaves.
    void between_iterations(std::int64_t other_bytes) {
        budget_.set_memory(tree_.bytes() + other_bytes);
        if (other_bytes > budget_.memory_limit()) budget_.stop(StopReason::memory);
        tree_.limit_bytes(std::min(max_bytes_, budget_.memory_limit() - other_bytes));
        // Something was closed, or the run goes on with more memory.
        if (tree_.size() < size_when_full_ || budget_.memory_limit() > limit_when_full_) full_ = false;
        if (!full_) return;
        if (when_full_ == FullTree::keep) {
            if (budget_.only_nodes_end()) budget_.stop(StopReason::memory);  // it would never end
        } else if (++iterations_full_ * 4 >= tree_.size()) {  // a recycling visits every node: not too often
            const std::int64_t before = tree_.size();
            tree_.recycle();
            ++recycled_;
            iterations_full_ = 0;
            full_ = false;
            if (tree_.size() == before && budget_.only_nodes_end()) budget_.stop(StopReason::memory);
        }
    }

    bool full() const { return full_; }
    std::size_t deepest() const { return deepest_; }  // node

    void archive(Archive& archive) {
        archive(full_, size_when_full_, limit_when_full_, iterations_full_, recycled_, max_, added_, depth_sum_,
                deepest_);
    }

    Statistics statistics() const {
        const auto nodes = static_cast<double>(tree_.size());
        return {{"tree_nodes", nodes},
                {"max_nodes", static_cast<double>(max_)},
                {"average_depth",
                 static_cast<double>(depth_sum_) / static_cast<double>(std::max<std::int64_t>(1, added_))},
                {"deepest", static_cast<double>(deepest_)},
                {"bytes_per_node", static_cast<double>(tree_.bytes()) / static_cast<double>(max_)},
                {"recycled", static_cast<double>(recycled_)}};
    }

  private:
    void count(std::size_t depth) {
        budget_.count_node();
        max_ = std::max(max_, tree_.size());
        ++added_;
        depth_sum_ += static_cast<std::int64_t>(depth);
        deepest_ = std::max(deepest_, depth);
    }

    TreeType& tree_;
    Budget& budget_;
    FullTree when_full_;
    const std::int64_t max_bytes_;
    bool full_ = false;
    std::int64_t size_when_full_ = 0;
    std::int64_t limit_when_full_ = 0;
    std::int64_t iterations_full_ = 0;
    std::int64_t recycled_ = 0;
    std::int64_t max_ = 1;    // nodes at one time
    std::int64_t added_ = 0;  // in all trees
    std::int64_t depth_sum_ = 0;
    std::size_t deepest_ = 0;
};

// A tree whose root is `root`; where moves are kept by their texts, by those too.
template <State S, typename TreeType>
void archive_tree(Archive& archive, const S& root, TreeType& tree) {
    archive(tree);
    if (has_plain_moves<S>) return;
    std::vector<std::pair<typename TreeType::Index, S>> open{{tree.root(), root}};
    while (!open.empty()) {
        const auto [index, state] = std::move(open.back());
        open.pop_back();
        for (std::size_t i = 0; i < tree.children(index).size(); ++i) {
            auto& child = tree.children(index)[i];
            archive_text(archive, state, child.move);
            if (child.child_count == 0) continue;
            open.emplace_back(tree.child(index, i), state);
            open.back().second.play(child.move);
        }
    }
}

}  // namespace playout
