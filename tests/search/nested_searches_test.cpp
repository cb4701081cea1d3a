// The nested searches against straightforward versions of themselves, and on problems small enough to know.
#include <gtest/gtest.h>

#include <cmath>

#include "playout/domains/knapsack/state.h"
#include "playout/domains/samegame/state.h"
#include "playout/search/beam_nrpa.h"
#include "playout/search/hd_nrpa.h"
#include "playout/search/nmcs.h"
#include "playout/search/nrpa.h"
#include "tests/search/plain_nested.h"
#include "tests/search/run_algorithm.h"
#include "tests/search/toys.h"

namespace playout {
namespace {

using samegame::SameGameState;
using samegame::Small;

samegame::Instance small_board(std::uint64_t seed, int side = 6, int colours = 3) {
    Rng rng(seed);
    return samegame::generate({.width = side, .height = side, .colours = colours},
                              samegame::Rules(samegame::Puzzle::samegame, samegame::Leftover::maastricht), rng);
}

template <State S>
void expect_same_trace(const Found<S>& found, const Plain<S>& plain) {
    ASSERT_EQ(found.trace.size(), plain.trace.size());
    for (std::size_t i = 0; i < plain.trace.size(); ++i) {
        EXPECT_EQ(found.trace[i].playouts, plain.trace[i].first);
        EXPECT_EQ(found.trace[i].outcome.value, plain.trace[i].second);
    }
}

// No bound, or the run would end as soon as it is met.
template <typename Config>
Config one_search(std::int64_t level, std::int64_t n) {
    Config config;
    config.level = level;
    config.n = n;
    config.searches = 1;
    config.repetitions = 0;
    return config;
}

template <State S>
void compare_with_plain_nrpa(const S& root, std::int64_t level, std::int64_t n) {
    for (const AdaptWhen when : {AdaptWhen::always, AdaptWhen::improvement}) {
        auto config = one_search<NrpaConfig>(level, n);
        config.adapt = when;
        const auto found = run_algorithm<Nrpa>(root, config);
        Plain<S> plain(root, n);
        plain.nrpa(level, {}, when == AdaptWhen::always);
        expect_same_trace(found, plain);

        auto beam = one_search<BeamNrpaConfig>(level, n);  // a beam of one is NRPA
        beam.beam = 1;
        beam.adapt = when;
        const auto also = run_algorithm<BeamNrpa>(root, beam);
        EXPECT_EQ(also.moves, found.moves);
        EXPECT_EQ(also.playouts, found.playouts);
        expect_same_trace(also, plain);
    }
}

template <State S>
void compare_with_plain_beam_nrpa(const S& root, std::int64_t level, std::int64_t n, std::int64_t width) {
    auto config = one_search<BeamNrpaConfig>(level, n);
    config.beam = width;
    config.beam_at = {};
    Plain<S> plain(root, n, static_cast<std::size_t>(width));
    plain.beam_nrpa(level, {});
    expect_same_trace(run_algorithm<BeamNrpa>(root, config), plain);
}

template <State S>
void compare_with_plain_hd_nrpa(const S& root, std::int64_t level, std::int64_t n, std::int64_t width) {
    auto config = one_search<HdNrpaConfig>(level, n);
    config.beam = width;
    config.theta = 1.01 / static_cast<double>(n);
    Plain<S> plain(root, n, static_cast<std::size_t>(width));
    plain.hd_nrpa(level, {});
    expect_same_trace(run_algorithm<HdNrpa>(root, config), plain);
}

TEST(Nrpa, FindsWhatItsPseudoCodeFindsDrawByDraw) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const CostTable table = random_table(12, 6, seed);
        compare_with_plain_nrpa(BareToy(table), 1, 50);
        compare_with_plain_nrpa(BareToy(table, Sense::maximise), 2, 12);
        const samegame::Instance board = small_board(seed, 8, 4);
        compare_with_plain_nrpa(SameGameState<Small>(board), 1, 60);
        compare_with_plain_nrpa(SameGameState<Small>(board), 2, 15);
        compare_with_plain_nrpa(SameGameState<Small>(board), 3, 6);
        const samegame::Instance large = small_board(seed, 13, 5);  // moves are left out there
        compare_with_plain_nrpa(SameGameState<Small>(large), 2, 10);
        Rng rng(seed);
        const knapsack::Instance instance =  // codes address the policy directly
            knapsack::generate({.size = 60, .correlation = knapsack::Correlation::strong, .range = 1'000'000},
                               rng);
        compare_with_plain_nrpa(knapsack::KnapsackState(instance), 2, 12);
    }
}

