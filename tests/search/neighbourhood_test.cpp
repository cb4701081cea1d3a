// Neighbours of games in every kind of neighbourhood, held against plain replays.
#include "playout/search/neighbourhood.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "playout/domains/knapsack/state.h"
#include "playout/domains/partition/state.h"
#include "playout/domains/samegame/state.h"
#include "playout/domains/snake/state.h"
#include "playout/search/playout.h"
#include "tests/base/by_memory.h"

namespace playout {
namespace {

template <typename S>
const S& sample_root();
template <>
const knapsack::KnapsackState& sample_root() {
    static const knapsack::Instance items = [] {
        Rng rng(1);
        return knapsack::generate({.size = 30}, rng);
    }();
    static const knapsack::KnapsackState root(items);
    return root;
}
template <>
const partition::PartitionState<partition::Narrow>& sample_root() {
    static const partition::Instance numbers = [] {
        Rng rng(2);
        return partition::generate({.size = 20, .bits = 30}, rng);
    }();
    static const partition::PartitionState<partition::Narrow> root(numbers);
    return root;
}
template <>
const samegame::SameGameState<samegame::Small>& sample_root() {
    static const samegame::Instance board = [] {
        Rng rng(3);
        return samegame::generate({.width = 9, .height = 8, .colours = 4},
                                  samegame::Rules(samegame::Puzzle::samegame, samegame::Leftover::maastricht),
                                  rng);
    }();
    static const samegame::SameGameState<samegame::Small> root(board);
    return root;
}
template <>
const samegame::SameGameState<samegame::Large>& sample_root() {
    static const samegame::Instance board = [] {
        Rng rng(4);
        return samegame::generate(
            {.width = 18, .height = 17, .colours = 3},
            samegame::Rules(samegame::Puzzle::clickomania, samegame::Leftover::maastricht), rng);
    }();
    static const samegame::SameGameState<samegame::Large> root(board);
    return root;
}
template <>
const snake::SnakeState<snake::Small>& sample_root() {
    static const snake::Instance cube(snake::Kind::coil, 5, 2);
    static const snake::SnakeState<snake::Small> root(cube);
    return root;
}

template <State S>
class NeverGivesUp final : public PlayoutGuard<S> {
  public:
    bool gives_up(const S&) override { return false; }
};
template <State S>
class GivesUpAfter final : public PlayoutGuard<S> {
  public:
    explicit GivesUpAfter(int looks) : looks_(looks) {}
    bool gives_up(const S&) override { return --looks_ < 0; }

