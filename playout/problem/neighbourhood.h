// A finished game and its neighbours: games that differ from it in one place and are alike as far as they can
// be. What a search that polishes games changes, plays again and compares. A domain that does so faster brings
// its own (`S::Neighbourhood`); for all others there are two in search/neighbourhood.h. Where its own suit some
// of its problems only, a static `suits(root)` says which.
#pragma once

#include <concepts>
#include <vector>

#include "playout/base/archive.h"
#include "playout/base/rng.h"
#include "playout/problem/strategy.h"

namespace playout {

template <typename N, typename S>
concept NeighbourhoodOver = std::constructible_from < N,
        const S&, Strategy<S>
& > &&requires(N games, const N& seen, const std::vector<MoveOf<S>>& moves, Rng& rng, PlayoutGuard<S>& guard,
               double worst, Archive& archive) {
    // The game whose neighbours are asked for from now on, from the root to its end. False: the guard gave it
    // up.
    { games.begin(moves, guard) } -> std::same_as<bool>;
    // Makes a neighbour; the strategy finishes it. False: there is none this time, or the guard gave it up.
    // One whose smooth value is worse than `worst` need not be finished either.
    { games.change(rng, guard, worst) } -> std::same_as<bool>;
    // Of the neighbour: what its end is worth, and what to a search that polishes; then the end, and all its
    // moves.
    { seen.outcome() } -> std::same_as<OutcomeOf<S>>;
    { seen.smooth_value() } -> std::convertible_to<double>;
    { seen.end() } -> std::convertible_to<const S&>;
    { seen.moves() } -> std::convertible_to<const std::vector<MoveOf<S>>&>;
    // The neighbour becomes the game whose neighbours are asked for.
    { games.accept() } -> std::same_as<void>;
    { seen.bytes() } -> std::convertible_to<std::int64_t>;
    { games.archive(archive) } -> std::same_as<void>;
};

}  // namespace playout
