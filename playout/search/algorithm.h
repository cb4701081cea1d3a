// How an algorithm introduces itself to the catalogue. Each algorithm is a struct with
//     static AlgorithmInfo info();
//     static const Knobs<Config>& knobs();
//     template <State S> static Proof search(Run<S>& run, const Config& config);
#pragma once

#include <string>

#include "playout/base/parameter.h"
#include "playout/run/run.h"

namespace playout {

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
