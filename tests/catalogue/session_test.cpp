// Every algorithm of the list, piece by piece and saved in between, on states of several domains. The searches
// are those that the domains have compiled.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "playout/catalogue/solve.h"
#include "playout/domains/knapsack/state.h"
#include "playout/domains/partition/state.h"
#include "playout/domains/samegame/state.h"
#include "playout/domains/snake/state.h"
#include "playout/ggp/puzzle.h"
#include "tests/base/by_memory.h"

namespace playout {
namespace {

using Knapsack = knapsack::KnapsackState;
using SameGame = samegame::SameGameState<samegame::Small>;
using Partition = partition::PartitionState<partition::Narrow>;
using Snake = snake::SnakeState<snake::Small>;

const knapsack::Instance& items() {
    static const knapsack::Instance made = [] {
        Rng rng(8);
        return knapsack::generate({.size = 60, .correlation = knapsack::Correlation::strong, .range = 10'000},
                                  rng);
    }();
    return made;
}

// A walk on a board of 4 x 4 that collects what lies there; a game has twelve steps.
const std::string crossing = R"(
(role walker) (init (at 1 1)) (init (gold 0))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (place 1 3) (place 2 4) (place 3 1) (place 4 4)
(<= (init (lies ?x ?y)) (place ?x ?y))
(<= (legal walker (go ?x2 ?y)) (true (at ?x ?y)) (next_to ?x ?x2))
(<= (legal walker (go ?x ?y2)) (true (at ?x ?y)) (next_to ?y ?y2))
(<= (next_to ?x ?y) (succ ?x ?y) (distinct ?x 0) (distinct ?y 5) (distinct ?y 6))
(<= (next_to ?y ?x) (next_to_up ?x ?y))
(<= (next_to_up ?x ?y) (succ ?x ?y) (distinct ?x 0) (distinct ?y 5) (distinct ?y 6))
(<= (next (at ?x ?y)) (does walker (go ?x ?y)))
(<= (next (lies ?x ?y)) (true (lies ?x ?y)) (not (does walker (go ?x ?y))))
(<= found (does walker (go ?x ?y)) (true (lies ?x ?y)))
(<= (next (gold ?m)) (true (gold ?n)) (succ ?n ?m) found)
(<= (next (gold ?n)) (true (gold ?n)) (not found))
(<= terminal (true (gold 4)))
(worth 0 0) (worth 1 20) (worth 2 40) (worth 3 60) (worth 4 100)
(<= (goal walker ?v) (true (gold ?n)) (worth ?n ?v))
)";

template <typename S>
S make_root();
template <>
Knapsack make_root() {
    return Knapsack(items());
}
template <>
SameGame make_root() {
    static const samegame::Instance board = [] {
        Rng rng(3);
        return samegame::generate({.width = 8, .height = 8, .colours = 4},
                                  samegame::Rules(samegame::Puzzle::samegame, samegame::Leftover::maastricht),
                                  rng);
    }();
    return SameGame(board);
}
template <>
Partition make_root() {
    static const partition::Instance numbers = [] {
        Rng rng(4);
        return partition::generate({.size = 30, .bits = 40}, rng);
    }();
    return Partition(numbers);
}
template <>
Snake make_root() {
    static const snake::Instance cube(snake::Kind::snake, 6, 2);
    return Snake(cube);
}
// Its moves are archived by their texts.
template <>
ggp::PuzzleState make_root() {
    static const ggp::Puzzle puzzle(crossing, "crossing", 12);
    return ggp::PuzzleState(puzzle);
}

Request request_for(const std::string& algorithm, const SettingTexts& settings = {}) {
    Request request;
    request.algorithm = algorithm;
    request.settings = settings;
    request.limits.playouts = 2000;
    request.limits.nodes = find_algorithm(algorithm).info.nodes.empty() ? std::nullopt : std::optional(30'000);
    return request;
}

// What a search may keep beside its first settings.
std::vector<SettingTexts> variants_of(const std::string& algorithm) {
    if (algorithm == "uct")
        return {{},
                {{"expansion", "full"}},
                {{"expansion", "lazy"}},
                {{"transpositions", "1"}, {"rave", "50"}},
                {{"searches", "3"}, {"tree_nodes", "100"}, {"full_tree", "recycle"}}};
    if (algorithm == "sp-mcts")
        return {{},
                {{"searches", "3"}, {"transpositions", "1"}},
                {{"time_for", "move"}, {"final_move", "visits"}, {"keep_tree", "1"}}};
    if (algorithm == "beam-mcts") return {{{"limit", "50"}, {"width", "3"}, {"searches", "2"}}};
    if (algorithm == "beam") return {{{"width", "5"}}, {{"width", "5"}, {"noise", "1"}, {"growth", "1"}}};
    if (algorithm.ends_with("nrpa"))
        return {{{"level", "2"}, {"n", "10"}},
                {{"level", "3"}, {"n", "5"}, {"stabilise", "2"}},
                {{"level", "3"}, {"n", "5"}, {"polish", "2"}, {"polish_share", "0.7"}},
                {{"level", "2"}, {"n", "5"}, {"polish", "2"}}};
    if (algorithm == "anneal")
        return {{{"changes", "300"}, {"growth", "1"}},
                {{"start", "mc-beam"}, {"start_width", "2"}, {"start_playouts", "300"}, {"changes", "200"}},
                {{"start", "nrpa"}, {"start_playouts", "150"}, {"changes", "200"}, {"cut", "0.7"}}};
    if (algorithm == "portfolio")
        return {{{"changes", "50"}}, {{"changes", "20"}, {"lines", "6"}, {"start_playouts", "10"}}, {}};
    if (algorithm == "mc-beam") return {{{"width", "2"}}, {{"width", "4"}, {"growth", "1"}, {"games", "2"}}};
    if (algorithm == "nmcs") return {{{"level", "2"}}};
    return {{}};
}

template <State S>
void expect_equal(const Result<S>& left, const Result<S>& right, const std::string& what) {
    EXPECT_EQ(left.moves, right.moves) << what;
    EXPECT_EQ(left.playouts, right.playouts) << what;
    EXPECT_EQ(left.nodes, right.nodes) << what;
    EXPECT_EQ(left.optimal, right.optimal) << what;
    EXPECT_EQ(left.stopped_by, right.stopped_by) << what;
    EXPECT_EQ(left.statistics, right.statistics) << what;
    ASSERT_EQ(left.trace.size(), right.trace.size()) << what;
    for (std::size_t i = 0; i < left.trace.size(); ++i) {
        EXPECT_EQ(left.trace[i].playouts, right.trace[i].playouts) << what;
        EXPECT_EQ(left.trace[i].outcome, right.trace[i].outcome) << what;
    }
}

// By way of memory, what a file would do.
template <State S>
std::unique_ptr<Session<S>> reborn(Session<S>& session, const Request& request) {
    const std::string text = saved_by_memory(session);
    auto made = std::make_unique<Session<S>>(make_root<S>(), request);
    EXPECT_EQ(load_by_memory(*made, text), 0u) << request.algorithm;
    return made;
}

template <typename S>
class Sessions : public testing::Test {};
using States = testing::Types<Knapsack, SameGame, Partition, Snake, ggp::PuzzleState>;
TYPED_TEST_SUITE(Sessions, States);

TYPED_TEST(Sessions, PiecesAreTheSameRunAsAWhole) {
    for (const AlgorithmRow& row : algorithm_rows())
        for (const SettingTexts& settings : variants_of(row.info.name)) {
            const Request request = request_for(row.info.name, settings);
            const auto whole = solve(make_root<TypeParam>(), request);
            Session<TypeParam> session(make_root<TypeParam>(), request);
            int pieces = 0;
            while (session.advance({.playouts = 200, .nodes = 3000})) ++pieces;
            expect_equal(session.result(), whole, row.info.name);
            EXPECT_TRUE(pieces > 2 || whole.playouts < 1000) << row.info.name;
        }
}

TYPED_TEST(Sessions, SavedAndLoadedTheyGoOnAsIfNothingHadBeen) {
    Rng rng(5);
    for (const AlgorithmRow& row : algorithm_rows())
        for (const SettingTexts& settings : variants_of(row.info.name)) {
            const Request request = request_for(row.info.name, settings);
            const auto whole = solve(make_root<TypeParam>(), request);
            auto session = std::make_unique<Session<TypeParam>>(make_root<TypeParam>(), request);
            while (session->advance({.playouts = rng.between(1, 700), .nodes = rng.between(1, 9000)}))
                session = reborn(*session, request);
            session = reborn(*session, request);
            expect_equal(session->result(), whole, row.info.name);
        }
}

// While the strategy is tuned, and after that.
TEST(TunedSessions, GoOnAsIfNothingHadBeen) {
    Rng rng(6);
    for (const char* algorithm : {"random", "uct", "anneal"}) {
        Request request = request_for(algorithm, {{"tune", "0.4"}});
        for (const char* strategy : {"bandit-tabu", "roulette"}) {
            request.strategy = strategy;
            const auto whole = solve(make_root<SameGame>(), request);
            EXPECT_GE(whole.statistics.front().second, 780) << algorithm;  // games while it was tuned
            auto session = std::make_unique<Session<SameGame>>(make_root<SameGame>(), request);
            while (session->advance({.playouts = rng.between(1, 300)})) session = reborn(*session, request);
            session = reborn(*session, request);
            expect_equal(session->result(), whole, algorithm);
        }
    }
}

TEST(TunedSessions, RefuseWhatCannotBeTuned) {
    Request request = request_for("uct", {{"tune", "0.4"}, {"power", "3"}});
    request.strategy = "roulette";
    EXPECT_THROW(solve(make_root<SameGame>(), request), UsageError);  // all is set
    request.settings = {{"tune", "0.4"}};
    request.limits.playouts.reset();
    EXPECT_THROW(solve(make_root<SameGame>(), request), UsageError);  // nodes alone
    EXPECT_THROW(solve(make_root<Knapsack>(), request_for("uct", {{"tune", "0.4"}})), UsageError);
}

// Beyond what the request allowed. Searches that share out their total, or were stopped between a node and its
// game, may go another way than a longer run; all others are that run.
TYPED_TEST(Sessions, GoOnBeyondTheirLimits) {
    for (const AlgorithmRow& row : algorithm_rows()) {
        // The last cycle takes what is left of the total; a race is as long as that.
        if (row.info.name == "anneal" || row.info.name == "portfolio") continue;
        Request request = request_for(row.info.name);
        request.limits.nodes.reset();
        const auto whole = solve(make_root<TypeParam>(), request);
        Session<TypeParam> session(make_root<TypeParam>(), request);
        session.search_on({.playouts = 500});
        session.search_on({.playouts = 1});
        const auto last = session.search_on({.playouts = 1499});
        expect_equal(last, whole, row.info.name);
    }
}

TEST(Session, StaysAtAProof) {
    Rng rng(2);
    const knapsack::Instance small = knapsack::generate({.size = 8}, rng);
    Session<Knapsack> session(Knapsack(small), request_for("uct"));
    const auto first = session.search_on({.playouts = 1'000'000});
    EXPECT_TRUE(first.optimal);
    EXPECT_EQ(session.search_on({.playouts = 10}).playouts, first.playouts);
}

TEST(Session, TellsWhatItWasAllowed) {
    Session<Knapsack> session(make_root<Knapsack>(), request_for("random"));
    EXPECT_EQ(session.result().limits.playouts, 2000);
    EXPECT_EQ(session.search_on({.playouts = 100}).limits.playouts, 100);
    EXPECT_EQ(session.search_on({.playouts = 100}).limits.playouts, 200);
    EXPECT_FALSE(session.result().limits.seconds);
}

TEST(Session, AFileIsEnoughToGoOn) {
    const auto file =
        std::filesystem::temp_directory_path() / ("playout-session-" + std::to_string(::getpid()));
    const Request request = request_for("nrpa", {{"level", "2"}});
    const auto whole = solve(make_root<SameGame>(), request);
    {
        CheckpointWriter writer(file.string(), 60);
        Session<SameGame> session(make_root<SameGame>(), request, {.checkpoints = &writer});
        session.advance({.playouts = 900});
        session.save(writer);
        writer.finish();
    }
    CheckpointReader saved(file.string());
    const auto session = Session<SameGame>::resumed(make_root<SameGame>(), saved);
    const auto last = session->solve();
    expect_equal(last, whole, "nrpa");
    EXPECT_EQ(last.checkpoints, 1);
    EXPECT_EQ(last.resumed, 1);
    std::filesystem::remove(file);
}

TEST(Session, AnotherProblemIsRefused) {
    const Request request = request_for("uct");
    Session<Knapsack> session(make_root<Knapsack>(), request);
    session.advance({.playouts = 500});
    const std::string text = saved_by_memory(session);
    Rng rng(9);
    for (int i = 0; i < 10; ++i) {
        const knapsack::Instance other = knapsack::generate(
            {.size = 60, .correlation = knapsack::Correlation::strong, .range = 10'000}, rng);
        Session<Knapsack> wrong(Knapsack(other), request);
        EXPECT_THROW(load_by_memory(wrong, text), InputError);
    }
}

}  // namespace
}  // namespace playout
