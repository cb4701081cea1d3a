#include "playout/domains/knapsack/instance.h"

#include <gtest/gtest.h>

#include "playout/base/errors.h"
#include "tests/base/message_of.h"

namespace playout::knapsack {
namespace {

std::string complaint(const std::string& text) {
    return message_of<InputError>([&] { read_instance(text, "f"); });
}

TEST(KnapsackInstance, SortsByRatioWithTiesByIndex) {
    const Instance instance = read_instance("5 10\n 1 2\n 3 3\n 2 2\n 0 0\n 5 1\n", "f");
    std::vector<std::int32_t> order;
    for (const Item& item : instance.items()) order.push_back(item.index);
    EXPECT_EQ(order, (std::vector<std::int32_t>{3, 4, 1, 2, 0}));
    EXPECT_EQ(instance.weight_of_first(3), 4);
    EXPECT_EQ(instance.profit_of_first(3), 8);
    EXPECT_EQ(instance.least_weight_from(1), 1);
    EXPECT_EQ(instance.least_weight_from(2), 2);
}

TEST(KnapsackInstance, ComparesRatiosThatADoubleCannotTellApart) {
    // 1 - 1/(3e15 + 2) is larger than 1 - 1/(3e15 + 1), but both are the same double.
    const Instance instance({{3000000000000000, 3000000000000001, 0}, {3000000000000001, 3000000000000002, 1}},
                            5);
    EXPECT_EQ(3000000000000000.0 / 3000000000000001.0, 3000000000000001.0 / 3000000000000002.0);
    EXPECT_EQ(instance.item(0).index, 1);
}

TEST(KnapsackInstance, TextReadsBack) {
    Rng rng(5);
    for (const auto kind :
         {Correlation::uncorrelated, Correlation::weak, Correlation::strong, Correlation::subset_sum}) {
        const Instance instance = generate({.size = 30, .correlation = kind}, rng);
        const Instance back = read_instance(to_text(instance), "f");
        EXPECT_EQ(back.items(), instance.items());
        EXPECT_EQ(back.capacity(), instance.capacity());
    }
}

TEST(KnapsackInstance, RefusesBadTextWithLineAndExpectation) {
    EXPECT_EQ(complaint("2\n-5\n1 1\n1 1\n"), "f:2: expected the capacity (0 to 9007199254740992), found '-5'");
    EXPECT_EQ(complaint("2\n5\n1 1\n"), "f:4: expected the profit of item 2 of 2, found the end of the text");
    EXPECT_EQ(complaint("2\n5\n1 1\n1 1\n1\n"), "f:5: expected the end of the text, found '1'");
    EXPECT_EQ(complaint("0 5"), "f:1: expected the number of items (1 to 1000000), found '0'");
    EXPECT_EQ(complaint("1\n5\n-1 1\n"),
              "f:3: expected the profit of item 1 of 1 (0 to 9007199254740992), found '-1'");
    EXPECT_NE(complaint("1\n5\n1111111111111111111111111111111111111111 1\n"), "nothing was thrown");
    EXPECT_NE(complaint("2\n5\n9007199254740992 1\n1 1\n").find("the profits sum to more than 2^53"),
              std::string::npos);
    EXPECT_NE(complaint("2\n5\n1 9007199254740992\n1 1\n").find("the weights sum to more than 2^53"),
              std::string::npos);
    EXPECT_NE(complaint("a table of items"), "nothing was thrown");
}

TEST(KnapsackGenerator, FollowsItsClass) {
    for (const auto kind :
         {Correlation::uncorrelated, Correlation::weak, Correlation::strong, Correlation::subset_sum}) {
        Rng rng(6);
        const Instance instance =
            generate({.size = 500, .correlation = kind, .range = 1000, .fill = 0.25}, rng);
        EXPECT_EQ(instance.size(), 500);
        EXPECT_EQ(instance.capacity(), instance.weight_of_first(500) / 4);
        for (const Item& item : instance.items()) {
            EXPECT_GE(item.weight, 1);
            EXPECT_LE(item.weight, 1000);
            EXPECT_GE(item.profit, 1);
            if (kind == Correlation::uncorrelated) EXPECT_LE(item.profit, 1000);
            if (kind == Correlation::weak) EXPECT_LE(std::abs(item.profit - item.weight), 100);
            if (kind == Correlation::strong) EXPECT_EQ(item.profit, item.weight + 100);
            if (kind == Correlation::subset_sum) EXPECT_EQ(item.profit, item.weight);
        }
    }
}

TEST(KnapsackGenerator, FollowsItsSeed) {
    Rng one(1), same(1), other(2);
    const Instance instance = generate({}, one);
    EXPECT_EQ(generate({}, same).items(), instance.items());
    EXPECT_NE(generate({}, other).items(), instance.items());
}

TEST(KnapsackGenerator, HandlesItsExtremes) {
    Rng rng(7);
    EXPECT_EQ(generate({.size = 1, .fill = 0}, rng).capacity(), 0);
    const Instance large = generate({.size = Instance::max_items, .range = 1'000'000'000, .fill = 1}, rng);
    EXPECT_EQ(large.capacity(), large.weight_of_first(large.size()));
}

}  // namespace
}  // namespace playout::knapsack
