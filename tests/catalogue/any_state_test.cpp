// The domains through an AnyState, with their own strategies, beside the searches that are compiled for them.
#include "playout/problem/any_state.h"

#include <gtest/gtest.h>

#include "playout/catalogue/solve.h"
#include "playout/domains/knapsack/state.h"
#include "playout/domains/samegame/state.h"
#include "playout/domains/snake/state.h"
#include "tests/search/toys.h"

namespace playout {
namespace {

using Knapsack = knapsack::KnapsackState;
using SameGame = samegame::SameGameState<samegame::Small>;
using Snake = snake::SnakeState<snake::Small>;

Request request_for(const AlgorithmRow& row, const std::string& strategy) {
    Request request;
    request.algorithm = row.info.name;
    request.strategy = strategy;
    request.limits.playouts = 200;
    if (!row.info.nodes.empty()) request.limits.nodes = 3000;
    request.seed = 5;
    return request;
}

Surroundings timeless() {
    Surroundings surroundings;
    surroundings.clock = [] { return 0.0; };
    return surroundings;
}

template <State S>
std::string trail(const S& root, const Request& request) {
    const auto result = solve(root, request, timeless());
    std::string text = fmt::format("{} {} {} {}", result.outcome ? result.outcome->value : -1, result.optimal,
                                   result.playouts, result.nodes);
    for (const std::string& move : move_texts(root, result.moves)) text += " " + move;
    return text;
}

template <State S>
void expect_the_same(const S& root) {
    for (const AlgorithmRow& row : algorithm_rows()) {
        // What an AnyState does not pass on: the decision, the domain's own neighbours, the stage.
        if (row.info.name == "anneal" || row.info.name == "portfolio") continue;
        if (row.info.name == "mc-beam" && HasStage<S>) continue;
        std::vector<std::string> strategies{""};
        if (row.info.uses_strategy)
            for (const auto& entry : strategies_of<S>()) strategies.push_back(entry.name);
        for (const std::string& strategy : strategies) {
            const Request request = request_for(row, strategy);
            EXPECT_EQ(trail(AnyState(root), request), trail(root, request)) << row.info.name << " " << strategy;
        }
    }
}

const knapsack::Instance& items() {
    static const knapsack::Instance made = [] {
        Rng rng(8);
        return knapsack::generate({.size = 40, .correlation = knapsack::Correlation::strong}, rng);
    }();
    return made;
}

const samegame::Instance& board() {
    static const samegame::Instance made = [] {
        Rng rng(2);
        return samegame::generate({.width = 8, .height = 8, .colours = 4},
                                  samegame::Rules(samegame::Puzzle::samegame, samegame::Leftover::maastricht),
                                  rng);
    }();
    return made;
}

TEST(AnyState, KnapsacksAreSearchedTheSame) {
    expect_the_same(Knapsack(items()));
}
TEST(AnyState, SameGameIsSearchedTheSameWithEveryStrategy) {
    expect_the_same(SameGame(board()));
}
TEST(AnyState, SnakesAreSearchedTheSame) {
    static const snake::Instance cube(snake::Kind::snake, 6, 2);
    expect_the_same(Snake(cube));
}

// With a strategy of its own that asks its guard.
class OwnToy : public BareToy {
  public:
    using BareToy::BareToy;
    static std::vector<StrategyEntry<OwnToy>> strategies() {
        return {{"own", "uniform", {}, [](const OwnToy&, const Settings&) {
                     return std::make_unique<UniformPlayout<OwnToy>>();
                 }}};
    }
};

struct GivesUpAtTheThird final : PlayoutGuard<AnyState> {
    bool gives_up(const AnyState& state) override {
        positions.push_back(state.value());
        return positions.size() == 3;
    }
    std::vector<double> positions;
};

// The guard is shown the game as it stands.
TEST(AnyState, APlayoutOfTheDomainsOwnCanBeGivenUp) {
    const CostTable table{{1, 2}, {3, 4}, {5, 6}, {7, 8}};
    const AnyState root{OwnToy(table)};
    const auto entries = strategies_of(root);
    ASSERT_EQ(entries.front().name, "own");
    const auto strategy = entries.front().make(root, {});
    AnyState state = root;
    std::vector<AnyMove> moves;
    Rng rng(1);
    GivesUpAtTheThird guard;
    EXPECT_FALSE(strategy->playout(state, moves, rng, guard));
    ASSERT_EQ(moves.size(), 2u);
    OwnToy twin(table);
    std::vector<double> expected{twin.value()};
    for (const AnyMove move : moves) {
        twin.play(move_of<OwnToy>(move));
        expected.push_back(twin.value());
    }
    EXPECT_EQ(guard.positions, expected);
    EXPECT_EQ(state.value(), twin.value());
}

}  // namespace
}  // namespace playout
