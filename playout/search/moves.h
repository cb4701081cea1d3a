// Legal moves in heuristic order: what depth-first searches try first, and what a greedy construction takes.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "playout/problem/state.h"

namespace playout {

template <State S>
class MoveOrder {
  public:
    using Move = MoveOf<S>;

    // The moves of `state`, best first: by bias, else by the bound of what each leads to, else as the domain
    // has them. Moves that look equal keep the domain's order. The result is valid until the next call.
    std::vector<Move>& sorted(const S& state) {
        legal_moves_of(state, moves_);
        if (!has_order(state)) return moves_;
        if (moves_.size() == 2) {
            if (worth(state, moves_[1]) > worth(state, moves_[0])) std::swap(moves_[0], moves_[1]);
        } else if (moves_.size() > 2) {
            sort(state);
        }
        return moves_;
    }

    // The first of those, without sorting. There must be a move.
    const Move& best(const S& state) {
        legal_moves_of(state, moves_);
        if (!has_order(state)) return moves_[0];
        std::size_t chosen = 0;
        double top = worth(state, moves_[0]);
        for (std::size_t i = 1; i < moves_.size(); ++i)
            if (const double next = worth(state, moves_[i]); next > top) {
                top = next;
                chosen = i;
            }
        return moves_[chosen];
    }

    // How many moves the last state had.
    std::size_t count() const { return moves_.size(); }

  private:
    static bool has_order(const S& state) { return offers(state).bias || offers(state).bound; }

    static double worth(const S& state, const Move& move) {
        if constexpr (HasBias<S>) {
            if (offers(state).bias) return state.bias(move);
        }
        S child = state;
        child.play(move);
        return -bound_cost(child);
    }

    void sort(const S& state) {
        keys_.clear();
        for (std::size_t i = 0; i < moves_.size(); ++i) keys_.emplace_back(worth(state, moves_[i]), i);
        const auto before = [](const auto& left, const auto& right) {
            return left.first != right.first ? left.first > right.first : left.second < right.second;
        };
        if (std::is_sorted(keys_.begin(), keys_.end(), before)) return;  // most domains list good moves first
        std::sort(keys_.begin(), keys_.end(), before);
        unsorted_ = moves_;
        for (std::size_t i = 0; i < moves_.size(); ++i) moves_[i] = unsorted_[keys_[i].second];
    }

    std::vector<Move> moves_;
    std::vector<Move> unsorted_;
    std::vector<std::pair<double, std::size_t>> keys_;
};

}  // namespace playout
