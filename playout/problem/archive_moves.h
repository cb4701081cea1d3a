// Moves in an archive. A move that means the same in every run of the program (a number, or what the state
// declares as `plain_moves`) is kept as its bytes; any other, such as one with a pointer in it, by its text.
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include "playout/base/archive.h"
#include "playout/problem/state.h"

namespace playout {

template <State S>
inline constexpr bool has_plain_moves = std::is_arithmetic_v<MoveOf<S>> || std::is_enum_v<MoveOf<S>>;
template <State S>
requires requires {
    { S::plain_moves } -> std::convertible_to<bool>;
}
inline constexpr bool has_plain_moves<S> = S::plain_moves;

// A move of `state` whose bytes are in the archive already: its text too where they do not suffice.
template <State S>
void archive_text(Archive& archive, const S& state, MoveOf<S>& move) {
    if constexpr (!has_plain_moves<S>) {
        std::string text;
        if (archive.saving()) text = state.move_text(move);
        archive(text);
        if (archive.saving()) return;
        const auto parsed = state.parse_move(text);
        if (!parsed) archive.fail("the move '" + text + "' is not legal: this is another problem");
        move = *parsed;
    }
}

// Moves played one after the other from `state` on. Loaded ones must be legal, and `state` then stands behind
// them.
template <State S>
void archive_moves(Archive& archive, S& state, std::vector<MoveOf<S>>& moves) {
    archive(moves);
    std::vector<MoveOf<S>> legal;
    for (MoveOf<S>& move : moves) {
        archive_text(archive, state, move);
        if (archive.loading()) {
            legal_moves_of(state, legal);
            if (std::find(legal.begin(), legal.end(), move) == legal.end())
                archive.fail("a move is not legal: this is another problem");
        }
        if (archive.loading() || !has_plain_moves<S>) state.play(move);
    }
}

// The same where nobody wants to stand behind them.
template <State S>
void archive_moves(Archive& archive, const S& state, std::vector<MoveOf<S>>& moves) {
    S behind = state;
    archive_moves(archive, behind, moves);
}

}  // namespace playout
