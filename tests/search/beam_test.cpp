#include "playout/search/beam.h"

#include <gtest/gtest.h>

#include "playout/catalogue/solve.h"
#include "tests/search/toys.h"

namespace playout {
namespace {

template <State S>
auto beam(const S& root, const SettingTexts& settings) {
    Request request;
    request.algorithm = "beam";
    request.settings = settings;
    return solve(root, request);
}

double statistic(const Statistics& statistics, const std::string& name) {
    for (const auto& [key, number] : statistics)
        if (key == name) return number;
    ADD_FAILURE() << "no statistic " << name;
    return 0;
}

TEST(Beam, OfWidthOneOrderedByBiasIsGreedy) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const CostTable table = random_table(8, 4, seed);
        Request greedy;
        greedy.algorithm = "greedy";
        const auto one = beam(BiasToy(table), {{"width", "1"}, {"growth", "1"}});
        EXPECT_EQ(one.moves, solve(BiasToy(table), greedy).moves);
    }
}

TEST(Beam, GrowsUntilNothingIsCutAndThenProves) {
    const CostTable table = random_table(7, 3, 2);
    const auto result = beam(BoundToy(table), {{"width", "1"}});
    EXPECT_TRUE(result.optimal);
    EXPECT_EQ(result.outcome->value, best_by_enumeration(BoundToy(table)).value);
    EXPECT_GT(statistic(result.statistics, "passes"), 1);
}

TEST(Beam, AWiderOnePassIsAtLeastAsGoodOnAverage) {
    double narrow = 0, wide = 0;
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const CostTable table = random_table(12, 5, seed);
        narrow += beam(BiasToy(table), {{"width", "1"}, {"growth", "1"}}).outcome->value;
        wide += beam(BiasToy(table), {{"width", "50"}, {"growth", "1"}}).outcome->value;
    }
    EXPECT_LT(wide, narrow);
}

// All costs equal: states differ only by the last choice, so a layer holds no more than that.
TEST(Beam, KeepsEqualStatesOnce) {
    const CostTable table(6, std::vector<int>(3, 4));
    const auto once = beam(HashToy(table), {{"width", "1000"}});
    const auto all = beam(HashToy(table), {{"width", "1000"}, {"keep_duplicates", "on"}});
    EXPECT_GT(statistic(once.statistics, "duplicates"), 0);
    EXPECT_EQ(statistic(all.statistics, "duplicates"), 0);
    EXPECT_LT(once.nodes, all.nodes);
    EXPECT_EQ(once.outcome->value, all.outcome->value);
    EXPECT_TRUE(once.optimal && all.optimal);
}

// Like BoundToy, but every state has the same hash, and states cannot be compared.
class CollidingToy : public BareToy {
  public:
    using BareToy::BareToy;
    std::uint64_t hash() const { return 1; }
};
// The same with a comparison.
class ComparedToy : public BoundToy {
  public:
    using BoundToy::BoundToy;
    std::uint64_t hash() const { return 1; }
};

TEST(Beam, ClaimsNoProofWhenItTrustedAHash) {
    const CostTable table = random_table(4, 3, 3);
    EXPECT_FALSE(beam(CollidingToy(table), {{"width", "1000"}}).optimal);
}

TEST(Beam, LosesNothingToACollisionWhereStatesCanBeCompared) {
    const CostTable table = random_table(4, 3, 3);
    const auto result = beam(ComparedToy(table), {{"width", "1000"}});
    EXPECT_TRUE(result.optimal);
    EXPECT_EQ(result.outcome->value, best_by_enumeration(ComparedToy(table)).value);
}

}  // namespace
}  // namespace playout
