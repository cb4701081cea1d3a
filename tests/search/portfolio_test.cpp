#include "playout/search/portfolio.h"

#include <gtest/gtest.h>

#include <string>

#include "playout/domains/knapsack/state.h"
#include "playout/domains/snake/state.h"
#include "tests/search/annealed_board.h"

namespace playout {
namespace {

using Knapsack = knapsack::KnapsackState;
using SameGame = samegame::SameGameState<samegame::Small>;

double number(const Statistics& statistics, const std::string& name) {
    for (const auto& [known, value] : statistics)
        if (known == name) return value;
    ADD_FAILURE() << name;
    return 0;
}

TEST(Portfolio, FindsTheOptimumOfSmallKnapsacks) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Rng rng(seed);
        const knapsack::Instance items = knapsack::generate({.size = 20, .range = 1000}, rng);
        const auto best = solve(Knapsack(items), request_for("dfs", {}, 10'000'000));
        ASSERT_TRUE(best.optimal);
        const auto found = solve(Knapsack(items), request_for("portfolio", {{"changes", "500"}}, 50'000, seed));
        EXPECT_EQ(found.outcome->value, best.outcome->value) << seed;
    }
}

TEST(Portfolio, IsBetterThanAnnealingWithoutARace) {
    double raced = 0, annealed = 0;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        raced += solve(SameGame(board()), request_for("portfolio", {{"changes", "2000"}}, 200'000, seed))
                     .outcome->value;
        annealed += solve(SameGame(board()), request_for("anneal", {}, 200'000, seed)).outcome->value;
    }
    EXPECT_GT(raced, annealed);
}

// 20,000 playouts have room for some 90 cycles of 100 changes and what they begin with: for 8 lines with two
// turns in each of four stages, but not for 16 in five.
TEST(Portfolio, BeginsAsManyLinesAsThereIsRoomForAndEndsWithOne) {
    const auto result = solve(SameGame(board()), request_for("portfolio", {{"changes", "100"}}, 20'000));
    EXPECT_EQ(number(result.statistics, "races"), 1);
    EXPECT_EQ(number(result.statistics, "first_lines"), 8);
    EXPECT_EQ(number(result.statistics, "lines"), 1);
    double begun = 0;
    for (const std::string& starter : starter_names) begun += number(result.statistics, "from_" + starter);
    EXPECT_NEAR(begun - number(result.statistics, "cycles"), 0.5, 0.5);  // one may be under way
}

TEST(Portfolio, BeginsWithOneLineWhereThereIsNoRoomForMore) {
    const auto result = solve(SameGame(board()), request_for("portfolio", {}, 5000));
    EXPECT_EQ(result.playouts, 5000);
    EXPECT_EQ(number(result.statistics, "first_lines"), 1);
    EXPECT_TRUE(result.outcome);
}

TEST(Portfolio, GoesOnFromTheGameThatItIsGiven) {
    const auto first = solve(SameGame(board()), request_for("nrpa", {{"level", "2"}}, 5000));
    Request request = request_for("portfolio", {{"changes", "500"}}, 3000);
    request.start = move_texts(SameGame(board()), first.moves);
    const auto result = solve(SameGame(board()), request);
    EXPECT_GE(result.outcome->value, first.outcome->value);
    EXPECT_EQ(result.trace.front().outcome.value, first.outcome->value);
}

// Wherever the first one stood when its limit ended it.
TEST(Portfolio, HoldsAnotherRaceInWhatIsAdded) {
    for (std::int64_t playouts = 10'000; playouts < 10'200; playouts += 20) {
        Session<SameGame> session(SameGame(board()), request_for("portfolio", {{"changes", "100"}}, playouts));
        const auto first = session.solve();
        EXPECT_EQ(number(first.statistics, "races"), 1);
        const auto second = session.search_on({.playouts = 10'000});
        EXPECT_EQ(number(second.statistics, "races"), 2) << playouts;
        EXPECT_GE(second.outcome->value, first.outcome->value);
    }
}

TEST(Portfolio, DropsTheWorseHalfOfAnyNumberOfLines) {
    for (const char* lines : {"1", "3", "10"}) {
        const auto result =
            solve(SameGame(board()), request_for("portfolio", {{"changes", "50"}, {"lines", lines}}, 5000));
        EXPECT_EQ(std::to_string(static_cast<int>(number(result.statistics, "first_lines"))), lines);
        EXPECT_EQ(number(result.statistics, "lines"), 1);
    }
}

// Which of two open coils is worse must not depend on what was seen before: the closed one is better.
TEST(Portfolio, PrefersFeasibleGames) {
    const snake::Instance cube(snake::Kind::coil, 6, 2);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const auto result = solve(snake::SnakeState<snake::Small>(cube),
                                  request_for("portfolio", {{"changes", "100"}}, 20'000, seed));
        EXPECT_TRUE(result.outcome->feasible());
        EXPECT_GE(result.outcome->value, 24);
    }
}

TEST(Portfolio, KnowsTheOnlyGameOfAProblemThatIsOver) {
    const samegame::Instance over = samegame::read_instance(
        "1 2\n2 1\n", "board", samegame::Rules(samegame::Puzzle::samegame, samegame::Leftover::maastricht));
    const auto result = solve(SameGame(over), request_for("portfolio", {}, 100));
    EXPECT_TRUE(result.optimal);
    EXPECT_TRUE(result.moves.empty());
}

TEST(Portfolio, HoldsLargerAndLargerRacesWithoutALimit) {
    Budget budget({}, [] { return 0.0; });
    Rng rng(1);
    Observer silent;
    const SameGame root(board());
    SharedRun<SameGame> shared(root, {}, silent);
    const auto strategy = SameGame::strategies().front().make(root, {});
    playout::Run<SameGame> run(shared, budget, rng, *strategy);
    PortfolioConfig config;
    config.changes = 10;
    PortfolioSearch<SameGame> search(run, config);
    double lines = 0;
    for (int race = 1; race <= 3; ++race) {
        while (number(search.statistics(), "races") <= race) search.step();
        while (number(search.statistics(), "first_lines") == 1) search.step();
        EXPECT_GT(number(search.statistics(), "first_lines"), lines);
        lines = number(search.statistics(), "first_lines");
    }
}

// A game of 100,000 items takes some 100 kB.
TEST(Portfolio, KeepsFewerLinesWhereMemoryIsShort) {
    Rng rng(1);
    const knapsack::Instance items = knapsack::generate({.size = 100'000}, rng);
    Request request = request_for("portfolio", {{"changes", "1"}, {"lines", "1000"}}, 400);
    request.limits.memory = 10 << 20;
    const auto result = solve(Knapsack(items), request);
    EXPECT_EQ(result.playouts, 400);
    EXPECT_GT(number(result.statistics, "first_lines"), 1);
    EXPECT_LT(number(result.statistics, "first_lines"), 100);
    request.limits.memory = 1 << 30;
    EXPECT_EQ(number(solve(Knapsack(items), request).statistics, "first_lines"), 1000);
}

}  // namespace
}  // namespace playout
