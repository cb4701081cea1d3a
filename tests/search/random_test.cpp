#include "playout/search/random.h"

#include <gtest/gtest.h>

#include "tests/search/run_algorithm.h"
#include "tests/search/toys.h"

namespace playout {
namespace {

// A game that the guard ends could not have become the best: the optimum below the state where it was cut is no
// better than the best at that moment.
TEST(RandomSearch, CutsOffOnlyGamesThatCannotBecomeTheBest) {
    const CostTable table = random_table(6, 3, 5);
    OpenRun<BoundToy> open(BoundToy(table), 1, {.playouts = 200});
    auto& [budget, rng, strategy, silent, shared, run] = open;
    RunGuard<BoundToy> guard(run, true);
    int cut = 0;
    while (!run.over()) {
        BoundToy state = run.root();
        std::vector<int> moves;
        const bool finished = strategy.playout(state, moves, rng, guard);
        budget.count_playout();
        if (finished) {
            run.offer(state, moves);
        } else {
            ++cut;
            EXPECT_GE(best_by_enumeration(state).value, run.best()->value);
        }
    }
    EXPECT_GT(cut, 0);
}

TEST(RandomSearch, CountsWhatItCutOff) {
    const CostTable table = random_table(8, 3, 1);
    Limits limits;
    limits.playouts = 1000;
    EXPECT_GT(run_algorithm<RandomSearch>(BoundToy(table), {}, limits).statistic("cut_off"), 0);
    EXPECT_EQ(run_algorithm<RandomSearch>(BoundToy(table), {.cutoff = false}, limits).statistic("cut_off"), 0);
}

TEST(RandomSearch, TellsMeanAndDeviationOfTheFinishedGames) {
    const CostTable table = {{1, 3}};
    Limits limits;
    limits.playouts = 4000;
    const auto found = run_algorithm<RandomSearch>(BareToy(table), {}, limits);
    EXPECT_NEAR(found.statistic("mean"), 2, 0.1);
    EXPECT_NEAR(found.statistic("deviation"), 1, 0.02);
    const CostTable large = {{1'000'000'001, 1'000'000'003}};
    EXPECT_NEAR(run_algorithm<RandomSearch>(BareToy(large), {}, limits).statistic("deviation"), 1, 0.02);
}

class Counting final : public Strategy<BareToy> {
  public:
    explicit Counting(int& learned) : learned_(learned) {}
    bool playout(BareToy& state, std::vector<int>& moves, Rng& rng, PlayoutGuard<BareToy>& guard) override {
        return uniform_.playout(state, moves, rng, guard);
    }
    void learn(const Outcome&) override { ++learned_; }

  private:
    UniformPlayout<BareToy> uniform_;
    int& learned_;
};

TEST(RandomSearch, TellsTheStrategyWhatEveryFinishedGameWasWorth) {
    const CostTable table = random_table(4, 3, 1);
    int learned = 0;
    OpenRun<BareToy, Counting> open(
        BareToy(table), 1, {.playouts = 25}, [] { return 0.0; }, Counting(learned));
    MultipleSimulation<BareToy> search(open.run, {});
    EXPECT_EQ(search_on(search, open.run), Proof::none);
    EXPECT_EQ(learned, 25);
}

TEST(UniformPlayout, ReachesEveryEndEquallyOften) {
    const CostTable table = random_table(2, 3, 1);
    struct Never final : PlayoutGuard<BareToy> {
        bool gives_up(const BareToy&) override { return false; }
    } never;
    UniformPlayout<BareToy> uniform;
    Rng rng(3);
    std::vector<int> counts(9);
    for (int i = 0; i < 9000; ++i) {
        BareToy state(table);
        std::vector<int> moves;
        ASSERT_TRUE(uniform.playout(state, moves, rng, never));
        ++counts[static_cast<std::size_t>(moves[0] * 3 + moves[1])];
    }
    for (const int count : counts) EXPECT_NEAR(count, 1000, 150);
}

}  // namespace
}  // namespace playout