TEST(BeamNrpa, FindsWhatItsPseudoCodeFindsDrawByDraw) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const CostTable table = random_table(12, 6, seed);
        compare_with_plain_beam_nrpa(BareToy(table), 1, 20, 3);
        compare_with_plain_beam_nrpa(BareToy(table, Sense::maximise), 2, 6, 3);
        const samegame::Instance board = small_board(seed, 8, 4);
        compare_with_plain_beam_nrpa(SameGameState<Small>(board), 1, 20, 4);
        compare_with_plain_beam_nrpa(SameGameState<Small>(board), 2, 5, 2);
    }
}

// The toy's codes tell the step, so that no more than two forks of two games share a code: their sum is the
// same in any order.
TEST(HdNrpa, FindsWhatItsPseudoCodeFindsDrawByDraw) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const CostTable table = random_table(12, 6, seed);
        for (const std::int64_t width : {1, 2}) {
            compare_with_plain_hd_nrpa(BareToy(table), 1, 40, width);
            compare_with_plain_hd_nrpa(BareToy(table, Sense::maximise), 2, 12, width);
            compare_with_plain_hd_nrpa(BareToy(table), 3, 6, width);
        }
    }
}

TEST(Nmcs, FindsWhatItsPseudoCodeFindsDrawByDraw) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed)
        for (std::int64_t level = 1; level <= 3; ++level) {
            NmcsConfig config;
            config.level = level;
            config.searches = 1;
            const CostTable table = random_table(level == 3 ? 4 : 8, 4, seed);
            Plain<BareToy> plain{BareToy(table), 0};
            plain.nmcs(level, BareToy(table), {});
            expect_same_trace(run_algorithm<Nmcs>(BareToy(table), config), plain);
        }
}

template <typename Algorithm>
typename Algorithm::Config small_config(std::int64_t level = 2) {
    typename Algorithm::Config config;
    config.level = level;
    if constexpr (requires { config.n; }) config.n = 20;
    return config;
}

template <typename Algorithm>
class NestedSearches : public testing::Test {};
using NestedAlgorithms = testing::Types<Nmcs, Nrpa, BeamNrpa, HdNrpa>;
TYPED_TEST_SUITE(NestedSearches, NestedAlgorithms);