  private:
    int looks_;
};

template <State S>
std::vector<MoveOf<S>> some_game(const S& root, Strategy<S>& strategy, Rng& rng) {
    NeverGivesUp<S> guard;
    S state = root;
    std::vector<MoveOf<S>> moves;
    strategy.playout(state, moves, rng, guard);
    return moves;
}

constexpr double any_value = -1e300;

template <typename S>
class Neighbours : public testing::Test {};
using States = testing::Types<knapsack::KnapsackState, partition::PartitionState<partition::Narrow>,
                              samegame::SameGameState<samegame::Small>,
                              samegame::SameGameState<samegame::Large>, snake::SnakeState<snake::Small>>;
TYPED_TEST_SUITE(Neighbours, States);

template <State S>
void expect_a_whole_game(const S& root, const std::vector<MoveOf<S>>& moves, const S& end) {
    S replayed = root;
    for (const MoveOf<S>& move : moves) {
        std::vector<MoveOf<S>> legal;
        legal_moves_of(replayed, legal);
        ASSERT_NE(std::find(legal.begin(), legal.end(), move), legal.end());
        replayed.play(move);
    }
    ASSERT_TRUE(replayed.at_end());
    ASSERT_TRUE(end.at_end());
    ASSERT_EQ(static_cast<const Outcome&>(outcome_of(replayed)), static_cast<const Outcome&>(outcome_of(end)));
}

TYPED_TEST(Neighbours, AreWholeGames) {
    using S = TypeParam;
    const S& root = sample_root<S>();
    Rng rng(5);
    UniformPlayout<S> strategy;
    NeverGivesUp<S> guard;
    NeighbourhoodOf<S> games(root, strategy);
    games.begin(some_game(root, strategy, rng), guard);
    int finished = 0;
    std::set<std::vector<std::string>> different;
    for (int i = 0; i < 2000; ++i) {
        if (!games.change(rng, guard, any_value)) continue;
        ++finished;
        expect_a_whole_game<S>(root, games.moves(), games.end());
        if (this->HasFatalFailure()) return;
        different.insert(move_texts(root, games.moves()));
        if (rng.below(3) == 0) games.accept();
    }
    EXPECT_GT(finished, 500);
    EXPECT_GT(different.size(), 100u);
}

// What was accepted is where changes begin: without changes further up, a game begins like the accepted one.
TYPED_TEST(Neighbours, BeginLikeTheGameTheyAreNeighboursOf) {
    using S = TypeParam;
    const S& root = sample_root<S>();
    Rng rng(6);
    GreedyPlayout<S> strategy;
    NeverGivesUp<S> guard;
    NeighbourhoodOf<S> games(root, strategy);
    std::vector<MoveOf<S>> game = some_game<S>(root, strategy, rng);
    games.begin(game, guard);
    std::size_t in_common = 0, tried = 0;
    for (int i = 0; i < 500; ++i) {
        if (!games.change(rng, guard, any_value)) continue;
        const auto& moves = games.moves();
        const auto parted = std::mismatch(game.begin(), game.end(), moves.begin(), moves.end());
        in_common += static_cast<std::size_t>(parted.first - game.begin());
        tried += game.size();
        if (i % 10 == 0) {
            game = moves;
            games.accept();
        }
    }
    EXPECT_GT(in_common * 4, tried);  // random games would have one or two moves in common
}

TYPED_TEST(Neighbours, SavedAndLoadedTheyAreTheSame) {
    using S = TypeParam;
    const S& root = sample_root<S>();
    Rng rng(7);
    UniformPlayout<S> strategy;
    NeverGivesUp<S> guard;
    NeighbourhoodOf<S> games(root, strategy);
    games.begin(some_game(root, strategy, rng), guard);
    for (int i = 0; i < 50; ++i)
        if (games.change(rng, guard, any_value)) games.accept();
    const std::string text = saved_by_memory(games);
    NeighbourhoodOf<S> loaded(root, strategy);
    EXPECT_EQ(load_by_memory(loaded, text), 0u);
    Rng other = rng;
    for (int i = 0; i < 200; ++i) {
        const bool finished = games.change(rng, guard, any_value);
        ASSERT_EQ(finished, loaded.change(other, guard, any_value));
        if (!finished) continue;
        ASSERT_EQ(games.moves(), loaded.moves());
        if (i % 5 != 0) continue;
        games.accept();
        loaded.accept();
    }
}

// Wherever a change is given up, the game is still the one that it was.
TYPED_TEST(Neighbours, GivenUpTheyLeaveTheGameAsItWas) {
    using S = TypeParam;
    const S& root = sample_root<S>();
    Rng rng(8);
    UniformPlayout<S> strategy;
    NeighbourhoodOf<S> games(root, strategy), twin(root, strategy);
    const auto game = some_game(root, strategy, rng);
    NeverGivesUp<S> guard;
    games.begin(game, guard);
    twin.begin(game, guard);
    for (int i = 0; i < 200; ++i) {
        GivesUpAfter<S> soon(static_cast<int>(rng.below(4)));
        Rng unlucky(static_cast<std::uint64_t>(i));
        games.change(unlucky, soon, any_value);
        Rng other = rng;
        const bool finished = games.change(rng, guard, any_value);
        ASSERT_EQ(finished, twin.change(other, guard, any_value));
        if (finished) {
            ASSERT_EQ(games.moves(), twin.moves());
        }
    }
}

}  // namespace
}  // namespace playout
