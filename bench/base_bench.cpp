// The parts under everything: random draws, and what a look at the budget costs.
#include <benchmark/benchmark.h>

#include "playout/base/rng.h"
#include "playout/run/budget.h"

namespace playout {
namespace {

void draw_below(benchmark::State& bench) {
    Rng rng(1);
    for (auto _ : bench) benchmark::DoNotOptimize(rng.below(17));
}
BENCHMARK(draw_below);

void ask_budget(benchmark::State& bench) {
    Limits limits;
    limits.seconds = 1e6;
    Budget budget(limits, steady_clock());
    for (auto _ : bench) benchmark::DoNotOptimize(budget.spent());
}
BENCHMARK(ask_budget);

}  // namespace
}  // namespace playout
