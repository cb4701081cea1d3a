// Multiple simulation: the domain's playout again and again, keeping the best game. What every cleverer search
// must beat. With a bound, a playout ends as soon as it cannot become the best; such a game counts as a playout
// too.
#pragma once

#include <vector>

#include "playout/search/algorithm.h"
#include "playout/search/playout.h"

namespace playout {

struct RandomConfig {
    bool cutoff = true;
};

struct RandomSearch {
    using Config = RandomConfig;

    static AlgorithmInfo info() {
        return {.name = "random",
                .meaning = "multiple simulation: playouts from the start, the best is kept",
                .playouts = "a playout, finished or cut off",
                .nodes = "",
                .uses_strategy = true};
    }

    static const Knobs<Config>& knobs() {
        static const auto table =
            Knobs<Config>().flag("cutoff", &Config::cutoff,
                                 "end a playout as soon as the bound says that it cannot become the best");
        return table;
    }

    template <State S>
    static Proof search(Run<S>& run, const Config& config) {
        RunGuard<S> guard(run, config.cutoff && HasBound<S>);
        std::vector<MoveOf<S>> moves;
        std::int64_t cut = 0;
        while (!run.over()) {
            S state = run.root();
            moves.clear();
            const bool finished = run.strategy.playout(state, moves, run.rng, guard);
            if (!finished && run.budget.stopped()) break;
            run.budget.count_playout();
            if (finished) {
                run.strategy.learn(outcome_of(state));
                run.offer(state, moves);
            } else {
                ++cut;
            }
        }
        run.statistics = {{"cut_off", static_cast<double>(cut)}};
        return run.proof_if(false);
    }
};

}  // namespace playout
