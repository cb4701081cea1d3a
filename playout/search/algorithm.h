// A search under way, and how an algorithm introduces itself to the catalogue. Each algorithm is a struct with
//     static AlgorithmInfo info();
//     static const Knobs<Config>& knobs();
//     static std::vector<Preset> presets();  // optional
//     template <State S> using On = ...;     // its Search, made from a Run<S>& and a Config
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "playout/base/parameter.h"
#include "playout/run/run.h"

namespace playout {

// What a game takes that is kept, as far as a few random ones tell (game_size.h).
struct GameSize {
    std::int64_t moves = 0;
    std::int64_t choices = 0;      // legal moves of all its states together
    std::int64_t state_bytes = 0;  // of a state
};

// Does its work piece by piece, so that it can be looked at, saved and gone on with between any two of them. It
// stands still, wherever it is, while the run is over; when the run is extended it goes on from there.
template <State S>
class Search {
  public:
    virtual ~Search() = default;

    // A bounded piece of work, some microseconds or one playout; less where the run is over before it is done.
    // False: nothing is left to do.
    virtual bool step() = 0;

    // What it may claim as it stands.
    virtual Proof proof() const = 0;
    virtual Statistics statistics() const = 0;

    // What it keeps at least, so that it can play one game to its end. Below that a run makes no sense.
    virtual std::int64_t least_bytes(const GameSize& game) const {
        return 2 * (game.moves * static_cast<std::int64_t>(sizeof(MoveOf<S>)) + game.state_bytes);
    }

    // Between two steps; loaded into a search that was just made, on the same problem with the same settings.
    // States are not stored: they are played again.
    virtual void archive(Archive& archive) = 0;
};

// The search of the algorithm of that name, which must be one of the list. The list is the catalogue's
// (catalogue/make_search.h); here it is only declared, for searches that begin with another.
template <State S>
std::unique_ptr<Search<S>> make_search(const std::string& algorithm, Run<S>& run, const Settings& settings);

// Until the run is over or nothing is left to do.
template <State S>
Proof search_on(Search<S>& search, Run<S>& run) {
    while (!run.over() && search.step()) {
    }
    return search.proof();
}

// Settings that a paper found or used, by name.
struct Preset {
    std::string name;
    std::string meaning;
    std::string strategy;   // taken where the domain has it and the user names no other
    SettingTexts settings;  // of the algorithm, and of the strategy where it has them
};

struct AlgorithmInfo {
    std::string name;
    std::string meaning;         // one line
    std::string playouts;        // what counts as one playout
    std::string nodes;           // what counts as one node; empty: it does not count any
    bool uses_strategy = false;  // plays games with the strategy of the run
};

// For algorithms without a knob of their own.
struct NoConfig {};

inline const Knobs<NoConfig>& no_knobs() {
    static const Knobs<NoConfig> knobs;
    return knobs;
}

}  // namespace playout
