// The states along a game that is changed and played again from the change on: some hundred of them are kept,
// and from the one before the place that is asked for the moves are played again.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "playout/problem/state.h"

namespace playout {

template <State S>
class Ladder {
  public:
    explicit Ladder(const S& root) : rungs_{root}, last_(root) {}

    // Of a game with so many moves.
    static std::size_t gap(std::size_t moves) { return std::max(moves_per_copy<S>, moves / max_rungs + 1); }
    static std::int64_t bytes(std::int64_t state_bytes, std::int64_t moves) {
        return (moves / static_cast<std::int64_t>(gap(static_cast<std::size_t>(moves))) + 3) * state_bytes;
    }

    // Another game, with so many moves.
    void begin(std::size_t moves) {
        gap_ = gap(moves);
        rungs_.resize(1, last_);
    }
    // The game goes another way from this move on.
    void leave(std::size_t move) { rungs_.resize(std::min(rungs_.size(), move / gap_ + 1), last_); }

    // Before the move of that number, from 0; valid until the next call.
    const S& at(const std::vector<MoveOf<S>>& moves, std::size_t move) {
        const std::size_t rung = move / gap_;
        while (rungs_.size() <= rung) {
            last_ = rungs_.back();
            const std::size_t first = (rungs_.size() - 1) * gap_;
            for (std::size_t i = first; i < first + gap_; ++i) last_.play(moves[i]);
            rungs_.push_back(last_);
        }
        if (move == rung * gap_) return rungs_[rung];
        last_ = rungs_[rung];
        for (std::size_t i = rung * gap_; i < move; ++i) last_.play(moves[i]);
        return last_;
    }

    std::int64_t bytes() const {
        std::int64_t each = sizeof(S);
        if constexpr (HasBytes<S>) each = last_.bytes();
        return static_cast<std::int64_t>(rungs_.capacity() + 1) * each;
    }

  private:
    static constexpr std::size_t max_rungs = 512;

    std::size_t gap_ = moves_per_copy<S>;
    std::vector<S> rungs_;  // before the moves 0, gap, 2 * gap and so on
    S last_;
};

}  // namespace playout
