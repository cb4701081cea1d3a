#include "playout/search/policy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "playout/base/rng.h"

namespace playout {
namespace {

TEST(Policy, HasAnExponentialThatAgreesWithTheLibrarys) {
    for (double x = -30; x <= 30; x += 0.003)
        EXPECT_NEAR(policy_exp(static_cast<float>(x)) / std::exp(static_cast<double>(static_cast<float>(x))), 1,
                    1e-6);
    EXPECT_EQ(policy_exp(0), 1);
    EXPECT_EQ(policy_exp(1e9f), policy_exp(30));
    EXPECT_EQ(policy_exp(-1e9f), policy_exp(-30));
    EXPECT_EQ(policy_exp(std::numeric_limits<float>::quiet_NaN()), policy_exp(-30));
}

TEST(Policy, GivesEveryCodeTheSameStrengthAtFirst) {
    const Policy policy;
    for (const MoveCode code : {MoveCode{0}, MoveCode{1}, ~MoveCode{0}, MoveCode{0x8A5CD789635D2DFF}}) {
        EXPECT_EQ(policy.strength(code), 1);
        EXPECT_EQ(policy.weight(code), 0);
    }
}

TEST(Policy, DividesWeightsByTheTemperature) {
    Policy policy(4);
    policy.set(policy.slot(7), 2);
    EXPECT_EQ(policy.weight(7), 2);
    EXPECT_NEAR(policy.strength(7), std::exp(0.5), 1e-6);
}

// The same with a whole copy at every mark.
TEST(Policy, GoesBackToItsMarksLikeCopies) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Rng rng(seed);
        const bool direct = seed % 4 == 0;  // codes address the table
        Policy policy(1, direct ? 300 : 0);
        std::map<MoveCode, float> weights;
        std::vector<std::pair<Policy::Mark, std::map<MoveCode, float>>> copies;
        const std::uint64_t codes = seed % 2 == 0 ? 300 : 100'000;  // the table grows while marks stand
        const auto random_code = [&] {
            return rng.below(codes) * (direct || seed % 3 == 0 ? 1 : 0x100000001ULL);
        };
        for (int i = 0; i < 20'000; ++i) {
            const std::uint64_t what = rng.below(1000);
            if (what == 0) {
                copies.emplace_back(policy.mark(), weights);
            } else if (what == 1 && !copies.empty()) {
                policy.go_back(copies.back().first);
                weights = copies.back().second;
                copies.pop_back();
            } else {
                const MoveCode code = random_code();
                const float weight = static_cast<float>(rng.unit()) * 10 - 5;
                const Policy::Slot slot = policy.slot(code);
                policy.keep(slot);
                policy.set(slot, weight);
                weights[code] = weight;
            }
            const MoveCode asked = random_code();
            const auto known = weights.find(asked);
            const float expected = known == weights.end() ? 0 : known->second;
            ASSERT_EQ(policy.weight(asked), expected);
            ASSERT_EQ(policy.strength(asked), policy_exp(expected));
            const std::vector<MoveCode> offered{asked, random_code(), random_code()};
            std::vector<float> sums(3);
            policy.add_up(offered, sums.data());
            float sum = 0;
            for (std::size_t k = 0; k < 3; ++k) ASSERT_EQ(sums[k], sum += policy.strength(offered[k]));
        }
        policy.go_back(0);
        EXPECT_EQ(policy.size(), direct ? 300u : 0u);
        for (const auto& [code, weight] : weights) ASSERT_EQ(policy.strength(code), 1);
    }
}

}  // namespace
}  // namespace playout
