// How fast the nested searches go: playouts per second of whole searches, learning included. With PLAYOUT_DATA
// on the standard boards 1, 6 and 16, without it on generated ones.
#include <benchmark/benchmark.h>

#include <cstdlib>

#include <fmt/format.h>

#include "bench/searches.h"
#include "playout/base/text.h"
#include "playout/domains/samegame/state.h"
#include "playout/search/beam_nrpa.h"
#include "playout/search/hd_nrpa.h"
#include "playout/search/nmcs.h"
#include "playout/search/nrpa.h"
#include "playout/search/playout.h"

namespace playout {
namespace {

using Board = samegame::SameGameState<samegame::Small>;

samegame::Instance board(std::int64_t number) {
    const samegame::Rules rules(samegame::Puzzle::samegame, samegame::Leftover::maastricht);
    if (const char* data = std::getenv("PLAYOUT_DATA")) {
        const std::string file = fmt::format("{}/samegame/standard-{:02}.txt", data, number);
        return samegame::read_instance(read_text_file(file), file, rules);
    }
    Rng rng(static_cast<std::uint64_t>(number));
    return samegame::generate({}, rules, rng);
}

template <typename Algorithm>
void nested(benchmark::State& bench, const typename Algorithm::Config& config) {
    const samegame::Instance instance = board(bench.range(0));
    const auto entry = Board::strategies().front();
    const auto strategy = entry.make(Board(instance), resolve(entry.parameters, {}, entry.name));
    searches<Algorithm>(bench, Board(instance), *strategy, config, {.playouts = 200'000});
}

template <typename Algorithm>
typename Algorithm::Config at_level(std::int64_t level) {
    typename Algorithm::Config config;
    config.level = level;
    return config;
}

void nrpa_level_4(benchmark::State& bench) {
    nested<Nrpa>(bench, at_level<Nrpa>(4));
}
void hd_nrpa_level_4(benchmark::State& bench) {
    nested<HdNrpa>(bench, at_level<HdNrpa>(4));
}
void hd_nrpa_beam_10_at_all_levels(benchmark::State& bench) {
    HdNrpaConfig config = at_level<HdNrpa>(4);
    config.beam_at = {};
    nested<HdNrpa>(bench, config);
}
void beam_nrpa_level_3(benchmark::State& bench) {
    nested<BeamNrpa>(bench, at_level<BeamNrpa>(3));
}
void nmcs_level_2(benchmark::State& bench) {
    nested<Nmcs>(bench, at_level<Nmcs>(2));
}

void on_boards(benchmark::internal::Benchmark* bench) {
    bench->Arg(1)->Arg(6)->Arg(16)->Iterations(1)->Unit(benchmark::kMillisecond);
}
BENCHMARK(nrpa_level_4)->Apply(on_boards);
BENCHMARK(hd_nrpa_level_4)->Apply(on_boards);
BENCHMARK(hd_nrpa_beam_10_at_all_levels)->Apply(on_boards);
BENCHMARK(beam_nrpa_level_3)->Apply(on_boards);
BENCHMARK(nmcs_level_2)->Apply(on_boards);

}  // namespace
}  // namespace playout
