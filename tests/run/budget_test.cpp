#include "playout/run/budget.h"

#include <gtest/gtest.h>

namespace playout {
namespace {

// A clock that moves only when told.
struct HandClock {
    double now = 0;
    Clock clock() {
        return [this] { return now; };
    }
};

TEST(Budget, EndsAfterTheCountedWork) {
    HandClock hand;
    Limits limits;
    limits.playouts = 3;
    Budget budget(limits, hand.clock());
    for (int i = 0; i < 3; ++i) {
        EXPECT_FALSE(budget.spent());
        budget.count_playout();
    }
    EXPECT_TRUE(budget.spent());
    EXPECT_EQ(budget.stopped_by(), StopReason::playouts);
    EXPECT_EQ(budget.playouts(), 3);
}

TEST(Budget, TheFirstReasonStands) {
    HandClock hand;
    Limits limits;
    limits.nodes = 1;
    Budget budget(limits, hand.clock());
    budget.count_node();
    budget.stop(StopReason::target);
    EXPECT_EQ(budget.stopped_by(), StopReason::nodes);
}

TEST(Budget, SeesTheTimeLimitHoweverSlowTheWorkIs) {
    for (const double step : {1e-8, 1e-5, 1e-3, 0.02, 0.3}) {
        HandClock hand;
        Limits limits;
        limits.seconds = 1;
        Budget budget(limits, hand.clock());
        while (!budget.spent()) hand.now += step;
        EXPECT_EQ(budget.stopped_by(), StopReason::seconds);
        EXPECT_GE(hand.now, 1);
        EXPECT_LT(hand.now, 1.01 + step) << step;
    }
}

// Fast work makes looks rare; when it turns slow the limit must still be kept within a few units of work.
TEST(Budget, AdaptsWhenFastWorkTurnsSlow) {
    for (const double slow : {2e-5, 2e-4, 5e-4}) {
        HandClock hand;
        Limits limits;
        limits.seconds = 1;
        Budget budget(limits, hand.clock());
        while (hand.now < 0.5 && !budget.spent()) hand.now += 5e-8;
        while (!budget.spent()) hand.now += slow;
        EXPECT_LT(hand.now, 1.05) << slow;
    }
}

TEST(Budget, LooksAtOnceWhenAsked) {
    HandClock hand;
    Limits limits;
    limits.seconds = 1;
    Budget budget(limits, hand.clock());
    for (int i = 0; i < 1000; ++i) budget.spent();
    hand.now = 2;
    budget.look();
    EXPECT_EQ(budget.stopped_by(), StopReason::seconds);
}

TEST(Budget, ReportsProgressAHundredTimesASecond) {
    HandClock hand;
    Budget budget({}, hand.clock());
    int reports = 0;
    budget.on_progress([&] { ++reports; });
    for (; hand.now < 1; hand.now += 1e-6) budget.spent();
    EXPECT_NEAR(reports, 100, 3);
}

TEST(Budget, HearsAStopRequestFromOutside) {
    HandClock hand;
    StopRequest stop{false};
    Budget budget({}, hand.clock(), &stop);
    EXPECT_FALSE(budget.spent());
    stop = true;
    int calls = 0;
    while (!budget.spent() && calls < 10'000'000) ++calls;
    EXPECT_EQ(budget.stopped_by(), StopReason::interrupt);
}

TEST(Budget, TellsWhatFitsAndLeavesTheRestToTheSearch) {
    HandClock hand;
    Limits limits;
    limits.memory = 1000;
    Budget budget(limits, hand.clock());
    EXPECT_TRUE(budget.set_memory(1000));
    EXPECT_FALSE(budget.set_memory(1001));
    EXPECT_EQ(budget.memory(), 1001);
    EXPECT_FALSE(budget.spent());
}

TEST(Budget, TellsWhichShareIsUsed) {
    double now = 0;
    Budget budget({.seconds = 10, .playouts = 4, .nodes = 100}, [&] { return now; });
    EXPECT_EQ(budget.share_used(), 0);
    budget.count_playout();
    EXPECT_DOUBLE_EQ(budget.share_used(), 0.25);
    for (int i = 0; i < 50; ++i) budget.count_node();
    EXPECT_DOUBLE_EQ(budget.share_used(), 0.5);
    now = 8;
    budget.look();
    EXPECT_DOUBLE_EQ(budget.share_used(), 0.8);
    EXPECT_EQ(Budget({}, [&] { return now; }).share_used(), 0);
}

TEST(Budget, GoesOnUntilTheNewLimitsAreUsedUp) {
    double now = 0;
    Budget budget({.playouts = 2}, [&] { return now; });
    budget.count_playout();
    budget.count_playout();
    EXPECT_EQ(budget.stopped_by(), StopReason::playouts);
    budget.extend({.seconds = 1, .playouts = 2});
    EXPECT_FALSE(budget.stopped());
    budget.count_playout();
    EXPECT_FALSE(budget.stopped());
    now = 1;
    budget.look();
    EXPECT_EQ(budget.stopped_by(), StopReason::seconds);
    budget.extend({.nodes = 1});
    budget.stop(StopReason::target);
    budget.extend({.nodes = 1});
    EXPECT_EQ(budget.stopped_by(), StopReason::target);
}

TEST(StopReason, TextsReadBack) {
    for (const auto reason : {StopReason::exhausted, StopReason::seconds, StopReason::playouts,
                              StopReason::nodes, StopReason::memory, StopReason::target, StopReason::interrupt})
        EXPECT_EQ(parse_stop_reason(to_text(reason)), reason);
    EXPECT_FALSE(parse_stop_reason("boredom"));
}

}  // namespace
}  // namespace playout
