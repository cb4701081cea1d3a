// How an algorithm introduces itself to the catalogue. Each algorithm is a struct with
//     static AlgorithmInfo info();
//     static const Knobs<Config>& knobs();
//     static std::vector<Preset> presets();  // optional
//     template <State S> static Proof search(Run<S>& run, const Config& config);
#pragma once

#include <string>
#include <vector>

#include "playout/base/parameter.h"
#include "playout/run/run.h"

namespace playout {

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
