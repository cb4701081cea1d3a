// What searching through an AnyState costs: the same run on the state itself and on an AnyState that holds it.
#include <benchmark/benchmark.h>

#include "playout/catalogue/solve.h"
#include "playout/domains/knapsack/state.h"
#include "playout/domains/samegame/state.h"
#include "playout/domains/snake/state.h"
#include "playout/problem/any_state.h"

namespace playout {
namespace {

const char* const algorithms[] = {"uct", "nrpa", "dfs", "beam", "random"};

template <State S>
void run(benchmark::State& bench, const S& root) {
    Request request;
    request.algorithm = algorithms[bench.range(0)];
    request.limits.playouts = 20'000;
    if (request.algorithm == "dfs" || request.algorithm == "beam") request.limits.nodes = 200'000;
    for (auto _ : bench) benchmark::DoNotOptimize(solve(root, request).playouts);
    bench.SetLabel(request.algorithm);
}

template <State S>
void compare(benchmark::State& bench, const S& root) {
    if (bench.range(1) == 0) {
        run(bench, root);
    } else {
        run(bench, AnyState(root));
    }
}

void any_knapsack(benchmark::State& bench) {
    Rng rng(1);
    const auto instance = knapsack::generate({.size = 100, .correlation = knapsack::Correlation::strong}, rng);
    compare(bench, knapsack::KnapsackState(instance));
}

void any_samegame(benchmark::State& bench) {
    Rng rng(1);
    const auto instance = samegame::generate(
        {}, samegame::Rules(samegame::Puzzle::samegame, samegame::Leftover::maastricht), rng);
    compare(bench, samegame::SameGameState<samegame::Small>(instance));
}

void any_snake(benchmark::State& bench) {
    const snake::Instance instance(snake::Kind::snake, 7, 2);
    compare(bench, snake::SnakeState<snake::Small>(instance));
}

void settings(benchmark::internal::Benchmark* bench) {
    bench->ArgNames({"algorithm", "any"})
        ->ArgsProduct({{0, 1, 2, 3, 4}, {0, 1}})
        ->Unit(benchmark::kMillisecond);
}
BENCHMARK(any_knapsack)->Apply(settings);
BENCHMARK(any_samegame)->Apply(settings);
BENCHMARK(any_snake)->Apply(settings);

}  // namespace
}  // namespace playout
