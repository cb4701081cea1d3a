#include "playout/players/solving_time.h"

#include <gtest/gtest.h>

namespace playout::players {
namespace {

// Searches of a second each, in which rounds of so many seconds are solved whenever they may be; how long that
// was together.
double solved_seconds(SolvingTime& time, double& now, int searches, double round, bool found) {
    double sum = 0;
    for (int search = 0; search < searches; ++search) {
        time.begin_search();
        for (const double end = now + 1; now < end;) {
            if (time.allows_round()) {
                time.begin_round();
                now += round;
                sum += round;
                time.end_round(found);
            } else {
                now += 0.001;
            }
        }
        time.end_search();
    }
    return sum;
}

TEST(SolvingTime, IsAShareOfTheSearches) {
    double now = 7;
    SolvingTime time(0.1, [&] { return now; });
    EXPECT_NEAR(solved_seconds(time, now, 100, 0.002, true), 10, 0.5);
}

TEST(SolvingTime, IsLessWhereNothingIsFound) {
    double now = 0;
    SolvingTime time(0.1, [&] { return now; });
    const double in_vain = solved_seconds(time, now, 100, 0.002, false);
    EXPECT_GT(in_vain, 0);
    EXPECT_LT(in_vain, 1);
    // Once there is something to be found, it has its share again.
    solved_seconds(time, now, 300, 0.002, true);
    EXPECT_NEAR(solved_seconds(time, now, 100, 0.002, true), 10, 0.5);
}

// Rounds of half a search: the next searches save what one takes too long.
TEST(SolvingTime, IsAShareWhereRoundsAreSlow) {
    double now = 0;
    SolvingTime time(0.1, [&] { return now; });
    int rounds_in_a_row = 0;
    double sum = 0;
    for (int search = 0; search < 100; ++search) {
        const double seconds = solved_seconds(time, now, 1, 0.5, true);
        rounds_in_a_row = seconds > 0 ? rounds_in_a_row + 1 : 0;
        sum += seconds;
        EXPECT_LE(seconds, 0.5) << search;
        EXPECT_LE(rounds_in_a_row, 1) << search;
    }
    EXPECT_NEAR(sum, 10, 1);
    EXPECT_NEAR(solved_seconds(time, now, 100, 0.002, true), 10, 0.5);
}

TEST(SolvingTime, IsWhateverItTakesWithoutAClock) {
    SolvingTime time(0.1, {});
    time.begin_search();
    for (int round = 0; round < 300; ++round) {
        EXPECT_TRUE(time.allows_round());
        time.begin_round();
        time.end_round(false);
    }
}

TEST(SolvingTime, IsNothingWhereTheShareIs) {
    double now = 0;
    SolvingTime time(0, [&] { return now; });
    EXPECT_EQ(solved_seconds(time, now, 10, 0.002, true), 0);
}

}  // namespace
}  // namespace playout::players
