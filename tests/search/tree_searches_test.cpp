// uct, sp-mcts and beam-mcts on trees that are small enough for brute force, and what each of their settings
// does.
#include <gtest/gtest.h>

#include "playout/base/bandit.h"
#include "playout/domains/knapsack/state.h"
#include "playout/domains/samegame/state.h"
#include "playout/search/beam_mcts.h"
#include "playout/search/sp_mcts.h"
#include "playout/search/uct.h"
#include "tests/search/run_algorithm.h"
#include "tests/search/toys.h"

namespace playout {
namespace {

constexpr std::int64_t plenty = 2'000'000;

// Moves one at a time, counted.
class LazyToy : public BareToy {
  public:
    using BareToy::BareToy;
    std::optional<int> next_move(std::uint64_t& cursor) const {
        ++asked;
        if (at_end() || cursor == (*table_)[chosen_.size()].size()) return std::nullopt;
        return static_cast<int>(cursor++);
    }
    static inline std::int64_t asked = 0;
};
static_assert(HasNextMove<LazyToy>);

template <typename Algorithm, State S>
void expect_proof(const S& root, const Outcome& best, const typename Algorithm::Config& config,
                  const std::string& what) {
    const auto found = run_algorithm<Algorithm>(root, config, {.playouts = plenty});
    ASSERT_TRUE(found.outcome) << what;
    EXPECT_EQ(Outcome(*found.outcome), best) << what;
    EXPECT_TRUE(found.optimal()) << what;
    EXPECT_LT(found.playouts, plenty) << what;
}

std::vector<UctConfig> uct_configs() {
    std::vector<UctConfig> configs;
    for (const auto expansion : {Expansion::single, Expansion::full, Expansion::lazy})
        for (const auto pruning : {Pruning::automatic, Pruning::off})
            for (const std::int64_t theta : {0, 5}) {
                UctConfig config;
                config.expansion = expansion;
                config.pruning = pruning;
                config.theta = theta;
                configs.push_back(config);
            }
    configs.push_back({});
    configs.back().value = UctValue::average;
    configs.push_back({});
    configs.back().first_play = 0.8;
    configs.push_back({});
    configs.back().rave = 50;
    configs.push_back({});
    configs.back().history = 0.5;
    configs.back().bias = 0.5;
    configs.push_back({});
    configs.back().progressive_history = 2;
    configs.push_back({});
    configs.back().searches = 3;
    return configs;
}

template <State S>
void expect_proofs(const S& root) {
    const Outcome best = best_by_enumeration(root);
    for (const UctConfig& config : uct_configs())
        expect_proof<Uct>(
            root, best, config,
            fmt::format("uct expansion {} pruning {} theta {}", static_cast<int>(config.expansion),
                        static_cast<int>(config.pruning), config.theta));
    expect_proof<SpMcts>(root, best, {}, "sp-mcts");
    BeamMctsConfig beam;
    beam.limit = 50;
    beam.width = 2;
    expect_proof<BeamMcts>(root, best, beam, "beam-mcts");
    beam.limit = 0;
    expect_proof<BeamMcts>(root, best, beam, "beam-mcts without a beam");
}

TEST(TreeSearches, ProveTheOptimumOfToysWhateverTheyOffer) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const CostTable table = random_table(3 + seed % 3, 2 + seed % 3, seed);
        for (const Sense sense : {Sense::minimise, Sense::maximise}) {
            expect_proofs(BareToy(table, sense));
            expect_proofs(BoundToy(table, sense));
            expect_proofs(BiasToy(table, sense));
        }
    }
}

TEST(TreeSearches, ProveTheOptimumWhereMostEndsAreInfeasible) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed)
        expect_proofs(
            ConstrainedToy(random_table(5, 3, seed), seed % 2 == 0 ? Sense::minimise : Sense::maximise));
}

TEST(TreeSearches, ProveKnapsacks) {
    Rng rng(3);
    for (int i = 0; i < 10; ++i) {
        knapsack::GeneratorConfig config;
        config.size = 8 + i % 3;
        config.correlation = static_cast<knapsack::Correlation>(i % 4);
        const knapsack::Instance instance = knapsack::generate(config, rng);
        expect_proofs(knapsack::KnapsackState(instance));
    }
}

TEST(TreeSearches, ProveSameGameBoardsOfFourByFour) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        Rng rng(seed);
        samegame::GeneratorConfig config;
        config.width = config.height = 4;
        config.colours = 3;
        const samegame::Instance instance = samegame::generate(
            config, samegame::Rules(samegame::Puzzle::samegame, samegame::Leftover::maastricht), rng);
        expect_proofs(samegame::SameGameState<samegame::Small>(instance));
    }
}

