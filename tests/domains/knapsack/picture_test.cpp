#include "playout/domains/knapsack/picture.h"

#include <gtest/gtest.h>

namespace playout::knapsack {
namespace {

const Instance& sample() {
    static const Instance instance({{9, 3, 0}, {1, 5, 1}, {6, 3, 2}, {7, 0, 3}}, 6);
    return instance;
}

TEST(KnapsackPicture, MarksPackedItemsInRatioOrder) {
    const KnapsackState root(sample());
    const Packing packing{{0, 2, 3}, 22, 6};
    EXPECT_EQ(terminal_picture(sample(), packing, {.colours = false, .width = 40}),
              "items in ratio order, # packed, . left out\n  ###.\n3 of 4 items, weight 6 of 6\n"
              "  [######################] 100.00 % full\n");
    const std::string svg = svg_picture(sample(), packing);
    EXPECT_NE(svg.find("profit 22: 3 of 4 items, weight 6 of 6"), std::string::npos);
    EXPECT_NE(svg.find("item 1: profit 1, weight 5, left out"), std::string::npos);
    EXPECT_NE(svg.find("item 2: profit 6, weight 3, packed"), std::string::npos);
}

TEST(KnapsackPicture, HandlesCapacityZeroAndWeightlessItems) {
    const Instance instance({{7, 0, 0}}, 0);
    const std::string picture = terminal_picture(instance, {{0}, 7, 0}, {});
    EXPECT_NE(picture.find("100.00 % full"), std::string::npos);
    EXPECT_EQ(svg_picture(instance, {{0}, 7, 0}).find("nan"), std::string::npos);
}

TEST(KnapsackPicture, AFrameTellsWhatIsNext) {
    const Instance instance({{9, 3, 0}, {8, 3, 1}}, 4);
    KnapsackState state(instance);
    EXPECT_NE(terminal_frame(instance, state, {}).find("next: item 0 (profit 9, weight 3)"), std::string::npos);
    state.play(KnapsackState::Move::take);
    EXPECT_NE(terminal_frame(instance, state, {}).find("weight 3, profit 9"), std::string::npos);
}

}  // namespace
}  // namespace playout::knapsack
