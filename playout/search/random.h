// Multiple simulation: the domain's playout again and again, keeping the best game. What every cleverer search
// must beat; also a look at a strategy by itself (mean and deviation of the finished games). With a bound, a
// playout ends as soon as it cannot become the best; such a game counts as a playout too.
#pragma once

#include <cmath>
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
        double finished_games = 0, mean = 0, squares = 0;  // of the distances from the mean (Welford 1962)
        while (!run.over()) {
            S state = run.root();
            moves.clear();
            const bool finished = run.strategy.playout(state, moves, run.rng, guard);
            if (!finished && run.budget.stopped()) break;
            run.budget.count_playout();
            if (!finished) continue;
            const OutcomeOf<S> outcome = outcome_of(state);
            run.strategy.learn(outcome);
            run.offer(state, moves);
            ++finished_games;
            const double distance = outcome.value - mean;
            mean += distance / finished_games;
            squares += distance * (outcome.value - mean);
        }
        run.statistics = {{"cut_off", static_cast<double>(run.budget.playouts()) - finished_games}};
        if (finished_games > 0) {
            run.statistics.emplace_back("mean", mean);
            run.statistics.emplace_back("deviation", std::sqrt(squares / finished_games));
        }
        return run.proof_if(false);
    }
};

}  // namespace playout
