// How fast the tree searches go: iterations per second of whole searches, beside the playouts alone.
#include <benchmark/benchmark.h>

#include "bench/searches.h"
#include "playout/domains/knapsack/state.h"
#include "playout/domains/samegame/state.h"
#include "playout/search/beam_mcts.h"
#include "playout/search/random.h"
#include "playout/search/sp_mcts.h"
#include "playout/search/uct.h"

namespace playout {
namespace {

// Strongly correlated, 100 items; by the seed of the instance.
void uct_on_knapsack(benchmark::State& bench) {
    Rng rng(static_cast<std::uint64_t>(bench.range(0)));
    const auto instance = knapsack::generate({.size = 100, .correlation = knapsack::Correlation::strong}, rng);
    UniformPlayout<knapsack::KnapsackState> uniform;
    UctConfig config;
    config.pruning = Pruning::on;
    if (bench.range(1) == 1) config.expansion = Expansion::full;
    searches<Uct>(bench, knapsack::KnapsackState(instance), uniform, config, {.playouts = 1'000'000});
}
BENCHMARK(uct_on_knapsack)
    ->ArgNames({"seed", "full"})
    ->ArgsProduct({{1, 2, 3, 4, 5}, {0, 1}})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

using Board = samegame::SameGameState<samegame::Small>;

const samegame::Instance& board() {
    static const samegame::Instance made = [] {
        Rng rng(1);
        return samegame::generate(
            {}, samegame::Rules(samegame::Puzzle::samegame, samegame::Leftover::maastricht), rng);
    }();
    return made;
}

// The default strategy: tabu-color-random, a cell is drawn.
std::unique_ptr<Strategy<Board>> tabu() {
    const auto entry = Board::strategies().front();
    return entry.make(Board(board()), resolve(entry.parameters, {}, entry.name));
}

void samegame_playouts(benchmark::State& bench) {
    const auto strategy = tabu();
    searches<RandomSearch>(bench, Board(board()), *strategy, {.cutoff = false}, {.playouts = 1'000'000});
}
BENCHMARK(samegame_playouts)->Iterations(1)->Unit(benchmark::kMillisecond);

void sp_mcts_balanced(benchmark::State& bench) {
    const auto strategy = tabu();
    SpMctsConfig config;
    config.exploration = 0.5;
    config.unit = 1000;
    config.deviation = 10'000;
    searches<SpMcts>(bench, Board(board()), *strategy, config, {.nodes = bench.range(0)});
}
BENCHMARK(sp_mcts_balanced)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Arg(10'000'000)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

void beam_mcts(benchmark::State& bench) {
    const auto strategy = tabu();
    searches<BeamMcts>(bench, Board(board()), *strategy, {}, {.playouts = 1'000'000});
}
BENCHMARK(beam_mcts)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace playout