TYPED_TEST(NestedSearches, FindTheOptimumOfSmallProblems) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const CostTable table = random_table(5, 4, seed);
        for (const Sense sense : {Sense::minimise, Sense::maximise}) {
            const BareToy bare(table, sense);
            EXPECT_EQ(run_algorithm<TypeParam>(bare, small_config<TypeParam>(1), {.playouts = 20'000}).value(),
                      best_by_enumeration(bare).value);
            const ConstrainedToy constrained(table, sense);
            EXPECT_EQ(
                Outcome(*run_algorithm<TypeParam>(constrained, small_config<TypeParam>(1), {.playouts = 20'000})
                             .outcome),
                best_by_enumeration(constrained));
        }
        const samegame::Instance board = small_board(seed, 4, 3);
        const SameGameState<Small> root(board);
        EXPECT_EQ(run_algorithm<TypeParam>(root, small_config<TypeParam>(1), {.playouts = 20'000}).value(),
                  best_by_enumeration(root).value);
    }
}

TYPED_TEST(NestedSearches, GiveTheSameResultForTheSameSeedAndWork) {
    const samegame::Instance board = small_board(7, 10, 4);
    const SameGameState<Small> root(board);
    const auto first = run_algorithm<TypeParam>(root, small_config<TypeParam>(), {.playouts = 3000});
    const auto second = run_algorithm<TypeParam>(root, small_config<TypeParam>(), {.playouts = 3000});
    EXPECT_EQ(first.moves, second.moves);
    EXPECT_EQ(first.playouts, 3000);
    EXPECT_EQ(first.statistics, second.statistics);
}

TYPED_TEST(NestedSearches, EndMidLevelAtEveryLimit) {
    const samegame::Instance board = small_board(8, 10, 4);
    const SameGameState<Small> root(board);
    for (std::int64_t playouts = 1; playouts < 300; playouts += 7)
        EXPECT_EQ(run_algorithm<TypeParam>(root, small_config<TypeParam>(), {.playouts = playouts}).playouts,
                  playouts);
    const double best = run_algorithm<TypeParam>(root, small_config<TypeParam>(), {.playouts = 300}).value();
    const auto aimed =
        run_algorithm<TypeParam>(root, small_config<TypeParam>(), {.playouts = 300, .target = best});
    EXPECT_EQ(aimed.value(), best);
    EXPECT_LE(aimed.playouts, 300);
    double now = 0;
    OpenRun<SameGameState<Small>> open(root, 1, {.seconds = 1},
                                       [&now] { return now += 0.001; });  // at every look
    typename TypeParam::template On<SameGameState<Small>> search(open.run, small_config<TypeParam>());
    search_on(search, open.run);
    EXPECT_EQ(open.budget.stopped_by(), StopReason::seconds);
    EXPECT_LT(now, 1.01);
    EXPECT_TRUE(open.run.best());
}

TYPED_TEST(NestedSearches, EndAfterTheSearchesTheyWereAskedFor) {
    const CostTable table = random_table(4, 3, 2);
    auto config = small_config<TypeParam>();
    config.searches = 3;
    const auto found = run_algorithm<TypeParam>(BareToy(table), config);
    EXPECT_EQ(found.statistic("searches"), 3);
    EXPECT_GT(found.playouts, 0);
}

TYPED_TEST(NestedSearches, PlayAGameThatIsOverBeforeItBegins) {
    const CostTable table;
    const auto found = run_algorithm<TypeParam>(BareToy(table), small_config<TypeParam>());
    EXPECT_EQ(found.value(), 0);
    EXPECT_TRUE(found.optimal());
}

// Levels by hand: n games a level, times the beam below where every member is asked.
TEST(NestedSearchesByHand, PlayAsManyGamesAsTheirLevelsSay) {
    const samegame::Instance board = small_board(9, 10, 5);
    const SameGameState<Small> root(board);
    NrpaConfig nrpa;
    nrpa.level = 3;
    nrpa.n = 5;
    nrpa.n_at = {7, 0, 3};
    nrpa.stabilise = 2;
    nrpa.searches = 1;
    nrpa.repetitions = 0;
    EXPECT_EQ(run_algorithm<Nrpa>(root, nrpa).playouts, 2 * 7 * 5 * 3);
    HdNrpaConfig hd;
    hd.level = 2;
    hd.n = 9;
    hd.searches = 2;
    hd.repetitions = 0;
    EXPECT_EQ(run_algorithm<HdNrpa>(root, hd).playouts, 2 * 81);
    BeamNrpaConfig beam;
    beam.level = 1;
    beam.n = 4;
    beam.beam_at = {3};
    beam.searches = 1;
    EXPECT_EQ(run_algorithm<BeamNrpa>(root, beam).playouts,
              1 + 1 + 2 + 3);  // the beam grows by the games found
}

TEST(NestedSearchesByHand, PlaySeveralGamesBeforeTheyAdapt) {
    const samegame::Instance board = small_board(9, 10, 5);
    const SameGameState<Small> root(board);
    auto hd = one_search<HdNrpaConfig>(2, 5);
    hd.stabilise = 3;
    EXPECT_EQ(run_algorithm<HdNrpa>(root, hd).playouts, 5 * 5 * 3);
    auto beam = one_search<BeamNrpaConfig>(2, 5);
    beam.beam = 1;
    beam.stabilise = 3;
    EXPECT_EQ(run_algorithm<BeamNrpa>(root, beam).playouts, 5 * 5 * 3);
}

TEST(NestedSearchesByHand, EndWhenTheMemoryIsUsedUpAndTellHowFarTheyAre) {
    const samegame::Instance board = small_board(9, 15, 5);
    const SameGameState<Small> root(board);
    const Limits limits{.playouts = 100'000, .memory = 50'000};
    EXPECT_EQ(run_algorithm<Nrpa>(root, {}, limits).stopped_by, StopReason::memory);
    EXPECT_EQ(run_algorithm<BeamNrpa>(root, {}, limits).stopped_by, StopReason::memory);
    EXPECT_EQ(run_algorithm<HdNrpa>(root, {}, limits).stopped_by, StopReason::memory);
    const auto found = run_algorithm<Nrpa>(root, one_search<NrpaConfig>(3, 4));
    EXPECT_TRUE(found.phase.starts_with("level 3: 4/4 best ")) << found.phase;
    EXPECT_TRUE(found.phase.ends_with(" codes")) << found.phase;
    EXPECT_GT(found.statistic("policy_codes"), 50);
}

TEST(NestedSearchesByHand, TakeAllMovesOrThoseThatTheDomainSelects) {
    const samegame::Instance board = small_board(3, 13, 5);
    const SameGameState<Small> root(board);
    NrpaConfig all = one_search<NrpaConfig>(1, 1);
    all.selective = false;
    const int main_colour = board.main_colour();
    const auto plays_it_early = [&](const std::vector<samegame::Move>& moves) {
        SameGameState<Small> state = root;
        for (std::size_t i = 0; i < 10; ++i) {
            if (state.position().colour_at(moves[i].cell) == main_colour) return true;
            state.play(moves[i]);
        }
        return false;
    };
    EXPECT_TRUE(plays_it_early(run_algorithm<Nrpa>(root, all).moves));
    EXPECT_FALSE(plays_it_early(run_algorithm<Nrpa>(root, one_search<NrpaConfig>(1, 1)).moves));
    const auto biased = one_search<NrpaConfig>(1, 1);
    NrpaConfig strongly = biased;
    strongly.bias = 10;
    EXPECT_NE(run_algorithm<Nrpa>(root, strongly).moves, run_algorithm<Nrpa>(root, biased).moves);
}

TEST(NestedSearchesByHand, EndALevelWhoseBestGameComesAgainTooOften) {
    const CostTable table = random_table(3, 2, 1);
    NrpaConfig config;
    config.level = 1;
    config.n = 10'000;
    config.searches = 1;
    config.repetitions = 5;
    EXPECT_LT(run_algorithm<Nrpa>(BareToy(table), config).playouts, 200);
    HdNrpaConfig hd;
    hd.level = 1;
    hd.n = 10'000;
    hd.searches = 1;
    hd.repetitions = 5;
    hd.theta = 0;
    EXPECT_LT(run_algorithm<HdNrpa>(BareToy(table), hd).playouts, 1000);
    BeamNrpaConfig beam;
    beam.level = 1;
    beam.n = 10'000;
    beam.searches = 1;
    beam.repetitions = 5;
    EXPECT_LT(run_algorithm<BeamNrpa>(BareToy(table), beam).playouts, 200);
}

// As many steps as the prefix of right choices is long count: nothing is found without learning.
class PrefixToy {
  public:
    using Move = int;
    static constexpr std::size_t steps = 30;
    static constexpr Sense sense() { return Sense::maximise; }
    bool at_end() const { return made_ == steps; }
    void legal_moves(std::vector<int>& moves) const {
        moves.clear();
        if (!at_end()) moves = {0, 1};
    }
    void play(int move) {
        if (right_ == made_ && move == static_cast<int>(mix(made_) % 2)) ++right_;
        ++made_;
    }
    double value() const { return static_cast<double>(right_); }
    std::string move_text(int move) const { return std::to_string(move); }
    std::optional<int> parse_move(std::string_view text) const {
        if (at_end() || (text != "0" && text != "1")) return std::nullopt;
        return text == "1";
    }

  private:
    std::size_t made_ = 0;
    std::size_t right_ = 0;
};

template <typename Algorithm>
double learned(typename Algorithm::Config config) {
    config.level = 2;
    config.n = 50;
    return run_algorithm<Algorithm>(PrefixToy(), config, {.playouts = 25'000}).value();
}

TEST(NestedSearchesByHand, FindByLearningWhatChanceDoesNot) {
    EXPECT_EQ(learned<Nrpa>({}), 30);
    EXPECT_EQ(learned<BeamNrpa>({}), 30);
    EXPECT_GT(learned<HdNrpa>({}), 20);  // games of any score are in its beam, with their mistakes
    NrpaConfig on_improvement;
    on_improvement.adapt = AdaptWhen::improvement;
    EXPECT_GT(learned<Nrpa>(on_improvement), 20);
    BeamNrpaConfig beam_on_improvement;
    beam_on_improvement.adapt = AdaptWhen::improvement;
    beam_on_improvement.beam_at = {};
    EXPECT_GT(learned<BeamNrpa>(beam_on_improvement), 20);
    HdNrpaConfig beam_at_all_levels;
    beam_at_all_levels.beam = 2;
    beam_at_all_levels.beam_at = {};
    EXPECT_GT(learned<HdNrpa>(beam_at_all_levels), 20);

    NrpaConfig no_rate;
    no_rate.alpha = 0;
    EXPECT_LT(learned<Nrpa>(no_rate), 18);
    HdNrpaConfig never;
    never.theta = 1;
    EXPECT_LT(learned<HdNrpa>(never), 18);
    NrpaConfig hot;  // all moves stay alike
    hot.temperature = 100;
    EXPECT_LT(learned<Nrpa>(hot), 18);
}

TEST(DiverseBeam, KeepsTheBestGamesThatDiffer) {
    Rng rng(9);
    for (int round = 0; round < 200; ++round) {
        DiverseBeam<BareToy> beam;
        const auto width = static_cast<std::int64_t>(1 + rng.below(5));
        const Sense sense = round % 2 == 0 ? Sense::maximise : Sense::minimise;
        std::vector<Rollout<BareToy>> kept;  // the same by sorting
        for (int i = 0; i < 40; ++i) {
            Rollout<BareToy> game;
            game.outcome.value = static_cast<double>(rng.below(8));
            game.moves.resize(rng.below(3));
            const auto known = [&](const Rollout<BareToy>& other) { return similar(other, game, sense); };
            if (std::none_of(kept.begin(), kept.end(), known)) kept.push_back(game);
            std::stable_sort(kept.begin(), kept.end(),
                             [&](const auto& one, const auto& other) { return better(one, other, sense); });
            const bool full = static_cast<std::int64_t>(beam.games().size()) == width;
            if (static_cast<std::int64_t>(kept.size()) > width) kept.pop_back();
            EXPECT_EQ(beam.is_full(width), full);
            if (beam.wants(game, width, sense)) {
                const double last = full ? beam.games().back().outcome.value : game.outcome.value;
                beam.insert(game, width, sense);
                EXPECT_EQ(game.outcome.value, last);  // it is in the place of the game that left
            }
            ASSERT_EQ(beam.games().size(), kept.size());
            for (std::size_t place = 0; place < kept.size(); ++place)
                ASSERT_TRUE(similar(beam.games()[place], kept[place], sense));
        }
    }
}

// Values that are all alike, and a feature that tells the ends apart.
class PromisingToy : public BareToy {
  public:
    using BareToy::BareToy;
    double value() const { return 1; }
    double promise() const { return -cost_; }
};
static_assert(HasPromise<PromisingToy>);

NoLearningGuard never;

TEST(Rollout, TellsWhatItsEndPromises) {
    const CostTable table{{4, 4}};
    const PromisingToy root(table);
    OpenRun<PromisingToy> open(root, 1);
    Rollout<PromisingToy> game;
    ASSERT_TRUE(PolicyPlayout<PromisingToy>(open.run, true, 0).play(Policy(), game, never));
    EXPECT_EQ(game.promise, -4);
    EXPECT_EQ(game.outcome.value, 1);
}

TEST(Rollout, IsBetterByItsPromiseWhereTheOutcomesAreEqual) {
    Rollout<PromisingToy> left, right;
    left.outcome.value = right.outcome.value = 3;
    left.promise = 1;
    EXPECT_TRUE(better(left, right, Sense::maximise));
    EXPECT_FALSE(better(right, left, Sense::maximise));
    EXPECT_FALSE(similar(left, right, Sense::minimise));
    right.outcome.value = 2;
    EXPECT_TRUE(better(right, left, Sense::minimise));
    EXPECT_FALSE(better(left, right, Sense::minimise));
    right = left;
    EXPECT_FALSE(better(left, right, Sense::minimise));
    EXPECT_TRUE(similar(left, right, Sense::minimise));
    right.moves.push_back(1);
    EXPECT_FALSE(similar(left, right, Sense::minimise));
}

TEST(PolicyPlayout, DrawsMovesInProportionToTheirStrength) {
    const CostTable table{{0, 0, 0}};
    const BareToy root(table);
    OpenRun<BareToy> open(root, 5);
    PolicyPlayout<BareToy> playout(open.run, true, 0);
    Policy policy;
    policy.set(policy.slot(code_of(root, 0, 0)), std::log(2.0f));
    policy.set(policy.slot(code_of(root, 2, 0)), std::log(5.0f));
    std::array<int, 3> drawn{};
    Rollout<BareToy> game;
    for (int i = 0; i < 80'000; ++i) {
        ASSERT_TRUE(playout.play(policy, game, never));
        ++drawn[static_cast<std::size_t>(game.moves.front())];
    }
    EXPECT_NEAR(drawn[0], 20'000, 600);  // five deviations
    EXPECT_NEAR(drawn[1], 10'000, 500);
    EXPECT_NEAR(drawn[2], 50'000, 700);
}

TEST(PolicyPlayout, AddsTheBiasToThePolicy) {
    const CostTable table{{0, 1}};  // the bias of a move is less by its cost
    const BiasToy root(table);
    OpenRun<BiasToy> open(root, 6);
    PolicyPlayout<BiasToy> playout(open.run, true, std::log(3.0));
    Rollout<BiasToy> game;
    int first = 0;
    for (int i = 0; i < 40'000; ++i) {
        ASSERT_TRUE(playout.play(Policy(), game, never));
        first += game.moves.front() == 0;
        ASSERT_EQ(game.priors.size(), game.codes.size());
    }
    EXPECT_NEAR(first, 30'000, 450);
}

template <State S>
void expect_same_rollout(const Rollout<S>& found, const Rollout<S>& played) {
    EXPECT_EQ(found.moves, played.moves);
    EXPECT_EQ(found.ends, played.ends);
    EXPECT_EQ(found.taken, played.taken);
    EXPECT_EQ(found.codes, played.codes);
    EXPECT_EQ(found.priors, played.priors);
    EXPECT_EQ(found.outcome.value, played.outcome.value);
    EXPECT_EQ(found.promise, played.promise);
}

template <State S>
void expect_replays(const S& root, bool selective, double bias) {
    OpenRun<S> open(root, 3);
    PolicyPlayout<S> playout(open.run, selective, bias);
    using Replayed = typename PolicyPlayout<S>::Replayed;
    Rollout<S> played, again;
    for (int i = 0; i < 50; ++i) {
        ASSERT_TRUE(playout.play(Policy(), played, never));
        ASSERT_EQ(playout.replay(played.moves, again, never), Replayed::whole);
        expect_same_rollout(again, played);
    }
    ASSERT_FALSE(played.moves.empty());
    std::vector<MoveOf<S>> cut(played.moves.begin(), played.moves.end() - 1);
    EXPECT_EQ(playout.replay(cut, again, never), Replayed::lacks_a_move);
}

TEST(PolicyPlayout, ReplaysGamesAsTheyWerePlayed) {
    expect_replays(SameGameState<Small>(small_board(4)), true, 0);
    expect_replays(SameGameState<Small>(small_board(5)), false, 0);
    Rng rng(7);
    const knapsack::Instance instance =
        knapsack::generate({.size = 20, .correlation = knapsack::Correlation::strong, .range = 1000}, rng);
    expect_replays(knapsack::KnapsackState(instance), true, 1);
    const CostTable table{{0, 1}, {2, 0}};
    expect_replays(BiasToy(table), true, 1);
}

// A game with a move that the domain would not select is one among all moves.
TEST(PolicyPlayout, ReplaysGamesOfAnyMoves) {
    const samegame::Instance board = small_board(6, 13, 5);
    const SameGameState<Small> root(board);
    OpenRun<SameGameState<Small>> open(root, 3);
    PolicyPlayout<SameGameState<Small>> free(open.run, false, 0), selective(open.run, true, 0);
    using Replayed = PolicyPlayout<SameGameState<Small>>::Replayed;
    Rollout<SameGameState<Small>> played, again;
    int others = 0;
    for (int i = 0; i < 50; ++i) {
        ASSERT_TRUE(selective.play(Policy(), played, never));
        const std::size_t selected = played.codes.size();
        ASSERT_TRUE(free.play(Policy(), played, never));
        ASSERT_EQ(selective.replay(played.moves, again, never), Replayed::whole);
        others += again.codes.size() == played.codes.size() && selected < played.codes.size();
    }
    EXPECT_GT(others, 0);
}

// Equal playouts, the annealing among them.
template <typename Algorithm>
void expect_polish_pays() {
    double plain = 0, polished = 0, improved = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const samegame::Instance board = small_board(seed, 10, 4);
        const SameGameState<Small> root(board);
        typename Algorithm::Config config;
        config.level = 3;
        config.n = 10;
        plain += run_algorithm<Algorithm>(root, config, {.playouts = 5000}).value();
        config.polish = 1;
        config.polish_share = 0.7;
        const auto found = run_algorithm<Algorithm>(root, config, {.playouts = 5000});
        EXPECT_EQ(found.playouts, 5000);
        EXPECT_GT(found.statistic("games_polished"), 10);
        improved += found.statistic("games_improved");
        polished += found.value();
    }
    EXPECT_GT(improved, 5);
    EXPECT_GT(polished, plain);
}

TEST(NestedSearches, FindBetterGamesWherePolishedOnesAreLearnedFrom) {
    expect_polish_pays<Nrpa>();
    expect_polish_pays<BeamNrpa>();
    expect_polish_pays<HdNrpa>();
}

}  // namespace
}  // namespace playout
