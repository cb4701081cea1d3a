#include "playout/catalogue/solve.h"

#include <gtest/gtest.h>

#include "playout/domains/knapsack/state.h"
#include "playout/domains/samegame/state.h"

namespace playout {
namespace {

Request request_for(const std::string& algorithm, const SettingTexts& settings = {}) {
    Request request;
    request.algorithm = algorithm;
    request.settings = settings;
    request.limits.playouts = 3000;
    return request;
}

using Knapsack = knapsack::KnapsackState;
using SameGame = samegame::SameGameState<samegame::Small>;

const SameGame& same_game() {
    static const samegame::Instance board =
        samegame::standard_board(samegame::Rules(samegame::Puzzle::samegame, samegame::Leftover::maastricht));
    static const SameGame root(board);
    return root;
}
const Knapsack& knapsack_root() {
    static const knapsack::Instance instance = [] {
        Rng rng(1);
        return knapsack::generate({}, rng);
    }();
    static const Knapsack root(instance);
    return root;
}

TEST(Preset, SetsTheStrategyAndItsSettingsToo) {
    const auto planned = plan(same_game(), request_for("sp-mcts", {{"preset", "cem-per-move"}, {"w", "0.5"}}));
    EXPECT_EQ(planned.strategy_name, "tabu-color-random");
    EXPECT_DOUBLE_EQ(planned.settings.at("epsilon"), 0.00007);
    EXPECT_DOUBLE_EQ(planned.settings.at("c"), 4.31);
    EXPECT_DOUBLE_EQ(planned.settings.at("t"), 11);
    EXPECT_DOUBLE_EQ(planned.settings.at("w"), 0.5);  // what the user says comes first
    EXPECT_EQ(planned.settings.at("time_for"), 1);
}

TEST(Preset, LeavesTheStrategyWhereTheUserOrTheDomainSaysOtherwise) {
    Request request = request_for("beam-mcts", {{"preset", "samegame-informed"}});
    EXPECT_EQ(plan(same_game(), request).strategy_name, "bandit-tabu");
    request.strategy = "random";
    EXPECT_EQ(plan(same_game(), request).strategy_name, "random");
    const auto on_knapsack = plan(knapsack_root(), request_for("sp-mcts", {{"preset", "balanced"}}));
    EXPECT_EQ(on_knapsack.strategy_name, "random");
    EXPECT_DOUBLE_EQ(on_knapsack.settings.at("d"), 10000);
}

TEST(Preset, EveryOneIsAcceptedAndAnUnknownOneRefused) {
    for (const AlgorithmRow& row : algorithm_rows())
        for (const Preset& preset : row.presets)
            EXPECT_NO_THROW(plan(same_game(), request_for(row.info.name, {{"preset", preset.name}})))
                << preset.name;
    EXPECT_THROW(plan(same_game(), request_for("sp-mcts", {{"preset", "balance"}})), UsageError);
    EXPECT_THROW(plan(same_game(), request_for("dfs", {{"preset", "balanced"}})), UsageError);
}

}  // namespace
}  // namespace playout
