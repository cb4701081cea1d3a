// The domain `gdl`: a rule sheet with one role.
#include <fmt/format.h>

#include <algorithm>

#include "playout/catalogue/domain_of.h"
#include "playout/catalogue/load_limits.h"
#include "playout/ggp/grid_view.h"
#include "playout/ggp/puzzle.h"

namespace playout {
namespace {

struct PuzzleConfig {
    int steps = 1000;
    gdl::NameCase names = gdl::NameCase::exact;
};

const Knobs<PuzzleConfig>& puzzle_knobs() {
    static const auto table =
        Knobs<PuzzleConfig>()
            .number("steps", &PuzzleConfig::steps, 1, 1'000'000, "a game that is not over by then ends there")
            .choice("names", &PuzzleConfig::names, {"exact", "folded"},
                    "whether names that differ only in case are two, or one");
    return table;
}

// The towers of Hanoi with four discs, in at most twenty moves (fifteen are enough).
constexpr const char* towers = R"(
(role mover)
(peg a) (peg b) (peg c)
(smaller 1 2) (smaller 1 3) (smaller 1 4) (smaller 2 3) (smaller 2 4) (smaller 3 4)
(init (on 1 a)) (init (on 2 a)) (init (on 3 a)) (init (on 4 a)) (init (step 0))
(<= (covered ?d ?p) (true (on ?d ?p)) (true (on ?e ?p)) (smaller ?e ?d))
(<= (holds_smaller ?p ?d) (true (on ?e ?p)) (smaller ?e ?d) (true (on ?d ?q)))
(<= (legal mover (move ?d ?p ?q))
    (true (on ?d ?p)) (not (covered ?d ?p)) (peg ?q) (distinct ?p ?q) (not (holds_smaller ?q ?d)))
(<= (next (on ?d ?q)) (does mover (move ?d ?p ?q)))
(<= (next (on ?d ?p)) (true (on ?d ?p)) (does mover (move ?e ?x ?y)) (distinct ?d ?e))
(<= (next (step ?t)) (true (step ?s)) (succ ?s ?t))
(<= solved (true (on 1 c)) (true (on 2 c)) (true (on 3 c)) (true (on 4 c)))
(<= terminal solved)
(<= terminal (true (step 20)))
(<= (goal mover 100) solved)
(<= (goal mover 50) (not solved) (true (on 4 c)) (true (on 3 c)))
(<= (goal mover 25) (true (on 4 c)) (not (true (on 3 c))))
(<= (goal mover 0) (not (true (on 4 c))))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8) (succ 8 9) (succ 9 10)
(succ 10 11) (succ 11 12) (succ 12 13) (succ 13 14) (succ 14 15) (succ 15 16) (succ 16 17) (succ 17 18)
(succ 18 19) (succ 19 20)
)";

struct Gdl {
    using Instance = std::shared_ptr<const ggp::Puzzle>;
    using State = ggp::PuzzleState;
    using Moves = std::vector<State::Move>;

    static DomainInfo info() {
        return {.name = "gdl",
                .meaning = "a game of one role by its rule sheet: the highest goal",
                .instance_text = "a rule sheet in GDL, prefix form (KIF) or infix",
                .move_text = "the move's term in prefix form, such as `(mark 1 1)`",
                .value_text = "the goal, 0 to 100",
                .default_algorithm = "beam",
                .default_settings = {{"noise", "0.5"}},
                .parameters = puzzle_knobs().parameters(),
                .generator_parameters = {}};
    }
    static Instance read(const std::string& text, const std::string& source, const Settings& settings,
                         const Loading& loading) {
        const PuzzleConfig config = puzzle_knobs().read(settings);
        ggp::LoadLimits limits = load_limits(loading);
        limits.names = config.names;
        return std::make_shared<const ggp::Puzzle>(text, source, config.steps, limits);
    }
    static Instance built_in(const Settings& settings) { return read(towers, "built-in", settings, {}); }
    static std::string text(const Instance& instance) { return instance->text(); }
    static std::string summary(const Instance& instance) {
        const ggp::Wiring* wiring = instance->sheet().wiring();
        if (wiring == nullptr) return "not grounded: " + instance->sheet().why_not_ground();
        return fmt::format("{} fluents, {} moves, {} gates", wiring->circuit().fluents,
                           wiring->circuit().moves[0], wiring->circuit().gates.size());
    }
    static State root(const Instance& instance) { return State(*instance); }
    // By the rules themselves; nothing where they take too long to ask, or are what was played by anyway.
    static std::optional<Outcome> recount(const Instance& instance, const Moves& moves) {
        if (instance->sheet().wiring() == nullptr) return std::nullopt;
        constexpr double max_seconds = 10;
        const Clock clock = steady_clock();
        try {
            return ggp::recount(*instance, moves,
                                Watch([&, start = clock()] { return clock() - start > max_seconds; }));
        } catch (const WorkEnded&) {
            return std::nullopt;
        }
    }
    static Json details(const Instance& instance, const Moves& moves) {
        State state(*instance);
        for (const State::Move move : moves) state.play(move);
        std::vector<std::string> fluents = state.fluents();
        for (std::string& fluent : fluents) fluent = instance->sheet().sheet().names.canonical(fluent);
        std::sort(fluents.begin(), fluents.end());
        return {{"steps", moves.size()}, {"state", fluents}};
    }
    static std::string frame(const Instance&, const State& state, const Terminal&) {
        const std::vector<std::string> fluents = state.fluents();
        return fmt::format("{}\n{}", fmt::join(fluents, " "), ggp::grid_view(fluents));
    }
};

}  // namespace

std::unique_ptr<Domain> make_gdl_domain() {
    return std::make_unique<DomainOf<Gdl>>();
}

}  // namespace playout
