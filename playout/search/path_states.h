// The states along a path through a tree, made when they are asked for. Most paths begin like the one before,
// whose states are kept: all of them or, where a copy costs as much as some moves, one in so many, from which
// the others are played again.
#pragma once

#include <algorithm>
#include <vector>

#include "playout/problem/state.h"

namespace playout {

template <State S>
class PathStates {
  public:
    explicit PathStates(const S& root) : kept_{root}, last_(root) {}

    // The path goes another way from this depth on.
    void leave(std::size_t depth) { same_ = std::min(same_, depth); }

    // After the first `depth` of the path's moves; valid until the next call.
    const S& at(const std::vector<MoveOf<S>>& moves, std::size_t depth) {
        const std::size_t kept = std::min(same_, depth) / moves_per_copy<S>;
        if (last_depth_ > std::min(same_, depth) || last_depth_ < kept * moves_per_copy<S>) {
            last_ = kept_[kept];
            last_depth_ = kept * moves_per_copy<S>;
        }
        while (last_depth_ < depth) {
            last_.play(moves[last_depth_++]);
            if (last_depth_ % moves_per_copy<S> == 0) keep(last_depth_ / moves_per_copy<S>);
        }
        same_ = std::max(same_, depth);
        return last_;
    }

  private:
    void keep(std::size_t number) {
        if (number == kept_.size()) {
            kept_.push_back(last_);
        } else {
            kept_[number] = last_;
        }
    }

    std::vector<S> kept_;  // after 0, moves_per_copy, ... moves
    S last_;               // that was asked for
    std::size_t last_depth_ = 0;
    std::size_t same_ = 0;  // moves that led to the kept ones and are still the path's
};

}  // namespace playout
