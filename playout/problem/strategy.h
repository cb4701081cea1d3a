// A playout strategy: how a simulation finishes a game. An object is made per run, so that it may keep what it
// learned.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "playout/base/archive.h"
#include "playout/base/parameter.h"
#include "playout/base/rng.h"
#include "playout/problem/state.h"

namespace playout {

// Asked by a playout between two moves. A strategy whose playouts take microseconds need not ask at all; a
// longer one must, or the time limit is not kept.
template <State S>
class PlayoutGuard {
  public:
    virtual ~PlayoutGuard() = default;
    // True: this game cannot become the best any more, or the run is over.
    virtual bool gives_up(const S& state) = 0;
};

template <State S>
class Strategy {
  public:
    virtual ~Strategy() = default;

    // Plays `state` to its end and appends every move to `moves`. False: the guard gave up, the game is
    // unfinished.
    virtual bool playout(S& state, std::vector<MoveOf<S>>& moves, Rng& rng, PlayoutGuard<S>& guard) = 0;

    // Every playout from one state is the same game.
    virtual bool deterministic() const { return false; }

    // The move that every playout makes in this state, which is not at its end; none: it depends on more.
    virtual std::optional<MoveOf<S>> usual_move(const S&) { return std::nullopt; }

    // Told what the last finished playout was worth.
    virtual void learn(const Outcome&) {}

    // What it learned, for a run that goes on later; see base/archive.h.
    virtual void archive(Archive&) {}
};

// How a domain offers a strategy by name. (Not constrained: a state names it while its own type is incomplete.)
template <typename S>
struct StrategyEntry {
    std::string name;
    std::string meaning;
    ParameterList parameters;
    std::function<std::unique_ptr<Strategy<S>>(const S& root, const Settings& settings)> make;
};

// The domain's own strategies, the default first; one that is named like a general strategy replaces it.
template <typename S>
concept HasStrategies = State<S> && requires {
    { S::strategies() } -> std::same_as<std::vector<StrategyEntry<S>>>;
};

}  // namespace playout
