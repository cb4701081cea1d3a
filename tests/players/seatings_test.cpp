#include "playout/players/seatings.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace playout::players {
namespace {

TEST(Seatings, SeatsEverybodyAlike) {
    const auto two = seatings(2, 2, 3);
    EXPECT_EQ(two, (std::vector<std::vector<std::size_t>>{{0, 1}, {1, 0}, {0, 1}}));
    const auto all = seatings(4, 3, 3);
    EXPECT_EQ(all.size(), 4U * 3U);
    std::map<std::pair<std::size_t, std::size_t>, int> places;
    for (const std::vector<std::size_t>& seated : all) {
        EXPECT_EQ(std::set(seated.begin(), seated.end()).size(), 3U);
        for (std::size_t seat = 0; seat < 3; ++seat) ++places[{seated[seat], seat}];
    }
    for (const auto& [place, times] : places) EXPECT_EQ(times, 3);
    EXPECT_EQ(places.size(), 12U);
    EXPECT_EQ(seatings(1, 1, 2).size(), 2U);
}

}  // namespace
}  // namespace playout::players
