#include "playout/search/temperature.h"

#include <gtest/gtest.h>

namespace playout {
namespace {

// Losses of every scale; how many of them are accepted.
double share_accepted(double scale, double hot, double cold, double progress) {
    Temperature temperature(hot, cold);
    temperature.set_progress(progress);
    Rng rng(1);
    const int warm_up = 20'000, counted = 200'000;
    int accepted = 0;
    for (int i = 0; i < warm_up + counted; ++i) {
        const double loss = scale * (0.1 + rng.unit() * rng.unit());
        if (loss <= temperature.allowed_loss(rng)) {
            temperature.accepted_loss();
            accepted += i >= warm_up;
        } else {
            temperature.refused_loss(loss);
        }
    }
    return static_cast<double>(accepted) / counted;
}

TEST(Temperature, AcceptsTheShareThatIsWantedWhateverTheScale) {
    for (const double scale : {1e-6, 1.0, 5000.0}) {
        EXPECT_NEAR(share_accepted(scale, 0.2, 0.001, 0), 0.2, 0.01);
        EXPECT_NEAR(share_accepted(scale, 0.2, 0.002, 0.5), 0.02, 0.003);
        EXPECT_NEAR(share_accepted(scale, 0.2, 0.002, 1), 0.002, 0.0007);
    }
}

TEST(Temperature, AllowsNoLossBeforeOneWasSeen) {
    Temperature temperature(0.5, 0.1);
    Rng rng(2);
    EXPECT_EQ(temperature.allowed_loss(rng), 0);
    temperature.refused_loss(3);
    EXPECT_GT(temperature.value(), 0);
}

}  // namespace
}  // namespace playout
