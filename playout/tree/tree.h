// The tree that every tree search grows. A node is a few words: what the search counts, its move, where its
// children are. Children lie side by side, so that choosing among them reads memory in one stretch; when one
// more does not fit, all of them move to a larger block. Nothing points to a parent: a search keeps its path
// itself.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "playout/tree/arena.h"

namespace playout {

// `Statistics` is what the search counts at a node; it has `visits`.
template <typename Move, typename Statistics>
struct TreeNode {
    Statistics statistics{};
    std::uint32_t first_child = 0;
    std::uint16_t child_count = 0;
    std::uint8_t block_kind = 0;  // of the children, where there are any
    bool closed : 1 = false;      // nothing below is left to search
    bool expanded : 1 = false;    // no child is left to add
    bool marked : 1 = false;      // for the moment, by whoever prunes
    Move move{};
};

// For searches that keep no more of a node than its statistics.
struct NoExtra {};

// `Extra` is kept beside the nodes: what choosing among children does not read, so that it reads less; or what
// only some settings of a search need. It takes no memory unless asked for.
template <typename Move, typename Statistics, typename Extra = NoExtra>
class Tree {
  public:
    using Node = TreeNode<Move, Statistics>;
    using Index = typename Arena<Node>::Index;
    static constexpr Index none = Arena<Node>::none;

    // A node with more legal moves than this never has a child for each.
    static constexpr std::uint32_t max_children = 65'535;

    static constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();
    struct Maximum {
        std::int64_t nodes = no_limit;
        std::int64_t bytes = no_limit;
    };

    Tree(const Maximum& maximum, bool with_extra) : maximum_(maximum), with_extra_(with_extra) {
        limit_bytes(maximum.bytes);
        clear();
    }

    // It grows no further than this; what it has taken it keeps.
    void limit_bytes(std::int64_t bytes) {
        const auto node_bytes = static_cast<std::int64_t>(sizeof(Node));
        maximum_.bytes = bytes;
        if (with_extra_)  // both stores have the same number of entries
            maximum_.bytes = bytes / (node_bytes + static_cast<std::int64_t>(sizeof(Extra))) * node_bytes;
    }

    void clear() {
        arena_.clear();
        root_ = arena_.take(0, no_limit);
        place(root_, {});
        size_ = 1;
    }

    Index root() const { return root_; }
    Node& operator[](Index index) { return arena_[index]; }
    const Node& operator[](Index index) const { return arena_[index]; }
    Extra& extra(Index index) {
        assert(with_extra_);
        return extras_[index];
    }
    const Extra& extra(Index index) const {
        assert(with_extra_);
        return extras_[index];
    }

    std::span<Node> children(Index parent) {
        Node& node = arena_[parent];
        return node.child_count == 0 ? std::span<Node>{}
                                     : std::span<Node>{&arena_[node.first_child], node.child_count};
    }
    std::span<const Node> children(Index parent) const { return const_cast<Tree*>(this)->children(parent); }
    Index child(Index parent, std::size_t number) const {
        assert(number < arena_[parent].child_count);
        return arena_[parent].first_child + static_cast<Index>(number);
    }

    // The child with the move, or none.
    Index find(Index parent, const Move& move) {
        const std::span<Node> found = children(parent);
        for (std::size_t i = 0; i < found.size(); ++i)
            if (found[i].move == move) return child(parent, i);
        return none;
    }

    // The new child; its siblings may have moved, nothing else has. None: there is no room.
    Index add_child(Index parent, const Move& move) {
        if (size_ >= maximum_.nodes || arena_[parent].child_count == max_children) return none;
        if (!make_room(parent, arena_[parent].child_count + 1u)) return none;
        Node& node = arena_[parent];
        const Index index = node.first_child + node.child_count++;
        place(index, move);
        ++size_;
        return index;
    }

    // Takes everything below the node away.
    void drop_children(Index parent) {
        stack_.assign(1, parent);
        while (!stack_.empty()) {
            Node& node = arena_[stack_.back()];
            stack_.pop_back();
            if (node.child_count == 0) continue;
            for (std::uint32_t i = 0; i < node.child_count; ++i) stack_.push_back(node.first_child + i);
            size_ -= node.child_count;
            to_free_.emplace_back(node.first_child, node.block_kind);
            node.child_count = 0;
        }
        for (const auto& [block, kind] : to_free_) arena_.give_back(block, kind);
        to_free_.clear();
    }

