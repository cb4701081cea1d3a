#include "playout/domains/partition/leading_state.h"

#include <gtest/gtest.h>

#include <memory>

#include "playout/domains/partition/recount.h"
#include "playout/search/depth_first.h"
#include "playout/search/uct.h"
#include "tests/problem/conformance.h"
#include "tests/search/run_algorithm.h"

namespace playout::partition {
namespace {

using WideState = PartitionState<Wide>;

Instance random_instance(std::int64_t size, std::int64_t bits, std::uint64_t seed) {
    Rng rng(seed);
    return generate({size, bits}, rng);
}

// A few different heads, so that the leading digits are equal again and again, with tails of their own.
Instance alike(std::int64_t size, std::uint64_t heads, std::uint64_t tails, std::uint64_t seed) {
    Rng rng(seed);
    std::vector<mpz_class> numbers;
    for (std::int64_t i = 0; i < size; ++i) {
        mpz_class number = 1 + static_cast<unsigned long>(rng.below(heads));
        numbers.push_back((number << 300) + static_cast<unsigned long>(rng.below(tails)));
    }
    return Instance(std::move(numbers));
}

const std::vector<std::unique_ptr<Instance>>& instances() {
    static const auto made = [] {
        std::vector<std::unique_ptr<Instance>> made;
        const auto add = [&](Instance instance) {
            made.push_back(std::make_unique<Instance>(std::move(instance)));
        };
        for (const std::int64_t bits : {128, 200, 700})
            for (const std::int64_t size : {5, 9, 20, 70, 150}) add(random_instance(size, bits, 3));
        for (const std::uint64_t heads : {1, 2, 10, 1000})
            for (const std::uint64_t tails : {1, 2, 1000})
                for (const std::int64_t size : {5, 8, 21, 80}) add(alike(size, heads, tails, heads + tails));
        const mpz_class one = 1;
        add(Instance({(one << 192) - 1, one << 192, (one << 128) + 1, one << 128, 1, 1, (one << 64) - 1}));
        add(Instance({one << 300, one << 299, one << 299, 1, 1, 1}));
        add(Instance({(one << 300) + 1, one << 299, one << 299, 1, 1, 1}));
        add(Instance({one << 300, 1, 1, 1, 1, 1, 1}));
        std::vector<mpz_class> powers;
        for (int i = 0; i < 200; ++i) powers.push_back(one << i);
        add(Instance(powers));
        return made;
    }();
    return made;
}

std::vector<LeadingState> roots() {
    std::vector<LeadingState> roots;
    for (const auto& instance : instances())
        if (instance->size() <= 80) roots.emplace_back(*instance);
    return roots;
}

Outcome recounted(const LeadingState& root, const std::vector<Move>& moves) {
    LeadingState end(root.instance());
    for (const Move move : moves) end.play(move);
    EXPECT_EQ(end.outcome().number(), split(root.instance(), moves).difference());
    return recount(root.instance(), moves);
}

CONFORMANCE_SUITE(LeadingState, roots(), recounted)

void expect_same_end(const LeadingState& leading, const WideState& whole) {
    ASSERT_TRUE(leading.at_end());
    EXPECT_EQ(leading.outcome().number(), whole.outcome().number());
    EXPECT_EQ(leading.value(), whole.value());
    EXPECT_EQ(leading.numbers_left(), whole.numbers_left());
}

TEST(LeadingState, IsTheGameOfTheWholeNumbers) {
    Rng rng(4);
    int quick = 0, exact = 0;
    for (const auto& instance : instances())
        for (int game = 0; game < 60; ++game) {
            LeadingState leading(*instance);
            WideState whole(*instance);
            while (!whole.at_end()) {
                ASSERT_FALSE(leading.at_end());
                ASSERT_EQ(leading.numbers_left(), whole.numbers_left());
                const Move move = rng.below(4) == 0 ? Move::sum : Move::difference;
                if (rng.below(3) == 0) leading.undo(leading.play_undoable(move));
                if (rng.below(2) == 0) {
                    leading.play(move);
                } else {
                    leading.play_undoable(move);
                }
                whole.play(move);
            }
            expect_same_end(leading, whole);
            ++(leading.is_quick() ? quick : exact);
        }
    EXPECT_GT(quick, 500);
    EXPECT_GT(exact, 500);
}

class NeverStops final : public PlayoutGuard<LeadingState> {
  public:
    bool gives_up(const LeadingState&) override { return false; }
};

TEST(LeadingState, TheHeuristicInOneGoEqualsItsMoves) {
    Rng rng(5);
    NeverStops guard;
    const auto try_all = [&](const Instance& instance) {
        const auto greedy = LeadingState::strategies().front().make(LeadingState(instance), {});
        for (int prefix = 0; prefix < 200; prefix += 29) {
            LeadingState quick(instance);
            WideState slow(instance);
            for (int i = 0; i < prefix && !slow.at_end(); ++i) {
                const Move move = rng.below(4) == 0 ? Move::sum : Move::difference;
                quick.play(move);
                slow.play(move);
            }
            std::vector<Move> moves, expected;
            EXPECT_TRUE(greedy->playout(quick, moves, rng, guard));
            for (; !slow.at_end(); slow.play(Move::difference)) expected.push_back(Move::difference);
            EXPECT_EQ(moves, expected);
            expect_same_end(quick, slow);
        }
    };
    for (const auto& instance : instances()) try_all(*instance);
    for (const std::int64_t size : {100, 300, 1000, 2500})
        for (const std::int64_t bits : {130, 250, 1000}) try_all(random_instance(size, bits, 6));
    for (const std::uint64_t heads : {3, 1'000'000}) try_all(alike(400, heads, 5, 7));
}

TEST(LeadingState, LeadingDigitsAreEnoughForNumbersAtRandom) {
    NeverStops guard;
    Rng rng(8);
    const Instance instance = random_instance(1000, 1000, 9);
    for (int game = 0; game < 20; ++game) {
        LeadingState state(instance);
        for (int i = 0; i < 40 * game && !state.at_end(); ++i)
            state.play(rng.below(4) == 0 ? Move::sum : Move::difference);
        std::vector<Move> moves;
        LeadingState::strategies().front().make(state, {})->playout(state, moves, rng, guard);
        EXPECT_TRUE(state.is_quick());
    }
}

TEST(LeadingState, SearchesFindWhatTheyFindWithWholeNumbers) {
    for (const auto& instance : instances()) {
        Limits limits;
        limits.nodes = 3000;
        const auto leading = run_algorithm<DepthFirstSearch>(LeadingState(*instance), {}, limits);
        const auto whole = run_algorithm<DepthFirstSearch>(WideState(*instance), {}, limits);
        EXPECT_EQ(leading.moves, whole.moves);
        EXPECT_EQ(leading.nodes, whole.nodes);
        EXPECT_EQ(leading.playouts, whole.playouts);
        EXPECT_EQ(leading.outcome->number(), whole.outcome->number());
        UctConfig config;
        config.expansion = Expansion::full;
        limits.nodes = 400;
        const auto tree = run_algorithm<Uct>(LeadingState(*instance), config, limits);
        const auto whole_tree = run_algorithm<Uct>(WideState(*instance), config, limits);
        EXPECT_EQ(tree.moves, whole_tree.moves);
        EXPECT_EQ(tree.playouts, whole_tree.playouts);
    }
}

}  // namespace
}  // namespace playout::partition
