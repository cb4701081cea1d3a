// One algorithm on one state, with its own settings: no need to compile all the others for it.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "playout/search/algorithm.h"
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

// A run with all that it needs; without limits unless they are given.
template <State S, typename Playout = UniformPlayout<S>>
struct OpenRun {
    explicit OpenRun(
        const S& root, std::uint64_t seed = 1, const Limits& limits = {}, Clock clock = [] { return 0.0; },
        Playout strategy = {})
        : budget(limits, std::move(clock)),
          rng(seed),
          strategy(std::move(strategy)),
          shared(root, limits, silent),
          run(shared, budget, rng, this->strategy) {}

    Budget budget;
    Rng rng;
    Playout strategy;
    Observer silent;
    SharedRun<S> shared;
    Run<S> run;
};

template <typename Algorithm, State S>
Found<S> run_algorithm(const S& root, const typename Algorithm::Config& config = {},
                       const Limits& limits = {}) {
    OpenRun<S> open(root, 1, limits);
    typename Algorithm::template On<S> search(open.run, config);
    const Proof proof = search_on(search, open.run);
    return {proof,
            open.shared.best(),
            open.shared.best_moves(),
            open.budget.playouts(),
            open.budget.nodes(),
            search.statistics(),
            open.shared.trace(),
            open.budget.stopped_by().value_or(StopReason::exhausted),
            open.run.phase};
}

}  // namespace playout
