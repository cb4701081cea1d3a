#include "playout/search/anneal.h"

#include <gtest/gtest.h>

#include "playout/domains/knapsack/state.h"
#include "tests/search/annealed_board.h"

namespace playout {
namespace {

using Knapsack = knapsack::KnapsackState;
using SameGame = samegame::SameGameState<samegame::Small>;

TEST(Anneal, FindsTheOptimumOfSmallKnapsacks) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Rng rng(seed);
        const knapsack::Instance items = knapsack::generate({.size = 20, .range = 1000}, rng);
        const auto best = solve(Knapsack(items), request_for("dfs", {}, 10'000'000));
        ASSERT_TRUE(best.optimal);
        const auto found = solve(Knapsack(items), request_for("anneal", {}, 50'000, seed));
        EXPECT_EQ(found.outcome->value, best.outcome->value) << seed;
    }
}

// With the same number of games, playouts from the start are far behind.
TEST(Anneal, IsBetterThanPlayoutsAlone) {
    double annealed = 0, played = 0;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        annealed += solve(SameGame(board()), request_for("anneal", {}, 20'000, seed)).outcome->value;
        played += solve(SameGame(board()), request_for("random", {}, 20'000, seed)).outcome->value;
    }
    EXPECT_GT(annealed, played);
}

TEST(Anneal, GoesOnFromTheGameThatItIsGiven) {
    const auto first = solve(SameGame(board()), request_for("nrpa", {{"level", "2"}}, 5000));
    Request request = request_for("anneal", {}, 3000);
    request.start = move_texts(SameGame(board()), first.moves);
    const auto result = solve(SameGame(board()), request);
    EXPECT_GE(result.outcome->value, first.outcome->value);
    EXPECT_EQ(result.trace.front().outcome.value, first.outcome->value);
}

TEST(Anneal, BeginsWithTheGamesOfOtherSearches) {
    for (const char* start : {"playouts", "mc-beam", "nrpa"}) {
        const auto result = solve(SameGame(board()), request_for("anneal",
                                                                 {{"start", start},
                                                                  {"start_playouts", "2000"},
                                                                  {"start_width", "3"},
                                                                  {"changes", "1000"},
                                                                  {"growth", "1"}},
                                                                 20'000));
        EXPECT_EQ(result.playouts, 20'000);
        EXPECT_TRUE(result.outcome) << start;
    }
}

// However long the first cycle is to be.
TEST(Anneal, CoolsDownBeforeTheBudgetIsUsedUp) {
    const auto cold = [](const std::string& changes) {
        const auto result = solve(SameGame(board()), request_for("anneal", {{"changes", changes}}, 30'000));
        for (const auto& [name, number] : result.statistics)
            if (name == "temperature") return number;
        return -1.0;
    };
    EXPECT_LT(cold("1000000000"), 2 * cold("29000"));
}

// A cycle that was to take all that was left ends as any other where the limits were raised.
TEST(Anneal, KeepsItsTemperatureWhereLimitsAreRaised) {
    Session<SameGame> session(SameGame(board()), request_for("anneal", {{"changes", "12000"}}, 10'000));
    session.solve();
    const auto result = session.search_on({.playouts = 30'000});
    for (const auto& [name, number] : result.statistics) {
        if (name == "temperature") EXPECT_LT(number, 1000);
        if (name == "cycles") EXPECT_GE(number, 1);
    }
}

TEST(Anneal, SeesTheOnlyGameOfAProblemThatIsOver) {
    const samegame::Instance over = samegame::read_instance(
        "1 2\n2 1\n", "board", samegame::Rules(samegame::Puzzle::samegame, samegame::Leftover::maastricht));
    const auto result = solve(SameGame(over), request_for("anneal", {}, 100));
    EXPECT_TRUE(result.optimal);
    EXPECT_TRUE(result.moves.empty());
}

}  // namespace
}  // namespace playout
