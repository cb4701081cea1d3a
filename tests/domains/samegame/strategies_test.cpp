#include <gtest/gtest.h>

#include "playout/domains/samegame/state.h"
#include "playout/search/playout.h"

namespace playout::samegame {
namespace {

using SmallState = SameGameState<Small>;

const Rules standard_rules(Puzzle::samegame, Leftover::maastricht);

struct Never final : PlayoutGuard<SmallState> {
    bool gives_up(const SmallState&) override { return false; }
};

std::unique_ptr<Strategy<SmallState>> make(const std::string& name, const SmallState& root,
                                           const SettingTexts& texts = {}) {
    for (const auto& entry : SmallState::strategies())
        if (entry.name == name) return entry.make(root, resolve(entry.parameters, texts, name));
    return nullptr;
}

double mean_value(const SmallState& root, const std::string& name, const SettingTexts& texts = {},
                  int games = 3000) {
    const auto strategy = make(name, root, texts);
    Never never;
    Rng rng(1);
    double sum = 0;
    std::vector<Move> moves;
    for (int game = 0; game < games; ++game) {
        SmallState state = root;
        moves.clear();
        EXPECT_TRUE(strategy->playout(state, moves, rng, never));
        EXPECT_TRUE(state.at_end());
        strategy->learn(outcome_of(state));
        sum += state.value();
    }
    return sum / games;
}

TEST(SameGameStrategies, EveryOnePlaysAGameThatReplaysOnAnyBoard) {
    Never never;
    Rng rng(1);
    for (int round = 0; round < 10; ++round) {
        const Instance instance =
            generate({rng.between(1, 16), rng.between(1, 16), rng.between(1, 16)}, standard_rules, rng);
        const SmallState root(instance);
        for (const auto& entry : SmallState::strategies()) {
            const auto strategy = entry.make(root, resolve(entry.parameters, {}, entry.name));
            for (int game = 0; game < 5; ++game) {
                SmallState state = root;
                std::vector<Move> moves;
                ASSERT_TRUE(strategy->playout(state, moves, rng, never)) << entry.name;
                strategy->learn(outcome_of(state));
                SmallState again = root;
                for (const Move move : moves) {
                    ASSERT_EQ(again.parse_move(again.move_text(move)), move) << entry.name;
                    again.play(move);
                }
                EXPECT_TRUE(again.at_end());
                EXPECT_TRUE(again == state) << entry.name;
                EXPECT_EQ(again.value(), state.value()) << entry.name;
            }
        }
    }
}

template <typename Layout>
void compare_greedy_games(const Instance& instance) {
    using S = SameGameState<Layout>;
    struct Patient final : PlayoutGuard<S> {
        bool gives_up(const S&) override { return false; }
    } guard;
    Rng rng(1);
    S general(instance), own(instance);
    std::vector<Move> general_moves, own_moves;
    GreedyPlayout<S>().playout(general, general_moves, rng, guard);
    for (const auto& entry : S::strategies())
        if (entry.name == "greedy") entry.make(own, {})->playout(own, own_moves, rng, guard);
    EXPECT_EQ(own_moves, general_moves);
    EXPECT_TRUE(own == general);
}

TEST(SameGameStrategies, GreedyGamesAreThoseOfTheGeneralStrategy) {
    Rng rng(7);
    for (int board = 0; board < 60; ++board) {
        compare_greedy_games<Small>(
            generate({rng.between(1, 16), rng.between(1, 16), rng.between(1, 6)}, standard_rules, rng));
        if (board % 6 == 0)
            compare_greedy_games<Large>(
                generate({rng.between(1, 32), rng.between(1, 32), rng.between(2, 16)}, standard_rules, rng));
    }
}

// Schadd et al. 2012, Table 1 has the same order for whole searches.
TEST(SameGameStrategies, SparingTheRightColourPays) {
    double random = 0, tabu = 0, most = 0, bandit = 0, roulette = 0;
    Rng rng(5);
    for (int board = 0; board < 10; ++board) {
        const Instance instance = generate({15, 15, 5}, standard_rules, rng);
        const SmallState root(instance);
        random += mean_value(root, "random");
        tabu += mean_value(root, "tabu-random");
        most += mean_value(root, "tabu-color-random");
        bandit += mean_value(root, "bandit-tabu");
        roulette += mean_value(root, "roulette");
    }
    EXPECT_GT(tabu, random);
    EXPECT_GT(most, tabu);
    EXPECT_GT(bandit, tabu);
    EXPECT_GT(roulette, random);
}

TEST(SameGameStrategies, WithEpsilonOneNoColourIsSpared) {
    const Instance instance = standard_board(standard_rules);
    const SmallState root(instance);
    EXPECT_NEAR(mean_value(root, "tabu-color-random", {{"epsilon", "1"}, {"draw", "group"}}),
                mean_value(root, "random"), 40);
}

// Later playouts are better on average than the first ones, in which every colour is tried.
TEST(SameGameStrategies, TheBanditLearnsWhichColourToSpare) {
    const Instance instance = standard_board(standard_rules);
    const SmallState root(instance);
    const auto strategy = make("bandit-tabu", root, {{"exploration", "0.2"}});
    Never never;
    Rng rng(1);
    std::vector<Move> moves;
    double early = 0, late = 0;
    constexpr int games = 20'000;
    for (int game = 0; game < games; ++game) {
        SmallState state = root;
        moves.clear();
        strategy->playout(state, moves, rng, never);
        strategy->learn(outcome_of(state));
        (game < games / 10 ? early : late) += state.value();
    }
    EXPECT_GT(late / (0.9 * games), early / (0.1 * games));
}

}  // namespace
}  // namespace playout::samegame
