// Whole searches as benchmarks.
#pragma once

#include <benchmark/benchmark.h>

#include "playout/run/run.h"

namespace playout {

template <typename Algorithm, State S>
void searches(benchmark::State& bench, const S& root, Strategy<S>& strategy,
              const typename Algorithm::Config& config, const Limits& limits) {
    std::int64_t playouts = 0;
    double bytes = 0, nodes = 1;
    for (auto _ : bench) {
        Budget budget(limits, steady_clock());
        Rng rng(1);
        Observer silent;
        Run<S> run(root, limits, budget, rng, strategy, silent);
        Algorithm::search(run, config);
        playouts += budget.playouts();
        for (const auto& [name, number] : run.statistics) {
            if (name == "bytes_per_node") bytes = number;
            if (name == "most_nodes") nodes = number;
        }
    }
    bench.counters["iterations/s"] =
        benchmark::Counter(static_cast<double>(playouts), benchmark::Counter::kIsRate);
    if (bytes > 0) bench.counters["tree_MB"] = bytes * nodes / 1e6;
}

}  // namespace playout
