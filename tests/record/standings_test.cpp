#include "playout/record/standings.h"

#include <gtest/gtest.h>

namespace playout {
namespace {

TEST(Standings, KnowTheIntervalOfWilson) {
    // 8 of 10: 49.0 % to 94.3 %.
    EXPECT_NEAR(wilson_interval(0.8, 10)[0], 0.4902, 0.0001);
    EXPECT_NEAR(wilson_interval(0.8, 10)[1], 0.9433, 0.0001);
    EXPECT_NEAR(wilson_interval(1, 100)[0], 0.9630, 0.0001);
    EXPECT_EQ(wilson_interval(1, 100)[1], 1);
    EXPECT_EQ(wilson_interval(0, 0), (std::array{0.0, 1.0}));
}

MatchRecord with_goals(const std::vector<std::optional<int>>& goals) {
    MatchRecord record;
    for (const std::optional<int>& goal : goals) record.seats.push_back({.goal = goal, .faults = {.late = 1}});
    return record;
}

TEST(Standings, CountWinsDrawsAndLosses) {
    Standings standings = standings_of({"a", "b", "c"});
    const std::vector<Standing>& players = standings.players;
    enter_result(with_goals({100, 50, 0}), {{0, 2}, {1, 2}}, standings);  // the role between them is chance
    EXPECT_EQ(players[1].wins, 1);
    EXPECT_EQ(players[2].losses, 1);
    enter_result(with_goals({50, 50}), {{0, 1}, {2, 1}}, standings);
    EXPECT_EQ(players[1].draws, 1);
    EXPECT_EQ(players[2].draws, 1);
    EXPECT_EQ(players[1].score(), 0.75);
    EXPECT_EQ(players[1].goals, 150);
    EXPECT_EQ(players[1].mean_goal(), 75);
    enter_result(with_goals({50, std::nullopt}), {{0, 1}, {2, 1}}, standings);  // does not count
    EXPECT_EQ(players[1].matches, 2);
    EXPECT_EQ(players[1].faults.late, 3);
    EXPECT_EQ(players[0].matches, 0);
    enter_result(with_goals({100}), {{0}, {0}}, standings);
    enter_result(with_goals({99}), {{0}, {0}}, standings);
    EXPECT_EQ(players[0].wins, 1);
    EXPECT_EQ(players[0].losses, 1);
    EXPECT_EQ(players[0].draws, 0);
}

TEST(Standings, CompareEveryTwoPlayersByTheirOwnGoals) {
    Standings standings = standings_of({"a", "b", "c"});
    enter_result(with_goals({100, 50, 50}), {{0, 1, 2}, {2, 0, 1}}, standings);  // c has 100
    ASSERT_EQ(standings.pairings.size(), 3U);
    for (const Pairing& pair : standings.pairings) {
        EXPECT_EQ(pair.standing.matches, 1);
        EXPECT_EQ(pair.standing.draws, pair.first == "a" && pair.second == "b" ? 1 : 0);
        EXPECT_EQ(pair.standing.losses, pair.second == "c" ? 1 : 0);
    }
    MatchRecord interrupted = with_goals({100, 50});
    interrupted.end = MatchEnd::interrupted;
    enter_result(interrupted, {{0, 1}, {0, 1}}, standings);
    EXPECT_EQ(standings.pairings[0].standing.matches, 1);
    EXPECT_EQ(standings.players[0].matches, 1);
}

TEST(Standings, GiveEverybodyANameOfItsOwn) {
    const Standings standings = standings_of({"uct", "random", "uct", "uct"});
    EXPECT_EQ(standings.players[0].player, "uct");
    EXPECT_EQ(standings.players[2].player, "uct#2");
    EXPECT_EQ(standings.players[3].player, "uct#3");
}

}  // namespace
}  // namespace playout
