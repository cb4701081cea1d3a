// What uct knows of a state by its hash, wherever it stands in the tree and in earlier trees: a new node begins
// with it. Two states with one hash would be taken for the same, so nothing is proved by what was closed so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "playout/search/uct_tree.h"
#include "playout/tree/transpositions.h"

namespace playout {

// Does nothing unless it is asked for and states have a hash.
template <State S>
class UctSharing {
  public:
    using Index = typename UctTree<S>::Index;

    UctSharing(UctTree<S>& tree, const S& root, bool wanted, std::int64_t bytes)
        : tree_(tree), root_(root), on_(offers(root).hash && wanted), table_(bytes) {}

    // A game went through the path; count(statistics) adds it. What the last node begins with, if its state is
    // known from elsewhere; and what all states of the path are known by.
    template <typename Count>
    void share(const std::vector<Index>& path, const std::vector<MoveOf<S>>& moves, Count count) {
        if constexpr (HasHash<S>) {
            if (!on_) return;
            S state = root_;
            for (std::size_t i = 0; i < path.size(); ++i) {
                if (i > 0) state.play(moves[i - 1]);
                auto* entry = table_.enter(state.hash());
                if (entry == nullptr) continue;
                count(entry->known);
                auto& own = tree_[path[i]].statistics;
                if (own.visits != 1) continue;
                entry->known.bound = own.bound;
                own = entry->known;
            }
        }
    }

    bool known_as_closed(const S& state) {
        if constexpr (HasHash<S>) {
            if (!on_) return false;
            const auto* entry = table_.find(state.hash());
            if (entry == nullptr || !entry->closed) return false;
            trusted_a_hash_ = true;
            return true;
        }
        return false;
    }

    // The state behind the first `depth` moves.
    void remember_closed(const std::vector<MoveOf<S>>& moves, std::size_t depth) {
        if constexpr (HasHash<S>) {
            if (!on_) return;
            S state = root_;
            for (std::size_t i = 0; i < depth; ++i) state.play(moves[i]);
            if (auto* entry = table_.enter(state.hash())) entry->closed = true;
        }
    }

    // Something was closed because another state had its hash.
    bool trusted_a_hash() const { return trusted_a_hash_; }
    std::int64_t bytes() const { return table_.bytes(); }

    void archive(Archive& archive) { archive(table_, trusted_a_hash_); }

  private:
    UctTree<S>& tree_;
    const S& root_;
    bool on_;
    Transpositions<UctNodeStatistics<S>> table_;
    bool trusted_a_hash_ = false;
};

}  // namespace playout