const knapsack::Instance& middling() {
    static const knapsack::Instance instance = [] {
        Rng rng(8);
        return knapsack::generate({.size = 60, .correlation = knapsack::Correlation::strong, .range = 10'000},
                                  rng);
    }();
    return instance;
}

TEST(TreeSearches, PruningLeavesOutNothingThatMatters) {
    Rng rng(5);
    std::int64_t playouts_with = 0, playouts_without = 0;
    for (int i = 0; i < 20; ++i) {
        const knapsack::Instance instance = knapsack::generate(
            {.size = 14, .correlation = static_cast<knapsack::Correlation>(i % 4), .range = 100}, rng);
        UctConfig config;
        const auto with = run_algorithm<Uct>(knapsack::KnapsackState(instance), config, {.playouts = plenty});
        config.pruning = Pruning::off;
        const auto without =
            run_algorithm<Uct>(knapsack::KnapsackState(instance), config, {.playouts = plenty});
        ASSERT_TRUE(with.optimal() && without.optimal());
        EXPECT_EQ(with.value(), without.value());
        playouts_with += with.playouts;
        playouts_without += without.playouts;
        EXPECT_EQ(without.statistic("pruned"), 0);
    }
    EXPECT_LT(playouts_with * 5, playouts_without);
}

template <typename Config>
Config with_tree(std::int64_t nodes, FullTree full) {
    Config config;
    config.tree_nodes = nodes;
    config.full_tree = full;
    return config;
}

template <typename Algorithm>
double recyclings_of_a_full_tree() {
    using Config = typename Algorithm::Config;
    const knapsack::KnapsackState root(middling());
    const Limits limits{.playouts = 20'000};
    const auto kept = run_algorithm<Algorithm>(root, with_tree<Config>(500, FullTree::keep), limits);
    EXPECT_EQ(kept.playouts, 20'000);
    EXPECT_LE(kept.statistic("tree_nodes"), 500);
    EXPECT_EQ(kept.statistic("recycled"), 0);
    const auto recycled = run_algorithm<Algorithm>(root, with_tree<Config>(500, FullTree::recycle), limits);
    EXPECT_EQ(recycled.playouts, 20'000);
    EXPECT_LE(recycled.statistic("tree_nodes"), 500);
    EXPECT_GT(recycled.nodes, 500);
    return recycled.statistic("recycled");
}

TEST(TreeSearches, GoOnWithAFullTree) {
    recyclings_of_a_full_tree<Uct>();  // closed parts make room by themselves
    EXPECT_GT(recyclings_of_a_full_tree<SpMcts>(), 5);
    recyclings_of_a_full_tree<BeamMcts>();
}

// A full tree must neither hang nor prove what was not searched.
TEST(TreeSearches, ProveNothingFalseWithATinyTree) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const CostTable table = random_table(5, 3, seed);
        const Outcome best = best_by_enumeration(BoundToy(table));
        for (const auto expansion : {Expansion::single, Expansion::full, Expansion::lazy})
            for (const auto full : {FullTree::keep, FullTree::recycle})
                for (const std::int64_t nodes : {1, 2, 5, 20, 60}) {
                    UctConfig config = with_tree<UctConfig>(nodes, full);
                    config.expansion = expansion;
                    const auto bound = run_algorithm<Uct>(BoundToy(table), config, {.playouts = 3000});
                    if (bound.optimal()) EXPECT_EQ(Outcome(*bound.outcome), best);
                    const auto lazy = run_algorithm<Uct>(LazyToy(table), config, {.playouts = 300});
                    if (lazy.optimal()) EXPECT_EQ(Outcome(*lazy.outcome), best);
                    Limits only_nodes;
                    only_nodes.nodes = 1000;
                    run_algorithm<Uct>(BareToy(table), config, only_nodes);
                    run_algorithm<SpMcts>(BareToy(table), with_tree<SpMctsConfig>(nodes, full), only_nodes);
                }
    }
}

TEST(TreeSearches, StayWithinTheMemoryLimit) {
    const knapsack::KnapsackState root(middling());
    for (const auto full : {FullTree::keep, FullTree::recycle}) {
        const Limits limits{.playouts = 50'000, .memory = 100'000};
        const auto uct = run_algorithm<Uct>(root, with_tree<UctConfig>(0, full), limits);
        EXPECT_EQ(uct.playouts, 50'000);
        EXPECT_LE(uct.statistic("bytes_per_node") * uct.statistic("max_nodes"), 100'000);
        const auto sp = run_algorithm<SpMcts>(root, with_tree<SpMctsConfig>(0, full), limits);
        EXPECT_EQ(sp.playouts, 50'000);
        EXPECT_LE(sp.statistic("bytes_per_node") * sp.statistic("max_nodes"), 100'000);
    }
}

TEST(TreeSearches, OnlyANodeLimitStillEndsWhenTheTreeIsFull) {
    Limits limits;
    limits.nodes = 100'000;
    const auto found = run_algorithm<SpMcts>(knapsack::KnapsackState(middling()),
                                             with_tree<SpMctsConfig>(300, FullTree::keep), limits);
    EXPECT_EQ(found.nodes, 300);
}

TEST(TreeSearches, TranspositionsFindTheOptimumButProveNothing) {
    const CostTable table = random_table(5, 3, 7);
    const HashToy root(table);
    const Outcome best = best_by_enumeration(root);
    UctConfig uct;
    uct.transpositions = true;
    SpMctsConfig sp;
    sp.transpositions = true;
    sp.searches = 2;
    const auto by_uct = run_algorithm<Uct>(root, uct, {.playouts = 5000});
    EXPECT_EQ(Outcome(*by_uct.outcome), best);
    const auto plain = run_algorithm<Uct>(root, {}, {.playouts = 5000});
    EXPECT_LT(by_uct.playouts, plain.playouts);  // what is closed elsewhere is closed here
    EXPECT_FALSE(by_uct.optimal());
    EXPECT_EQ(Outcome(*run_algorithm<SpMcts>(root, sp, {.playouts = 5000}).outcome), best);
}

TEST(SpMcts, FormulaByHand) {
    DeviationFormula formula(0.5, 2, 30, 0.02);
    DeviationFormula::Statistics node;
    DeviationFormula::Sums sums;
    for (const double score : {2, 6, 4}) formula.add(node, sums, score);
    // 4 + 0.02 * 6 + 3.559026 + 0.5 * 2 * sqrt(ln 100 / 3)
    EXPECT_NEAR(formula.upper_bound(node, formula.factor(100)), 8.918007, 1e-5);
    EXPECT_EQ(node.visits, 3u);
    EXPECT_EQ(sums.top, 6);
    formula.close(node);
    EXPECT_LT(formula.upper_bound(node, formula.factor(100)), -1e30f);
}

TEST(SpMcts, FindsTheUnitFromTheFirstPlayouts) {
    DeviationFormula formula(1, 0, 0, 0);
    for (const double score : {10, 20, 30, 40}) formula.see(score);
    EXPECT_NEAR(formula.factor(100), 11.18034 * 2.145966, 1e-4);  // deviation times sqrt(ln 100)
}

TEST(SpMcts, ANodeIsLeftToThePlayoutsUntilItsThreshold) {
    const CostTable table = random_table(6, 4, 1);
    SpMctsConfig config;
    config.threshold = 1'000'000;
    const auto found = run_algorithm<SpMcts>(BareToy(table), config, {.playouts = 500});
    EXPECT_EQ(found.playouts, 500);
    EXPECT_LE(found.nodes, 501);  // one node a playout, where it leaves the tree
    config.threshold = 0;
    EXPECT_LT(run_algorithm<SpMcts>(BareToy(table), config, {.playouts = 500}).statistic("average_depth"), 7);
}

TEST(SpMcts, PlaysTheGameMoveByMove) {
    for (const auto final_move : {FinalMove::top_score, FinalMove::average, FinalMove::visits})
        for (const auto time_for : {TimeFor::game, TimeFor::move}) {
            SpMctsConfig config;
            config.final_move = final_move;
            config.time_for = time_for;
            const auto found =
                run_algorithm<SpMcts>(knapsack::KnapsackState(middling()), config, {.playouts = 5000});
            EXPECT_EQ(found.playouts, 5000);
            const double played = found.statistic("played_value");
            EXPECT_LE(played, found.value());
            EXPECT_GT(played, 0);
            if (final_move == FinalMove::top_score) EXPECT_GE(played, found.value() * 0.9);
            if (final_move == FinalMove::top_score && time_for == TimeFor::game)
                EXPECT_EQ(played, found.value());
        }
}

TEST(SpMcts, SharesTheBudgetAmongRestarts) {
    SpMctsConfig config;
    config.searches = 4;
    const auto found = run_algorithm<SpMcts>(knapsack::KnapsackState(middling()), config, {.playouts = 4000});
    EXPECT_EQ(found.statistic("searches"), 4);
    EXPECT_LE(found.statistic("tree_nodes"), 1002);
}

TEST(BeamMcts, FormulaIsUcb1TunedInPoints) {
    Rng rng(9);
    for (int i = 0; i < 1000; ++i) {
        TunedFormula formula(0.3);
        TunedFormula::Statistics node;
        TunedFormula::Sums sums;
        const double least = -100 * rng.unit(), most = 1000 * rng.unit();
        formula.see(least);
        formula.see(most);
        double sum = 0, squares = 0;  // of rewards in [0, 1]
        const auto visits = static_cast<double>(1 + rng.below(50));
        for (double k = 0; k < visits; ++k) {
            const double reward = rng.unit();
            sum += reward;
            squares += reward * reward;
            formula.add(node, sums, least + reward * (most - least));
        }
        const double parent_visits = visits + static_cast<double>(rng.below(1000));
        const double expected =
            sum / visits + ucb1_tuned(0.3, parent_visits, visits, variance_of(visits, sum, squares));
        const double own = formula.upper_bound(node, formula.factor(static_cast<std::uint32_t>(parent_visits)));
        EXPECT_NEAR((own - least) / (most - least), expected, 1e-3);
    }
}

TEST(BeamMcts, KeepsOnlyTheWidthOfEachDepth) {
    BeamMctsConfig config;
    config.limit = 200;
    config.width = 3;
    config.growth = 1;
    const auto found = run_algorithm<BeamMcts>(knapsack::KnapsackState(middling()), config, {.playouts = 6000});
    EXPECT_GT(found.statistic("pruned"), 1000);
    EXPECT_GT(found.statistic("beam_depth"), 10);
    EXPECT_LT(found.statistic("tree_nodes"), 1000);
}

// Zeros and ones. A zero at first is worth 2 whatever follows; else the ones that the game begins with count,
// from three on: less on average, but by far the best.
class LureToy {
  public:
    using Move = int;
    static constexpr int length = 20;

    Sense sense() const { return Sense::maximise; }
    bool at_end() const { return steps_ == length; }
    void legal_moves(std::vector<int>& moves) const {
        moves.clear();
        if (!at_end()) moves = {0, 1};
    }
    void play(int move) {
        if (ones_ == steps_) ones_ += move;
        ++steps_;
    }
    double value() const { return ones_ == 0 ? 2 : ones_ < 3 ? 0 : ones_; }
    std::string move_text(int move) const { return std::to_string(move); }
    std::optional<int> parse_move(std::string_view text) const {
        return text == "0" || text == "1" ? std::optional(text == "1" ? 1 : 0) : std::nullopt;
    }

  private:
    int steps_ = 0;
    int ones_ = 0;
};

TEST(BeamMcts, RankedByTopScoreItFollowsTheBestGame) {
    BeamMctsConfig config;
    config.exploration = 4;
    config.limit = 60;
    config.width = 1;
    const Limits limits{.playouts = 600};
    EXPECT_LT(run_algorithm<BeamMcts>(LureToy(), config, limits).value(), LureToy::length);
    config.rank = BeamRank::top_score;
    EXPECT_EQ(run_algorithm<BeamMcts>(LureToy(), config, limits).value(), LureToy::length);
}

TEST(BeamMcts, CountsDepthsFromTheStartOfTheGameThoughCommonMovesArePlayed) {
    BeamMctsConfig config;
    config.exploration = 4;
    config.limit = 60;
    config.width = 1;
    config.rank = BeamRank::top_score;
    const auto found = run_algorithm<BeamMcts>(LureToy(), config, {.playouts = 600});
    EXPECT_GT(found.statistic("beam_depth"), 10);
    EXPECT_LT(found.statistic("beam_depth"), LureToy::length);
    EXPECT_LT(found.statistic("tree_nodes"), 100);  // what was played is in no tree
}

TEST(BeamMcts, WidensUntilNothingIsLeftOut) {
    const CostTable table = random_table(5, 3, 2);
    BeamMctsConfig config;
    config.limit = 5;
    config.width = 1;
    const auto found = run_algorithm<BeamMcts>(BareToy(table), config, {.playouts = 1'000'000});
    EXPECT_TRUE(found.optimal());
    EXPECT_EQ(Outcome(*found.outcome), best_by_enumeration(BareToy(table)));
    EXPECT_GT(found.statistic("searches"), 1);
}

TEST(Uct, LazyExpansionAsksForOneMoveAtATime) {
    const CostTable table = random_table(4, 6, 3);
    UctConfig config;
    config.expansion = Expansion::lazy;
    LazyToy::asked = 0;
    const auto found = run_algorithm<Uct>(LazyToy(table), config, {.playouts = 50});
    EXPECT_LE(LazyToy::asked, 60);
    EXPECT_GE(LazyToy::asked, 49);
    const auto all = run_algorithm<Uct>(LazyToy(table), config, {.playouts = plenty});
    EXPECT_TRUE(all.optimal());
    EXPECT_EQ(Outcome(*all.outcome), best_by_enumeration(BareToy(table)));
}

TEST(Uct, AMoveWhosePlayoutWasInterruptedIsNotLost) {
    const CostTable table = random_table(4, 4, 3);
    const Outcome best = best_by_enumeration(BareToy(table));
    for (const auto expansion : {Expansion::single, Expansion::full, Expansion::lazy}) {
        double now = 0;
        OpenRun<LazyToy> open(LazyToy(table), 1, {.seconds = 1},
                              [&] { return now += 0.05; });  // ends in the middle of playouts
        UctConfig config;
        config.expansion = expansion;
        UctSearch<LazyToy> search(open.run, config);
        Proof proof = search_on(search, open.run);
        for (int i = 0; i < 10'000 && proof == Proof::none; ++i) {
            open.budget.extend({.seconds = 1});
            proof = search_on(search, open.run);
        }
        EXPECT_EQ(proof, Proof::complete);
        EXPECT_EQ(Outcome(*open.run.best()), best);
    }
}

// The greedy game of the first child is that of its parent.
class RepeatingToy : public BiasToy {
  public:
    using BiasToy::BiasToy;
    bool repeats_parent(int move) const {
        std::vector<int> moves;
        legal_moves(moves);
        return move == *std::max_element(moves.begin(), moves.end(),
                                         [this](int left, int right) { return bias(left) < bias(right); });
    }
};

TEST(Uct, FullExpansionPlaysNoGameTwice) {
    const CostTable table = random_table(7, 2, 5);
    const RepeatingToy root(table);
    OpenRun<RepeatingToy, GreedyPlayout<RepeatingToy>> open(root);
    UctConfig config;
    config.expansion = Expansion::full;
    UctSearch<RepeatingToy> search(open.run, config);
    EXPECT_EQ(search_on(search, open.run), Proof::complete);
    EXPECT_EQ(Outcome(*open.run.best()), best_by_enumeration(root));
    EXPECT_EQ(open.budget.playouts(), 128);  // each of the 2^7 games once
}

TEST(Uct, ThetaGoesDeeperBeforeEveryMoveIsTried) {
    const CostTable table = random_table(6, 40, 2);
    UctConfig config;
    const auto wide = run_algorithm<Uct>(BareToy(table), config, {.playouts = 41});
    config.theta = 2;
    const auto deep = run_algorithm<Uct>(BareToy(table), config, {.playouts = 41});
    EXPECT_GT(deep.statistic("average_depth"), wide.statistic("average_depth") + 0.2);
    config.theta = 0;
    config.first_play = 1.1;
    const auto urgent = run_algorithm<Uct>(BareToy(table), config, {.playouts = 41});
    EXPECT_GT(urgent.statistic("average_depth"), wide.statistic("average_depth"));
}

TEST(Uct, PruningOnNeedsABound) {
    const CostTable table = random_table(3, 3, 1);
    UctConfig config;
    config.pruning = Pruning::on;
    EXPECT_THROW(run_algorithm<Uct>(BareToy(table), config, {.playouts = 10}), UsageError);
    EXPECT_NO_THROW(run_algorithm<Uct>(BoundToy(table), config, {.playouts = 10}));
}

TEST(Uct, GoesOnWhereItStopped) {
    const knapsack::KnapsackState root(middling());
    const auto values = [&](const std::vector<std::int64_t>& parts) {
        OpenRun<knapsack::KnapsackState> open(root, 7, {.playouts = parts.front()});
        UctSearch<knapsack::KnapsackState> search(open.run, {});
        search_on(search, open.run);
        for (std::size_t i = 1; i < parts.size(); ++i) {
            open.budget.extend({.playouts = parts[i]});
            search_on(search, open.run);
        }
        return std::tuple(open.shared.best_moves(), open.budget.playouts(), open.budget.nodes(),
                          search.statistics());
    };
    EXPECT_EQ(values({2000, 1000, 1}), values({3001}));
}

}  // namespace
}  // namespace playout
