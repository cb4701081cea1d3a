// How fast the boards play, on the fast path and on its portable twin. Figures per second and per ply:
//     build/release/bench/playout_bench --benchmark_filter=samegame --benchmark_repetitions=5
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "playout/base/text.h"
#include "playout/domains/samegame/state.h"

namespace playout::samegame {
namespace {

const Rules& rules() {
    static const Rules made(Puzzle::samegame, Leftover::maastricht);
    return made;
}

Instance on_path(const Instance& instance, Path path) {
    return read_instance(to_text(instance), "board", rules(), path);
}

void report(benchmark::State& bench, std::int64_t playouts, std::int64_t plies) {
    using benchmark::Counter;
    bench.counters["playouts/s"] = Counter(static_cast<double>(playouts), Counter::kIsRate);
    bench.counters["ns/ply"] = Counter(static_cast<double>(plies) * 1e-9, Counter::kIsRate | Counter::kInvert);
}

template <typename Layout>
void draw_games(benchmark::State& bench, const Instance& instance, Draw draw) {
    if (instance.path() == Path::fast && !has_fast_path()) return bench.SkipWithError("no AVX2 here");
    const SameGameState<Layout> root(instance);
    if (draw.tabu != 0) draw.tabu = instance.main_colour();
    Rng rng(1);
    std::vector<Move> moves;
    std::int64_t playouts = 0, plies = 0;
    for (auto _ : bench) {
        SameGameState<Layout> state = root;
        moves.clear();
        state.play_out(draw, rng, moves);
        ++playouts;
        plies += static_cast<std::int64_t>(moves.size());
        benchmark::DoNotOptimize(state.value());
    }
    report(bench, playouts, plies);
}

const Draw uniform_groups{.by_group = true};
const Draw tabu_cells{.by_group = false, .tabu = 1, .epsilon = ~0ULL / 333};
const Draw tabu_groups{.by_group = true, .tabu = 1, .epsilon = ~0ULL / 333};
const Draw selective{.by_group = true, .tabu = 1, .pairs_after = 10};

// Standard board 1.
void samegame_board_1(benchmark::State& bench, Draw draw, Path path) {
    draw_games<Small>(bench, on_path(standard_board(rules()), path), draw);
}
BENCHMARK_CAPTURE(samegame_board_1, tabu_color_random_by_cell / fast, tabu_cells, Path::fast);
BENCHMARK_CAPTURE(samegame_board_1, tabu_color_random_by_cell / portable, tabu_cells, Path::portable);
BENCHMARK_CAPTURE(samegame_board_1, tabu_color_random_by_group / fast, tabu_groups, Path::fast);
BENCHMARK_CAPTURE(samegame_board_1, tabu_color_random_by_group / portable, tabu_groups, Path::portable);
BENCHMARK_CAPTURE(samegame_board_1, random / fast, uniform_groups, Path::fast);
BENCHMARK_CAPTURE(samegame_board_1, random / portable, uniform_groups, Path::portable);
BENCHMARK_CAPTURE(samegame_board_1, selective_tabu / fast, selective, Path::fast);
BENCHMARK_CAPTURE(samegame_board_1, selective_tabu / portable, selective, Path::portable);

// Playouts by size; what a cell costs in one ply tells whether there is a cliff.
void samegame_growth(benchmark::State& bench, Draw draw, Path path) {
    Rng rng(1);
    const Instance instance =
        on_path(generate({bench.range(0), bench.range(0), bench.range(1)}, rules(), rng), path);
    if (instance.fits<Small>()) {
        draw_games<Small>(bench, instance, draw);
    } else {
        draw_games<Large>(bench, instance, draw);
    }
}
void sizes(benchmark::internal::Benchmark* bench) {
    for (const auto& [side, colours] : {std::pair{10, 3}, {15, 5}, {16, 5}, {17, 5}, {20, 10}, {32, 16}})
        bench->Args({side, colours});
}
BENCHMARK_CAPTURE(samegame_growth, tabu_color_random / fast, tabu_cells, Path::fast)->Apply(sizes);
BENCHMARK_CAPTURE(samegame_growth, tabu_color_random / portable, tabu_cells, Path::portable)->Apply(sizes);
BENCHMARK_CAPTURE(samegame_growth, random / fast, uniform_groups, Path::fast)->Apply(sizes);
BENCHMARK_CAPTURE(samegame_growth, random / portable, uniform_groups, Path::portable)->Apply(sizes);

// The boards of $PLAYOUT_DATA, or generated ones without it.
const std::vector<Instance>& twenty_boards() {
    static const auto boards = [] {
        std::vector<Instance> made;
        const char* folder = std::getenv("PLAYOUT_DATA");
        Rng rng(1);
        for (int number = 1; number <= 20; ++number) {
            const std::string file = std::string(folder ? folder : "") + "/samegame/standard-" +
                                     (number < 10 ? "0" : "") + std::to_string(number) + ".txt";
            made.push_back(folder ? read_instance(read_text_file(file), file, rules())
                                  : generate({15, 15, 5}, rules(), rng));
        }
        return made;
    }();
    return boards;
}

enum class Listing { none, afresh, kept };

// The list of moves with their codes at every ply of selective-tabu playouts on the 20 boards. The games are
// drawn before; `none` is what playing them costs without a list.
void samegame_moves_with_codes(benchmark::State& bench, Listing listing) {
    using State = SameGameState<Small>;
    Rng rng(1);
    std::vector<std::pair<State, std::vector<Move>>> games;
    for (int round = 0; round < 20; ++round)
        for (const Instance& instance : twenty_boards()) {
            Draw draw = selective;
            draw.tabu = instance.main_colour();
            State state(instance);
            games.emplace_back(state, std::vector<Move>());
            state.play_out(draw, rng, games.back().second);
        }
    std::vector<Move> moves;
    std::vector<MoveCode> codes;
    std::int64_t plies = 0, listed = 0;
    MoveCode sum = 0;
    for (auto _ : bench)
        for (const auto& [root, game] : games) {
            plies += static_cast<std::int64_t>(game.size());
            if (listing == Listing::kept) {
                Walk<Small> walk(root);
                for (const Move move : game) {
                    sum += walk.codes().back();
                    listed += static_cast<std::int64_t>(walk.moves().size());
                    walk.play(move);
                }
            } else {
                State state = root;
                for (const Move move : game) {
                    if (listing == Listing::afresh) {
                        state.legal_moves(moves, codes);
                        sum += codes.back();
                        listed += static_cast<std::int64_t>(moves.size());
                    }
                    state.play(move);
                }
            }
        }
    benchmark::DoNotOptimize(sum);
    bench.counters["moves/ply"] = static_cast<double>(listed) / static_cast<double>(plies);
    report(bench, static_cast<std::int64_t>(games.size()) * bench.iterations(), plies);
}
BENCHMARK_CAPTURE(samegame_moves_with_codes, play_only, Listing::none);
BENCHMARK_CAPTURE(samegame_moves_with_codes, listed_afresh, Listing::afresh);
BENCHMARK_CAPTURE(samegame_moves_with_codes, kept_from_ply_to_ply, Listing::kept);

// One at a time, on standard board 1: what the searches ask of a state.
template <typename Ask>
void ask(benchmark::State& bench, Ask question) {
    const Instance instance = standard_board(rules());
    const SameGameState<Small> state(instance);
    std::vector<Move> moves;
    state.legal_moves(moves);
    std::size_t i = 0;
    for (auto _ : bench) {
        benchmark::DoNotOptimize(question(state, moves[i]));
        i = i + 1 == moves.size() ? 0 : i + 1;
    }
}
void samegame_hash(benchmark::State& bench) {
    ask(bench, [](const auto& state, Move) { return state.hash(); });
}
void samegame_bound(benchmark::State& bench) {
    ask(bench, [](const auto& state, Move) { return state.bound(); });
}
void samegame_bias(benchmark::State& bench) {
    ask(bench, [](const auto& state, Move move) { return state.bias(move); });
}
void samegame_code(benchmark::State& bench) {
    ask(bench, [](const auto& state, Move move) { return state.code(move); });
}
void samegame_play_and_undo(benchmark::State& bench) {
    ask(bench, [](auto state, Move move) {
        const auto memento = state.play_undoable(move);
        state.undo(memento);
        return state.position().score;
    });
}
BENCHMARK(samegame_hash);
BENCHMARK(samegame_bound);
BENCHMARK(samegame_bias);
BENCHMARK(samegame_code);
BENCHMARK(samegame_play_and_undo);

}  // namespace
}  // namespace playout::samegame
