#include "playout/search/way_shares.h"

#include <gtest/gtest.h>

#include <array>

namespace playout {
namespace {

std::array<int, 3> draws_of(const WayShares& shares, int count) {
    Rng rng(1);
    std::array<int, 3> draws{};
    for (int i = 0; i < count; ++i) ++draws[shares.draw(rng)];
    return draws;
}

TEST(WayShares, DrawsAllAlikeWhileNothingWasGained) {
    WayShares shares(3);
    shares.learn(1, 0, 100);
    for (const int draws : draws_of(shares, 3000)) EXPECT_NEAR(draws, 1000, 100);
}

// Gains of 4, 8 and 0 for costs of 1, 8 and 1: with a third of both for everyone, rates of 8, 12 and 4 by 13/3,
// 34/3 and 13/3.
TEST(WayShares, DrawsInProportionToWhatWasGainedForTheCost) {
    WayShares shares(3);
    for (int i = 0; i < 1000; ++i) {
        shares.learn(0, 4, 1);
        shares.learn(1, 8, 8);
        shares.learn(2, 0, 1);
    }
    const auto draws = draws_of(shares, 30'000);
    EXPECT_NEAR(draws[0], 0.482 * 30'000, 400);
    EXPECT_NEAR(draws[1], 0.277 * 30'000, 400);
    EXPECT_NEAR(draws[2], 0.241 * 30'000, 400);
}

TEST(WayShares, ForgetsWhatPaidLongAgo) {
    WayShares shares(3);
    for (int i = 0; i < 300; ++i) shares.learn(0, 5, 1);
    for (int i = 0; i < 300; ++i) {
        shares.learn(0, 0, 1);
        shares.learn(1, 1, 1);
    }
    const auto draws = draws_of(shares, 3000);
    EXPECT_GT(draws[1], draws[0]);
}

}  // namespace
}  // namespace playout
