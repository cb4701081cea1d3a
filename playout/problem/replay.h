// Plays a sequence of moves on a fresh state and trusts nothing: the check behind every reported solution.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "playout/problem/state.h"

namespace playout {

// What is wrong with the sequence, or nothing. `state` starts at the root and is left where the replay ended.
template <State S>
std::optional<std::string> replay(S& state, const std::vector<MoveOf<S>>& moves) {
    std::vector<MoveOf<S>> legal;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        state.legal_moves(legal);
        if (std::find(legal.begin(), legal.end(), moves[i]) == legal.end())
            return "move " + std::to_string(i + 1) + " is not legal";
        state.play(moves[i]);
    }
    if (!state.at_end()) return "the game is not over after the last move";
    return std::nullopt;
}

// The same from texts, with the moves themselves as the result.
template <State S>
std::optional<std::string> parse_moves(S state, const std::vector<std::string>& texts,
                                       std::vector<MoveOf<S>>& moves) {
    moves.clear();
    std::vector<MoveOf<S>> legal;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::string where = "move " + std::to_string(i + 1) + " ('" + texts[i].substr(0, 40) + "')";
        if (state.at_end()) return where + " comes after the end of the game";
        const std::optional<MoveOf<S>> move = state.parse_move(texts[i]);
        if (!move) return where + " is not legal";
        state.legal_moves(legal);
        if (std::find(legal.begin(), legal.end(), *move) == legal.end()) return where + " is not legal";
        moves.push_back(*move);
        state.play(*move);
    }
    if (!state.at_end()) return "the game is not over after the last move";
    return std::nullopt;
}

template <State S>
std::vector<std::string> move_texts(S state, const std::vector<MoveOf<S>>& moves) {
    std::vector<std::string> texts;
    for (const MoveOf<S>& move : moves) {
        texts.push_back(state.move_text(move));
        state.play(move);
    }
    return texts;
}

}  // namespace playout
