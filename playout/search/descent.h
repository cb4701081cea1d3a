// A path from the root that can be walked both ways: by undo where the domain has it, by copies where not.
#pragma once

#include <vector>

#include "playout/base/vector_bytes.h"
#include "playout/problem/archive_moves.h"
#include "playout/search/algorithm.h"
#include "playout/search/state_bytes.h"

namespace playout {

template <State S>
class Descent {
  public:
    explicit Descent(const S& root) : state_bytes_(StateBytes<S>().of(root)), states_{root} {}

    const S& state() const { return states_.back(); }
    const std::vector<MoveOf<S>>& moves() const { return moves_; }

    void play(const MoveOf<S>& move) {
        moves_.push_back(move);
        states_.push_back(S(states_.back()));
        states_.back().play(move);
    }

    void back() {
        moves_.pop_back();
        states_.pop_back();
    }

    std::int64_t bytes() const {
        const std::int64_t owned = state_bytes_ - static_cast<std::int64_t>(sizeof(S));
        return bytes_of(moves_) + bytes_of(states_) + owned * static_cast<std::int64_t>(states_.size());
    }

  private:
    std::int64_t state_bytes_;
    std::vector<S> states_;
    std::vector<MoveOf<S>> moves_;
};

template <State S>
requires HasUndo<S>
class Descent<S> {
  public:
    explicit Descent(const S& root) : state_(root) {}

    const S& state() const { return state_; }
    const std::vector<MoveOf<S>>& moves() const { return moves_; }

    void play(const MoveOf<S>& move) {
        moves_.push_back(move);
        mementos_.push_back(state_.play_undoable(move));
    }

    void back() {
        state_.undo(mementos_.back());
        mementos_.pop_back();
        moves_.pop_back();
    }

    std::int64_t bytes() const { return bytes_of(moves_) + bytes_of(mementos_); }

  private:
    S state_;
    std::vector<typename S::Memento> mementos_;
    std::vector<MoveOf<S>> moves_;
};

// Of a path of so many moves.
template <State S>
std::int64_t descent_bytes(const GameSize& game) {
    std::int64_t a_move = static_cast<std::int64_t>(2 * sizeof(MoveOf<S>));
    if constexpr (HasUndo<S>) {
        a_move += static_cast<std::int64_t>(2 * sizeof(typename S::Memento));
    } else {
        a_move += static_cast<std::int64_t>(sizeof(S)) + game.state_bytes;
    }
    return a_move * game.moves;
}

// Its moves. A path that is loaded stands at the root before, and plays them.
template <State S>
void archive_path(Archive& archive, const S& root, Descent<S>& path) {
    std::vector<MoveOf<S>> moves = path.moves();
    archive_moves(archive, root, moves);
    if (archive.loading())
        for (const MoveOf<S>& move : moves) path.play(move);
}

}  // namespace playout
