#include "playout/players/tournament.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace playout::players {
namespace {

TEST(Tournament, KnowsTheIntervalOfWilson) {
    // 8 of 10: 49.0 % to 94.3 %.
    EXPECT_NEAR(wilson_interval(0.8, 10)[0], 0.4902, 0.0001);
    EXPECT_NEAR(wilson_interval(0.8, 10)[1], 0.9433, 0.0001);
    EXPECT_NEAR(wilson_interval(1, 100)[0], 0.9630, 0.0001);
    EXPECT_EQ(wilson_interval(1, 100)[1], 1);
    EXPECT_EQ(wilson_interval(0, 0), (std::array{0.0, 1.0}));
}

TEST(Tournament, SeatsEverybodyAlike) {
    const auto two = seatings(2, 2, 3);
    EXPECT_EQ(two, (std::vector<std::vector<std::size_t>>{{0, 1}, {1, 0}, {0, 1}}));
    const auto all = seatings(4, 3, 3);
    EXPECT_EQ(all.size(), 4U * 3U);
    std::map<std::pair<std::size_t, std::size_t>, int> places;
    for (const std::vector<std::size_t>& seated : all) {
        EXPECT_EQ(std::set(seated.begin(), seated.end()).size(), 3U);
        for (std::size_t seat = 0; seat < 3; ++seat) ++places[{seated[seat], seat}];
    }
    for (const auto& [place, times] : places) EXPECT_EQ(times, 3);
    EXPECT_EQ(places.size(), 12U);
    EXPECT_EQ(seatings(1, 1, 2).size(), 2U);
}

MatchReport with_goals(const std::vector<std::optional<int>>& goals) {
    MatchReport report;
    for (const std::optional<int>& goal : goals) report.seats.push_back({.goal = goal, .faults = {.late = 1}});
    return report;
}

TEST(Tournament, CountsWinsDrawsAndLosses) {
    std::vector<Standing> standings(3);
    enter_result(with_goals({100, 50, 0}), {0, 2}, {1, 2}, standings);  // the role between them is chance
    EXPECT_EQ(standings[1].wins, 1);
    EXPECT_EQ(standings[2].losses, 1);
    enter_result(with_goals({50, 50}), {0, 1}, {2, 1}, standings);
    EXPECT_EQ(standings[1].draws, 1);
    EXPECT_EQ(standings[2].draws, 1);
    EXPECT_EQ(standings[1].score(), 0.75);
    EXPECT_EQ(standings[1].goals, 150);
    enter_result(with_goals({50, std::nullopt}), {0, 1}, {2, 1}, standings);  // does not count
    EXPECT_EQ(standings[1].matches, 2);
    EXPECT_EQ(standings[1].faults.late, 3);
    EXPECT_EQ(standings[0].matches, 0);
    enter_result(with_goals({100}), {0}, {0}, standings);
    enter_result(with_goals({99}), {0}, {0}, standings);
    EXPECT_EQ(standings[0].wins, 1);
    EXPECT_EQ(standings[0].losses, 1);
    EXPECT_EQ(standings[0].draws, 0);
}

}  // namespace
}  // namespace playout::players
