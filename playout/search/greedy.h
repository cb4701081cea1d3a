// One construction: at every step the move that looks best by bias, else by bound, else the first.
#pragma once

#include "playout/search/algorithm.h"
#include "playout/search/playout.h"

namespace playout {

struct GreedySearch {
    using Config = NoConfig;

    static AlgorithmInfo info() {
        return {.name = "greedy",
                .meaning = "one construction: at every step the move that looks best",
                .playouts = "the one game",
                .nodes = ""};
    }

    static const Knobs<Config>& knobs() { return no_knobs(); }

    template <State S>
    static Proof search(Run<S>& run, const Config&) {
        greedy_dive(run);
        return run.proof_if(false);
    }
};

}  // namespace playout
