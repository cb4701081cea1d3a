// The states along a path through a tree, made when they are asked for. Most paths begin like the one before,
// whose states are kept: all of them or, where a copy costs as much as some moves, one in so many, from which
// the others are played again.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "playout/problem/state.h"

namespace playout {

template <State S>
class PathStates {
  public:
    explicit PathStates(const S& root) : kept_{root}, last_(root) {}

    // Of a path so deep, as far as states tell.
    static std::int64_t bytes(const S& root, std::size_t deepest) {
        std::int64_t a_state = static_cast<std::int64_t>(sizeof(S));
        if constexpr (HasBytes<S>) a_state = root.bytes();
        return a_state * static_cast<std::int64_t>(deepest / moves_per_copy<S> + 2);
    }

    // The path goes another way from this depth on.
    void leave(std::size_t depth) {
        same_ = std::min(same_, depth);
        if (last_depth_ > depth) last_depth_ = nowhere;
    }

    // After the first `depth` of the path's moves; valid until the next call.
    const S& at(const std::vector<MoveOf<S>>& moves, std::size_t depth) {
        const std::size_t same = std::min(same_, depth);
        const std::size_t number = depth / moves_per_copy<S>;
        for (std::size_t next = same / moves_per_copy<S> + 1; next <= number; ++next) keep(moves, next);
        same_ = std::max(same_, depth);
        const std::size_t kept_depth = number * moves_per_copy<S>;
        if (kept_depth == depth) return kept_[number];
        if (last_depth_ > same || last_depth_ < kept_depth) {
            last_ = kept_[number];
            last_depth_ = kept_depth;
        }
        while (last_depth_ < depth) last_.play(moves[last_depth_++]);
        return last_;
    }

  private:
    void keep(const std::vector<MoveOf<S>>& moves, std::size_t number) {
        if (number == kept_.size()) {
            kept_.push_back(kept_.back());
        } else {
            kept_[number] = kept_[number - 1];
        }
        for (std::size_t depth = (number - 1) * moves_per_copy<S>; depth < number * moves_per_copy<S>; ++depth)
            kept_[number].play(moves[depth]);
    }

    static constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

    std::vector<S> kept_;  // after 0, moves_per_copy, ... moves
    S last_;               // between two kept ones, that was asked for
    std::size_t last_depth_ = 0;
    std::size_t same_ = 0;  // moves that led to the states here and are still the path's
};

}  // namespace playout
