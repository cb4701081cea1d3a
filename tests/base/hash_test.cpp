#include "playout/base/hash.h"

#include <gtest/gtest.h>

#include <set>

namespace playout {
namespace {

TEST(Hash, IsTheSameOnEveryMachine) {
    EXPECT_EQ(to_hex(hash_text("")), "f52a15e9a9b5e89b");
    EXPECT_EQ(to_hex(0x1234), "0000000000001234");
}

TEST(Hash, DiffersForNearbyInputs) {
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < 1000; ++i)
        for (std::uint64_t j = 0; j < 10; ++j) seen.insert(combine(i, j));
    EXPECT_EQ(seen.size(), 10'000u);
    EXPECT_NE(combine(1, 2), combine(2, 1));
    EXPECT_NE(hash_text("ab"), hash_text("ba"));
}

}  // namespace
}  // namespace playout
