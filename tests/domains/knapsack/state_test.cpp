#include "playout/domains/knapsack/state.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>

#include "playout/domains/knapsack/recount.h"
#include "tests/problem/conformance.h"

namespace playout::knapsack {
namespace {

// Small and odd: every class, nothing fits, everything fits, weightless items, equal items, one item.
const std::vector<std::unique_ptr<Instance>>& sample_instances() {
    static const auto instances = [] {
        std::vector<std::unique_ptr<Instance>> made;
        const auto add = [&](Instance instance) {
            made.push_back(std::make_unique<Instance>(std::move(instance)));
        };
        Rng rng(11);
        for (const auto kind :
             {Correlation::uncorrelated, Correlation::weak, Correlation::strong, Correlation::subset_sum})
            for (const double fill : {0.1, 0.5, 0.9}) add(generate({12, kind, 30, fill}, rng));
        add(generate({.size = 200}, rng));
        add(Instance({{5, 10, 0}}, 9));
        add(Instance({{5, 10, 0}}, 10));
        add(Instance({{1, 1, 0}, {2, 2, 1}}, 3));
        add(Instance({{7, 0, 0}, {0, 0, 1}, {3, 4, 2}, {0, 2, 3}, {6, 8, 4}}, 9));
        add(Instance({{2, 3, 0}, {2, 3, 1}, {2, 3, 2}, {2, 3, 3}}, 7));
        add(Instance({{1, 5, 0}, {1, 5, 1}}, 0));
        return made;
    }();
    return instances;
}

std::vector<KnapsackState> sample_roots() {
    std::vector<KnapsackState> roots;
    for (const auto& instance : sample_instances()) roots.emplace_back(*instance);
    return roots;
}

Outcome recounted_outcome(const KnapsackState& root, const std::vector<KnapsackState::Move>& moves) {
    return recount(*root.instance(), moves);
}

CONFORMANCE_SUITE(KnapsackState, sample_roots(), recounted_outcome)

// The thesis's lists, literally (Rei, A.3): after every packing, items that no longer fit leave the list; when
// the rest fits together it is packed as a whole.
Outcome outcome_by_lists(const KnapsackState& root, const std::vector<KnapsackState::Move>& moves) {
    const Instance& instance = *root.instance();
    std::deque<Item> left(instance.items().begin(), instance.items().end());
    std::int64_t capacity = instance.capacity();
    std::int64_t profit = 0;
    const auto settle = [&] {
        std::erase_if(left, [&](const Item& item) { return item.weight > capacity; });
        std::int64_t required = 0;
        for (const Item& item : left) required += item.weight;
        if (required > capacity) return;
        for (const Item& item : left) profit += item.profit;
        capacity -= required;
        left.clear();
    };
    settle();
    for (const auto move : moves) {
        if (left.empty()) throw std::logic_error("a move after the end");
        const Item item = left.front();
        left.pop_front();
        if (move == KnapsackState::Move::take) {
            profit += item.profit;
            capacity -= item.weight;
        }
        settle();
    }
    if (!left.empty()) throw std::logic_error("no end after the last move");
    return {0, static_cast<double>(profit)};
}

TEST(KnapsackState, IsTheGameOfTheThesissLists) {
    conformance::value_equals_a_slow_recount(sample_roots(), outcome_by_lists);
}

// The linear relaxation as the thesis writes it, in exact integers.
std::int64_t slow_bound(const Instance& instance, std::int32_t next, std::int64_t capacity,
                        std::int64_t profit) {
    std::int64_t room = capacity;
    for (std::int32_t place = next; place < instance.size(); ++place) {
        const Item& item = instance.item(place);
        if (item.weight > capacity) continue;  // dropped out
        if (item.weight > room) return profit + item.profit * room / item.weight;
        profit += item.profit;
        room -= item.weight;
    }
    return profit;
}

TEST(KnapsackState, BoundEqualsTheLinearRelaxationRoundedDown) {
    conformance::walk(sample_roots(), [](const KnapsackState& root, const KnapsackState& state, const auto&) {
        EXPECT_EQ(state.bound(),
                  static_cast<double>(slow_bound(*root.instance(), state.next_item(), state.capacity_left(),
                                                 static_cast<std::int64_t>(state.value()))));
    });
}

TEST(KnapsackState, PackingAgreesWithTheState) {
    conformance::walk(sample_roots(),
                      [](const KnapsackState& root, const KnapsackState& state, const auto& path) {
                          if (!state.at_end()) return;
                          const Instance& instance = *root.instance();
                          const Packing packing = pack(instance, path);
                          EXPECT_EQ(static_cast<double>(packing.profit), state.value());
                          EXPECT_EQ(packing.weight, instance.capacity() - state.capacity_left());
                          EXPECT_LE(packing.weight, instance.capacity());
                          EXPECT_TRUE(std::is_sorted(packing.items.begin(), packing.items.end()));
                      });
}

TEST(KnapsackState, TakesWhatFitsTogetherWithoutAsking) {
    const Instance instance({{1, 1, 0}, {2, 2, 1}}, 3);
    const KnapsackState state(instance);
    EXPECT_TRUE(state.at_end());
    EXPECT_EQ(state.value(), 3);
    EXPECT_EQ(pack(instance, {}).items, (std::vector<std::int32_t>{0, 1}));
}

TEST(KnapsackState, CodesNameTheItemAndTheDecision) {
    const Instance instance({{9, 3, 0}, {8, 3, 1}, {7, 3, 2}}, 4);
    KnapsackState state(instance);
    const auto take = KnapsackState::Move::take, leave = KnapsackState::Move::leave;
    EXPECT_NE(state.code(take), state.code(leave));
    const MoveCode first = state.code(take);
    state.play(leave);
    EXPECT_NE(state.code(take), first);
}

}  // namespace
}  // namespace playout::knapsack
