#include "playout/search/random.h"

#include <gtest/gtest.h>

#include "playout/catalogue/solve.h"
#include "tests/search/toys.h"

namespace playout {
namespace {

// The cut-off only saves time: every game that it ends could not have been the best.
TEST(RandomSearch, CuttingOffLosesNothing) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const CostTable table = random_table(8, 3, seed);
        Request request;
        request.algorithm = "random";
        request.limits.playouts = 4000;
        const auto with = solve(BoundToy(table), request);
        request.settings["cutoff"] = "off";
        const auto without = solve(BoundToy(table), request);
        EXPECT_GT(with.statistics.at(0).second, 0) << "nothing was cut";
        EXPECT_EQ(without.statistics.at(0).second, 0);
        // Other random numbers are drawn, so only the quality can be compared, on a problem small enough for
        // both.
        EXPECT_NEAR(with.outcome->value, without.outcome->value, 8);
    }
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
    Limits limits;
    limits.playouts = 25;
    Budget budget(limits, [] { return 0.0; });
    Rng rng(1);
    Counting strategy(learned);
    Observer silent;
    playout::Run<BareToy> run(BareToy(table), limits, budget, rng, strategy, silent);
    EXPECT_EQ(RandomSearch::search(run, {}), Proof::none);
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
