// One algorithm on one state, with its own settings: no need to compile all the others for it.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "playout/search/playout.h"

namespace playout {

template <State S>
struct Found {
    Proof proof = Proof::none;
    std::optional<OutcomeOf<S>> outcome;
    std::vector<MoveOf<S>> moves;
    std::int64_t playouts = 0;
    std::int64_t nodes = 0;
    Statistics statistics;
    std::vector<TracePoint> trace;
    StopReason stopped_by = StopReason::exhausted;
    std::string phase;  // the last one

    double value() const { return outcome->value; }
    bool optimal() const { return proof == Proof::complete; }
    // NaN where there is none of that name: no comparison holds.
    double statistic(const std::string& name) const {
        for (const auto& [key, number] : statistics)
            if (key == name) return number;
        return std::numeric_limits<double>::quiet_NaN();
    }
};

// A run without limits, for what is used inside of one. The root must outlive it.
template <State S>
struct OpenRun {
    OpenRun(const S& root, std::uint64_t seed)
        : budget(limits, [] { return 0.0; }), rng(seed), run(root, limits, budget, rng, strategy, silent) {}

    Limits limits;
    Budget budget;
    Rng rng;
    UniformPlayout<S> strategy;
    Observer silent;
    Run<S> run;
};

template <typename Algorithm, State S>
Found<S> run_algorithm(const S& root, const typename Algorithm::Config& config = {},
                       const Limits& limits = {}) {
    Budget budget(limits, [] { return 0.0; });
    Rng rng(1);
    UniformPlayout<S> strategy;
    Observer silent;
    Run<S> run(root, limits, budget, rng, strategy, silent);
    const Proof proof = Algorithm::search(run, config);
    return {
        proof,          run.best(),     run.best_moves(), budget.playouts(),
        budget.nodes(), run.statistics, run.trace(),      budget.stopped_by().value_or(StopReason::exhausted),
        run.phase};
}

}  // namespace playout
