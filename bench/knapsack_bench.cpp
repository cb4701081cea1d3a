// How fast the knapsack plays: whole random games, and single moves with and without taking them back.
#include <benchmark/benchmark.h>

#include "playout/domains/knapsack/state.h"
#include "playout/search/playout.h"

namespace playout::knapsack {
namespace {

Instance sample(benchmark::State& bench) {
    Rng rng(1);
    return generate({.size = bench.range(0), .correlation = Correlation::strong}, rng);
}

struct Never final : PlayoutGuard<KnapsackState> {
    bool gives_up(const KnapsackState&) override { return false; }
};

void random_playouts(benchmark::State& bench) {
    const Instance instance = sample(bench);
    UniformPlayout<KnapsackState> uniform;
    Never never;
    Rng rng(1);
    std::vector<KnapsackState::Move> moves;
    std::int64_t plies = 0;
    for (auto _ : bench) {
        KnapsackState state(instance);
        moves.clear();
        uniform.playout(state, moves, rng, never);
        plies += static_cast<std::int64_t>(moves.size());
        benchmark::DoNotOptimize(state.value());
    }
    bench.counters["plies/s"] = benchmark::Counter(static_cast<double>(plies), benchmark::Counter::kIsRate);
}
BENCHMARK(random_playouts)->Arg(10)->Arg(100)->Arg(1000)->Arg(10'000);

void play_and_undo(benchmark::State& bench) {
    const Instance instance = sample(bench);
    KnapsackState state(instance);
    for (auto _ : bench) {
        const auto memento = state.play_undoable(KnapsackState::Move::leave);
        benchmark::DoNotOptimize(state.bound());
        state.undo(memento);
    }
}
BENCHMARK(play_and_undo)->Arg(10)->Arg(100)->Arg(1000)->Arg(10'000);

}  // namespace
}  // namespace playout::knapsack
