// What a checkpoint of a large tree costs: the pause of the search while it is copied, the seconds that a
// thread takes to write it, its size, and the seconds to go on from it.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <filesystem>

#include "playout/catalogue/solve.h"
#include "playout/domains/knapsack/state.h"

namespace playout {
namespace {

void checkpoint_of_a_tree(benchmark::State& bench) {
    Rng rng(4);
    const auto items = knapsack::generate({.size = 1000, .correlation = knapsack::Correlation::strong}, rng);
    const knapsack::KnapsackState root(items);
    Request request;
    request.algorithm = "uct";
    request.limits.nodes = bench.range(0);
    const auto file =
        (std::filesystem::temp_directory_path() / ("playout-bench-" + std::to_string(::getpid()))).string();
    for (auto _ : bench) {
        CheckpointWriter writer(file, 1e9);
        Session<knapsack::KnapsackState> session(root, request);
        while (session.advance({.nodes = 1'000'000})) {
        }
        session.save(writer);
        writer.finish();
        const Clock clock = steady_clock();
        const double begun = clock();
        CheckpointReader saved(file);
        benchmark::DoNotOptimize(Session<knapsack::KnapsackState>::resumed(root, saved)->result().nodes);
        bench.counters["read_s"] = clock() - begun;
        bench.counters["write_s"] = writer.seconds_to_write();
        bench.counters["pause_ms"] = writer.longest_pause() * 1000;
        bench.counters["copied_MB"] = static_cast<double>(writer.bytes()) / 1e6;
        bench.counters["file_MB"] = static_cast<double>(std::filesystem::file_size(file)) / 1e6;
    }
    std::filesystem::remove(file);
}
BENCHMARK(checkpoint_of_a_tree)
    ->ArgName("nodes")
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Arg(10'000'000)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace playout
