// Whole searches as benchmarks.
#pragma once

#include <benchmark/benchmark.h>

#include "playout/search/algorithm.h"

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
        SharedRun<S> shared(root, limits, silent);
        Run<S> run(shared, budget, rng, strategy);
        typename Algorithm::template On<S> search(run, config);
        search_on(search, run);
        playouts += budget.playouts();
        for (const auto& [name, number] : search.statistics()) {
            if (name == "bytes_per_node") bytes = number;
            if (name == "max_nodes") nodes = number;
        }
    }
    bench.counters["iterations/s"] =
        benchmark::Counter(static_cast<double>(playouts), benchmark::Counter::kIsRate);
    if (bytes > 0) bench.counters["tree_MB"] = bytes * nodes / 1e6;
}

}  // namespace playout