    // Takes away the children for which keep(index) does not hold, with everything below them.
    template <typename Keep>
    void keep_children(Index parent, Keep keep) {
        Node& node = arena_[parent];
        std::uint32_t kept = 0;
        for (std::uint32_t i = 0; i < node.child_count; ++i) {
            const Index from = node.first_child + i;
            if (keep(from)) {
                if (kept < i) copy(from, node.first_child + kept);
                ++kept;
            } else {
                drop_children(from);
            }
        }
        size_ -= node.child_count - kept;
        if (kept == 0 && node.child_count > 0) arena_.give_back(node.first_child, node.block_kind);
        node.child_count = static_cast<std::uint16_t>(kept);
    }

    // The child becomes the root; everything that is not below it goes.
    void make_root(Index child) {
        assert(child != root_);
        const Node chosen = arena_[child];
        const Extra extra = with_extra_ ? extras_[child] : Extra{};
        arena_[child].child_count = 0;
        drop_children(root_);
        arena_[root_] = chosen;
        if (with_extra_) extras_[root_] = extra;
    }

    // visit(index, depth) for every node, each before its children; false: what is below is passed over.
    template <typename Visit>
    void for_each(Visit visit) {
        std::vector<std::pair<Index, std::uint32_t>> open{{root_, 0}};
        while (!open.empty()) {
            const auto [index, depth] = open.back();
            open.pop_back();
            if (!visit(index, depth)) continue;
            const Node& node = arena_[index];
            for (std::uint32_t i = 0; i < node.child_count; ++i)
                open.emplace_back(node.first_child + i, depth + 1);
        }
    }

    // Frees about half of the nodes, those below the least visited ones; never the root's children. What they
    // are left without can be grown again.
    void recycle() {
        std::array<std::int64_t, visit_classes> nodes{};  // by the visits of their parents
        for_each([&](Index index, std::uint32_t) {
            nodes[visit_class(arena_[index].statistics.visits)] += arena_[index].child_count;
            return true;
        });
        std::size_t last = 0;
        for (std::int64_t freed = nodes[0]; freed * 2 < size_ - 1 && last + 1 < visit_classes;)
            freed += nodes[++last];
        for_each([&](Index index, std::uint32_t) {
            Node& node = arena_[index];
            if (index == root_ || visit_class(node.statistics.visits) > last) return true;
            drop_children(index);
            node.expanded = false;
            return false;
        });
    }

    // Moves are kept as bytes.
    void archive(Archive& archive) {
        archive(arena_, root_, size_);
        if (with_extra_) archive(extras_);
        if (root_ >= arena_.size() || (with_extra_ && extras_.size() < arena_.size()))
            archive.fail("damaged: a tree without its root");
    }

    std::size_t capacity() const { return arena_.size(); }  // every index is below
    std::int64_t size() const { return size_; }             // nodes
    std::int64_t bytes() const { return arena_.bytes() + extras_.bytes(); }

  private:
    // Each small number of visits by itself, larger ones by their order of magnitude.
    static constexpr std::size_t exact_classes = 1024;
    static constexpr std::size_t visit_classes = exact_classes + 33;
    static std::size_t visit_class(std::uint32_t visits) {
        return visits < exact_classes ? visits
                                      : exact_classes + static_cast<std::size_t>(std::bit_width(visits));
    }

    void place(Index index, const Move& move) {
        Node node{};
        node.move = move;
        arena_[index] = node;
        if (!with_extra_) return;
        if (extras_.size() < arena_.size()) grow_extras();
        extras_[index] = Extra{};
    }

    void grow_extras() {
        while (extras_.size() < arena_.size()) extras_.emplace_back();
    }

    void copy(Index from, Index to) {
        arena_[to] = arena_[from];
        if (with_extra_) extras_[to] = extras_[from];
    }

    // True: a block for so many children is there.
    bool make_room(Index parent, std::uint32_t count) {
        const std::uint32_t held = arena_[parent].child_count;
        if (held > 0 && count <= BlockSize::capacity(arena_[parent].block_kind)) return true;
        const int kind = BlockSize::for_count(count);
        const Index block = arena_.take(kind, maximum_.bytes);
        if (block == none) return false;
        if (with_extra_) grow_extras();
        Node& node = arena_[parent];
        for (std::uint32_t i = 0; i < held; ++i) copy(node.first_child + i, block + i);
        if (held > 0) arena_.give_back(node.first_child, node.block_kind);
        node.first_child = block;
        node.block_kind = static_cast<std::uint8_t>(kind);
        return true;
    }

    Maximum maximum_;
    bool with_extra_;
    Arena<Node> arena_;
    ChunkedVector<Extra> extras_;  // as many as there are indices, or none at all
    Index root_ = 0;
    std::int64_t size_ = 0;
    std::vector<Index> stack_;
    std::vector<std::pair<Index, std::uint8_t>> to_free_;
};

}  // namespace playout
