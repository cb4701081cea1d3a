// A path from the root that can be walked both ways: by undo where the domain has it, by copies where not.
#pragma once

#include <vector>

#include "playout/problem/archive_moves.h"

namespace playout {

template <State S>
class Descent {
  public:
    explicit Descent(const S& root) : states_{root} {}

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

  private:
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

  private:
    S state_;
    std::vector<typename S::Memento> mementos_;
    std::vector<MoveOf<S>> moves_;
};

// Its moves. A path that is loaded stands at the root before, and plays them.
template <State S>
void archive_path(Archive& archive, const S& root, Descent<S>& path) {
    std::vector<MoveOf<S>> moves = path.moves();
    archive_moves(archive, root, moves);
    if (archive.loading())
        for (const MoveOf<S>& move : moves) path.play(move);
}

}  // namespace playout
