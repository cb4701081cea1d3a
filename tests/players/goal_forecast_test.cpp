#include "playout/players/goal_forecast.h"

#include <gtest/gtest.h>

#include "playout/base/rng.h"

namespace playout::players {
namespace {

// A game of 40 steps between two roles; goal() tells what the first has of 100 after so many of them.
template <typename Play>
std::optional<bool> verdict_on(const Play& play, int games = 1200, std::optional<std::size_t> chance = {}) {
    GoalForecast forecast(chance);
    Rng rng(3);
    for (int game = 0; game < games && !forecast.trusted(); ++game) {
        std::vector<int> leads;  // by step
        play(rng, leads);
        const auto steps = static_cast<std::int64_t>(leads.size()) - 1;
        const auto goals_at = [&](std::int64_t step) {
            const int lead = leads[static_cast<std::size_t>(step)];
            const int first = lead > 0 ? 100 : lead < 0 ? 0 : 50;
            return std::vector<int>{first, 100 - first};
        };
        const std::vector<int> last = goals_at(steps), early = goals_at(std::min(steps, forecast.look_after()));
        ggp::GameEnd end{.steps = steps, .goals = last};
        if (forecast.look_after() > 0 && steps > forecast.look_after()) end.early_goals = early;
        forecast.add(end);
    }
    return forecast.trusted();
}

TEST(GoalForecast, TrustsWhatIsGatheredWithoutChance) {
    const auto gathered = [](Rng& rng, std::vector<int>& leads) {
        leads = {0};
        for (int step = 0; step < 40; ++step)
            leads.push_back(leads.back() + static_cast<int>(rng.below(3)) - 1);
    };
    EXPECT_EQ(verdict_on(gathered), true);
    EXPECT_EQ(verdict_on(gathered, 1200, 2), false);  // games to the end tell it too
}

TEST(GoalForecast, DoesNotTrustWhatIsSoonGone) {
    EXPECT_EQ(verdict_on([](Rng& rng, std::vector<int>& leads) {
                  for (int step = 0; step <= 40; ++step) leads.push_back(static_cast<int>(rng.below(3)) - 1);
              }),
              false);
}

TEST(GoalForecast, TrustsGoalsOfGamesOfChanceWhoseEndsTellNothing) {
    const auto soon_gone = [](Rng& rng, std::vector<int>& leads) {
        for (int step = 0; step <= 40; ++step) leads.push_back(static_cast<int>(rng.below(3)) - 1);
    };
    EXPECT_EQ(verdict_on(soon_gone, 1200, 2), true);
    const auto turned = [&](Rng& rng, std::vector<int>& leads) {
        soon_gone(rng, leads);
        leads.back() = -leads[20];
    };
    EXPECT_EQ(verdict_on(turned, 1200, 2), false);
    const auto flat = [&](Rng& rng, std::vector<int>& leads) {
        leads.assign(41, 0);
        leads.back() = static_cast<int>(rng.below(3)) - 1;
    };
    EXPECT_EQ(verdict_on(flat, 1200, 2), false);
}

TEST(GoalForecast, DoesNotTrustGoalsThatOnlyEndsHave) {
    EXPECT_EQ(verdict_on([](Rng& rng, std::vector<int>& leads) {
                  leads.assign(10 + rng.below(30), 0);
                  leads.push_back(static_cast<int>(rng.below(3)) - 1);
              }),
              false);
}

TEST(GoalForecast, WaitsForEnoughGames) {
    EXPECT_EQ(verdict_on([](Rng&, std::vector<int>& leads) { leads.assign(41, 1); }, 1000), std::nullopt);
}

}  // namespace
}  // namespace playout::players
