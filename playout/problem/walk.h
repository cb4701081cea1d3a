// A game under way with its moves and their codes at hand: what a learned playout looks at in every step. A
// domain that can keep them up from move to move brings its own (`S::Walk`); for all others there is one here.
#pragma once

#include <concepts>
#include <span>
#include <vector>

#include "playout/problem/state.h"

namespace playout {

// Leaves out moves that a good game hardly ever plays; at least one stays.
template <typename S>
concept HasSelection = State<S> && requires(const S& state, std::vector<MoveOf<S>>& moves) {
    { state.select(moves) } -> std::same_as<void>;
};

template <typename W, typename S>
concept WalkOver = std::copyable<W> && std::constructible_from<W, const S&, bool> &&
    requires(W walk, const W& seen, const MoveOf<S>& move, std::size_t index) {
    { seen.state() } -> std::same_as<const S&>;
    { seen.moves() } -> std::same_as<std::span<const MoveOf<S>>>;  // none exactly at the end
    { seen.codes() } -> std::same_as<std::span<const MoveCode>>;   // one for each move
    { seen.bias(index) } -> std::convertible_to<double>;           // of the move of that number
    { walk.play(move) } -> std::same_as<void>;
};

// Asks the state for its moves and their codes in every step.
template <State S>
class PlainWalk {
  public:
    // With `selective` only the moves that the domain selects, where it does.
    PlainWalk(const S& state, bool selective) : state_(state), selective_(selective) { gather(); }

    const S& state() const { return state_; }
    std::span<const MoveOf<S>> moves() const { return moves_; }
    std::span<const MoveCode> codes() const { return codes_; }
    double bias(std::size_t index) const {
        if constexpr (HasBias<S>) {
            return state_.bias(moves_[index]);
        } else {
            return 0;
        }
    }

    void play(const MoveOf<S>& move) {
        const MoveOf<S> played = move;  // `move` may be one of moves(), which change
        state_.play(played);
        ++depth_;
        gather();
    }

  private:
    void gather() {
        moves_.clear();
        codes_.clear();
        if (state_.at_end()) return;
        if constexpr (HasSelection<S>) {
            if (selective_) {
                legal_moves_of(state_, moves_);
                state_.select(moves_);
                for (const MoveOf<S>& move : moves_) codes_.push_back(code_of(state_, move, depth_));
                return;
            }
        }
        coded_moves(state_, depth_, moves_, codes_);
    }

    S state_;
    bool selective_;
    std::size_t depth_ = 0;
    std::vector<MoveOf<S>> moves_;
    std::vector<MoveCode> codes_;
};

namespace detail {
template <typename S>
struct WalkType {
    using type = PlainWalk<S>;
};
template <typename S>
requires requires {
    typename S::Walk;
}
struct WalkType<S> {
    using type = typename S::Walk;
    static_assert(WalkOver<type, S>, "the domain's Walk lacks something");
};
}  // namespace detail
template <State S>
using WalkOf = typename detail::WalkType<S>::type;

}  // namespace playout
