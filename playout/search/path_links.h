// How nodes were reached: one link a node, from which the whole path can be read back. Links stay as long as
// the search, because the descendants of a node need its link after the node itself is gone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "playout/base/chunked_vector.h"
#include "playout/problem/state.h"

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

    // The moves from the root to the node and on to its child.
    std::vector<MoveOf<S>> path(Index node, const MoveOf<S>& last) const {
        std::vector<MoveOf<S>> moves{last};
        for (; node != root; node = links_[node].parent) moves.push_back(links_[node].move);
        std::reverse(moves.begin(), moves.end());
        return moves;
    }

  private:
    struct Link {
        Index parent;
        MoveOf<S> move;
    };
    ChunkedVector<Link> links_;
};

}  // namespace playout
