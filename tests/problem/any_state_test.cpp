// An AnyState by itself: what is absent, copies, and objects of a kind that C++ states are not.
#include "playout/problem/any_state.h"

#include <gtest/gtest.h>

#include <cmath>

#include "playout/problem/capabilities.h"
#include "playout/problem/check_problem.h"
#include "tests/search/toys.h"

namespace playout {
namespace {

static_assert(checked_state<AnyState> && OffersAtRunTime<AnyState> && !OffersAtRunTime<BareToy>);

TEST(AnyState, KeepsTheContractWhateverItHolds) {
    const CostTable table = random_table(4, 3, 1);
    const std::vector<AnyState> roots{AnyState(BareToy(table)), AnyState(HashToy(table)),
                                      AnyState(BoundToy(table, Sense::maximise)), AnyState(BiasToy(table)),
                                      AnyState(ConstrainedToy(table))};
    for (const AnyState& root : roots)
        for (const std::string& line : check_problem(std::vector{root})) ADD_FAILURE() << line;
}

TEST(AnyState, OffersWhatItsStateOffers) {
    const CostTable table = random_table(2, 2, 1);
    const Offers bare = AnyState(BareToy(table)).offers();
    EXPECT_FALSE(bare.code || bare.bias || bare.bound || bare.violation || bare.hash || bare.equality);
    const Offers constrained = AnyState(ConstrainedToy(table)).offers();
    EXPECT_TRUE(constrained.bound && constrained.violation && constrained.hash && constrained.equality);
    EXPECT_FALSE(constrained.bias || constrained.code);
    EXPECT_TRUE(AnyState(BiasToy(table)).offers().bias);
}

TEST(AnyState, WhatIsAbsentRulesNothingOutAndWeighsNothing) {
    const CostTable table = random_table(2, 3, 1);
    const AnyState low(BareToy(table, Sense::minimise)), high(BareToy(table, Sense::maximise));
    EXPECT_EQ(low.bound(), -std::numeric_limits<double>::infinity());
    EXPECT_EQ(high.bound(), std::numeric_limits<double>::infinity());
    EXPECT_EQ(bound_cost(low), 0);  // searches order nothing by it
    EXPECT_EQ(bound_cost(high), 0);
    std::vector<AnyMove> moves;
    legal_moves_of(low, moves);
    ASSERT_EQ(moves.size(), 3u);
    low.select(moves);
    EXPECT_EQ(moves.size(), 3u);
    EXPECT_EQ(low.bias(moves[0]), 0);
    EXPECT_EQ(low.promise(), 0);
    EXPECT_EQ(code_count(low), 0u);
    EXPECT_FALSE(low.repeats_parent(moves[0]));
    EXPECT_FALSE(low.cannot_beat({}));
    EXPECT_FALSE(low.ends_worse(moves[0], {}));
    EXPECT_GT(low.moves_left(), 1'000'000);
    EXPECT_EQ(code_of(low, moves[2], 5), code_of(BareToy(table), 2, 5));
    EXPECT_EQ(low.as<BareToy>().value(), 0);
}

TEST(AnyState, CopiesAreIndependentAlsoWhenAssignedToOthers) {
    const CostTable table = random_table(3, 3, 1), other_table = random_table(5, 2, 2);
    const AnyState root(HashToy{table});
    AnyState copy = root;
    copy.play(*copy.parse_move("1"));
    EXPECT_FALSE(copy == root);
    AnyState other(BiasToy{other_table});
    EXPECT_TRUE(other.offers().bias);
    other = copy;  // of another kind
    EXPECT_FALSE(other.offers().bias);
    EXPECT_TRUE(other == copy);
    other.play(*other.parse_move("2"));
    EXPECT_FALSE(other == copy);
    other = copy;  // of the same kind, in place
    EXPECT_TRUE(other == copy);
    const AnyState taken = std::move(other);
    other = root;  // into one that was moved from
    EXPECT_TRUE(other == root);
    EXPECT_TRUE(taken == copy);
}

// As another language would make one: no C++ state behind it.
class Countdown final : public StateObject {
  public:
    explicit Countdown(std::uint64_t left) : left_(left) {}
    Offers offers() const override { return {}; }
    std::unique_ptr<StateObject> copy() const override { return std::make_unique<Countdown>(*this); }
    bool assign(const StateObject&) override { return false; }
    Sense sense() const override { return Sense::minimise; }
    bool at_end() const override { return left_ == 0; }
    void legal_moves(std::vector<AnyMove>& moves) const override {
        for (std::uint64_t take = 1; take <= std::min<std::uint64_t>(3, left_); ++take) moves.push_back({take});
    }
    void play(AnyMove move) override {
        left_ -= move.number;
        ++moves_;
    }
    double value() const override { return static_cast<double>(moves_); }
    std::string move_text(AnyMove move) const override { return std::to_string(move.number); }
    std::optional<AnyMove> parse_move(std::string_view text) const override {
        const auto number = parse_integer(text);
        if (!number || *number < 1 || static_cast<std::uint64_t>(*number) > std::min<std::uint64_t>(3, left_))
            return std::nullopt;
        return AnyMove{static_cast<std::uint64_t>(*number)};
    }
    std::int64_t bytes() const override { return sizeof(*this); }

  private:
    std::uint64_t left_;
    std::int64_t moves_ = 0;
};

TEST(AnyState, HoldsAnObjectThatIsNoState) {
    const AnyState root(std::make_unique<Countdown>(7));
    for (const std::string& line : check_problem(std::vector{root})) ADD_FAILURE() << line;
    EXPECT_EQ(best_by_enumeration(root).value, 3);
    EXPECT_TRUE(root.own_strategies().empty());
}

}  // namespace
}  // namespace playout
