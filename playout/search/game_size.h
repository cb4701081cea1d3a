// What a game takes: so much is known before a run whose memory is short.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "playout/search/algorithm.h"
#include "playout/search/state_bytes.h"

namespace playout {

// Of some random games, and a quarter more, since others may be longer. Nothing: the run was over before.
template <State S>
std::optional<GameSize> measure_games(Run<S>& run) {
    constexpr std::uint64_t games = 3;
    GameSize largest;
    std::vector<MoveOf<S>> legal;
    for (std::uint64_t seed = 1; seed <= games; ++seed) {
        Rng rng(seed);
        GameSize game;
        for (S state = run.root(); !state.at_end();) {
            if (run.over()) return std::nullopt;
            legal_moves_of(state, legal);
            const MoveOf<S> move = legal[rng.below(legal.size())];
            state.play(move);
            ++game.moves;
            game.choices += static_cast<std::int64_t>(legal.size());
        }
        largest.moves = std::max(largest.moves, game.moves + game.moves / 4);
        largest.choices = std::max(largest.choices, game.choices + game.choices / 4);
    }
    largest.state_bytes = StateBytes<S>().of(run.root());
    return largest;
}

}  // namespace playout
