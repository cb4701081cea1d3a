// What must hold of any instance that a reader accepts: it can be written, read and played.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "playout/base/rng.h"
#include "playout/problem/state.h"
#include "tests/fuzz/target.h"

namespace playout::fuzz {

// Plays the moves that these texts name and then others, `max_moves` in all. Names and moves must fit each
// other, and copies must not know of what is played elsewhere.
template <State S>
void play_through(const S& root, const std::vector<std::string>& texts, int max_moves) {
    S state = root;
    Rng rng(texts.size());
    std::vector<MoveOf<S>> legal;
    for (int played = 0; played < max_moves; ++played) {
        state.legal_moves(legal);
        require(state.at_end() == legal.empty(), "at_end is not where there are no moves");
        if (legal.empty()) break;
        MoveOf<S> move = legal[rng.below(legal.size())];
        require(state.parse_move(state.move_text(move)) == move, "a move's text names another move");
        if (static_cast<std::size_t>(played) < texts.size())
            if (const auto named = state.parse_move(texts[static_cast<std::size_t>(played)])) {
                require(std::count(legal.begin(), legal.end(), *named) == 1,
                        "a text names a move that is not legal");
                move = *named;
            }
        if constexpr (HasUndo<S> && HasHash<S>) {
            S copy = state;
            const std::uint64_t before = copy.hash();
            copy.undo(copy.play_undoable(move));
            require(copy.hash() == before && copy.at_end() == state.at_end(), "undo forgets something");
        }
        state.play(move);
    }
    if (state.at_end()) {
        require(std::isfinite(static_cast<double>(state.value())), "a value is no number");
        if constexpr (HasBound<S>)
            require(!outcome_of(state).feasible() || !better_value(state.value(), root.bound(), root.sense()),
                    "a value beats the bound");
    }
}

// Reads the text, and what is written of it: both must be the same instance.
template <typename Read>
auto read_twice(Read read, const std::string& text) {
    auto instance = read_or_refuse([&] { return read(text); });
    if (instance) {
        const std::string written = to_text(*instance);
        require(to_text(read(written)) == written, "what was written reads back as something else");
    }
    return instance;
}

}  // namespace playout::fuzz
