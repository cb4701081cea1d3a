// How nodes were reached: one link a node, from which the whole path can be read back. Links stay as long as
// the search, because the descendants of a node need its link after the node itself is gone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "playout/base/chunked_vector.h"
#include "playout/problem/archive_moves.h"

namespace playout {

template <State S>
class PathLinks {
  public:
    using Index = std::uint32_t;
    static constexpr Index root = std::numeric_limits<Index>::max();

    // There must be room: !full().
    Index add(Index parent, const MoveOf<S>& move) {
        links_.emplace_back(Link{parent, move});
        return static_cast<Index>(links_.size() - 1);
    }

    bool full() const { return links_.size() >= root; }
    std::int64_t bytes() const { return links_.bytes(); }

    // The moves from the root to the node,
    std::vector<MoveOf<S>> path(Index node) const {
        std::vector<MoveOf<S>> moves;
        for (; node != root; node = links_[node].parent) moves.push_back(links_[node].move);
        std::reverse(moves.begin(), moves.end());
        return moves;
    }
    // and on to its child.
    std::vector<MoveOf<S>> path(Index node, const MoveOf<S>& last) const {
        std::vector<MoveOf<S>> moves = path(node);
        moves.push_back(last);
        return moves;
    }

    // The node's state, played again from the start.
    S state(const S& start, Index node) const {
        S state = start;
        for (const MoveOf<S>& move : path(node)) state.play(move);
        return state;
    }

    void archive(Archive& archive, const S& start) {
        archive(links_);
        for (std::size_t i = 0; i < links_.size(); ++i)
            if (links_[i].parent != root && links_[i].parent >= i)
                archive.fail("damaged: a path goes in a ring");
        if (has_plain_moves<S>) return;
        for (std::size_t i = 0; i < links_.size(); ++i)
            archive_text(archive, state(start, links_[i].parent), links_[i].move);
    }

  private:
    struct Link {
        Index parent;
        MoveOf<S> move;
    };
    ChunkedVector<Link, true> links_;
};

}  // namespace playout
