#include "playout/search/descent.h"

#include <gtest/gtest.h>

#include "tests/search/toys.h"

namespace playout {
namespace {

// The copying and the undoing walk must see the same values on the same random walk up and down.
TEST(Descent, ByUndoAndByCopiesAgree) {
    const CostTable table = random_table(10, 3, 1);
    Descent<BiasToy> undoing{BiasToy(table)};
    Descent<BareToy> copying{BareToy(table)};
    Rng rng(1);
    for (int i = 0; i < 10'000; ++i) {
        const bool down = copying.moves().empty() || (!copying.state().at_end() && rng.below(2) == 0);
        if (down) {
            const int move = static_cast<int>(rng.below(3));
            undoing.play(move);
            copying.play(move);
        } else {
            undoing.back();
            copying.back();
        }
        ASSERT_EQ(undoing.moves(), copying.moves());
        ASSERT_EQ(undoing.state().value(), copying.state().value());
    }
}

}  // namespace
}  // namespace playout
