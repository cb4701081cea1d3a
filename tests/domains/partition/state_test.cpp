#include "playout/domains/partition/state.h"

#include <gtest/gtest.h>

#include <bit>
#include <memory>

#include "playout/domains/partition/recount.h"
#include "playout/search/depth_first.h"
#include "playout/search/limited_discrepancy.h"
#include "tests/problem/conformance.h"
#include "tests/search/run_algorithm.h"

namespace playout::partition {
namespace {

using NarrowState = PartitionState<Narrow>;
using WideState = PartitionState<Wide>;

std::vector<mpz_class> numbers_of(const std::vector<std::string>& texts) {
    std::vector<mpz_class> numbers;
    for (const std::string& text : texts) numbers.emplace_back(text);
    return numbers;
}

// Few and many, small and large, equal ones, one that outweighs the rest, 2^k and 2^k - 1 around a limb.
const std::vector<std::unique_ptr<Instance>>& instances(bool wide) {
    const auto make = [](bool wide) {
        std::vector<std::unique_ptr<Instance>> made;
        const auto add = [&](Instance instance) {
            made.push_back(std::make_unique<Instance>(std::move(instance)));
        };
        Rng rng(3);
        const std::vector<std::int64_t> lengths = wide ? std::vector<std::int64_t>{128, 200, 700}
                                                       : std::vector<std::int64_t>{1, 3, 20, 44, 46, 64, 100};
        for (const std::int64_t bits : lengths)
            for (const std::int64_t size : {5, 9, 20, 70}) add(generate({size, bits}, rng));
        if (wide) {
            const mpz_class one = 1;
            add(Instance({(one << 192) - 1, one << 192, (one << 128) + 1, one << 128, 1, 1, (one << 64) - 1}));
            add(Instance({one << 300, one << 299, one << 299, 1, 1, 1}));
        } else {
            add(Instance({7}));
            add(Instance({7, 7}));
            add(Instance({1, 2, 3, 4}));
            add(Instance({8, 7, 6, 5, 4}));
            add(Instance({100, 1, 1, 1, 1, 1}));
            add(Instance({6, 1, 1, 1, 1, 1}));
            add(Instance({5, 5, 5, 5, 5, 5, 5}));
            add(Instance(numbers_of({"18446744073709551615", "18446744073709551616", "1", "2", "3", "3"})));
        }
        return made;
    };
    static const auto narrow_ones = make(false), wide_ones = make(true);
    return wide ? wide_ones : narrow_ones;
}

template <typename S>
std::vector<S> roots(bool wide) {
    std::vector<S> roots;
    for (const auto& instance : instances(wide)) roots.emplace_back(*instance);
    return roots;
}

// The number itself, too, which a double does not hold.
template <typename S>
Outcome recounted(const S& root, const std::vector<Move>& moves) {
    S end = root;
    for (const Move move : moves) end.play(move);
    EXPECT_EQ(end.outcome().number(), split(root.instance(), moves).difference());
    return recount(root.instance(), moves);
}

CONFORMANCE_SUITE(NarrowState, roots<NarrowState>(false), recounted<NarrowState>)
CONFORMANCE_SUITE(WideState, roots<WideState>(true), recounted<WideState>)

// The least difference over all sides.
mpz_class least_difference(const Instance& instance) {
    mpz_class least = instance.sum(), difference = instance.sum();
    std::vector<bool> on_the_right(static_cast<std::size_t>(instance.size()));
    // Gray code: from one division to the next a single number changes its side.
    for (std::uint32_t step = 1; step < std::uint32_t{1} << (instance.size() - 1); ++step) {
        const auto i = static_cast<std::size_t>(std::countr_zero(step));
        on_the_right[i] = !on_the_right[i];
        difference += (on_the_right[i] ? -2 : 2) * instance.numbers()[i];
        if (abs(difference) < least) least = abs(difference);
    }
    return least;
}

template <typename S>
mpz_class best_end(const S& state) {
    if (state.at_end()) return state.outcome().number();
    mpz_class best;
    bool any = false;
    for (const Move move : {Move::difference, Move::sum}) {
        S child = state;
        child.play(move);
        const mpz_class found = best_end(child);
        if (!any || found < best) best = found;
        any = true;
    }
    return best;
}

TEST(PartitionState, TheBestGameIsTheBestPartition) {
    Rng rng(5);
    for (const std::int64_t bits : {2, 4, 7, 12, 40, 63, 64, 65, 90})
        for (std::int64_t size = 1; size <= 11; ++size) {
            const Instance instance = generate({size, bits}, rng);
            EXPECT_EQ(best_end(NarrowState(instance)), least_difference(instance)) << size << " of " << bits;
        }
    for (const std::int64_t bits : {130, 320})
        for (std::int64_t size = 1; size <= 9; ++size) {
            const Instance instance = generate({size, bits}, rng);
            EXPECT_EQ(best_end(WideState(instance)), least_difference(instance)) << size << " of " << bits;
        }
}

TEST(PartitionState, TheThesissExample) {
    const Instance instance({8, 7, 6, 5, 4});
    EXPECT_EQ(best_end(NarrowState(instance)), 0);
    NarrowState heuristic(instance);
    heuristic.play(Move::difference);
    EXPECT_TRUE(heuristic.at_end());  // 6 5 4 1: four numbers
    EXPECT_EQ(heuristic.outcome().number(), 2);
    EXPECT_EQ(split(instance, {Move::difference}).difference(), 2);
}

class NeverStops final : public PlayoutGuard<WideState>, public PlayoutGuard<NarrowState> {
  public:
    bool gives_up(const WideState&) override { return false; }
    bool gives_up(const NarrowState&) override { return false; }
};

// The heuristic in one go against its moves one by one, from the start and from the middle of a game.
template <typename S>
void heuristic_equals_its_moves(std::int64_t size, std::int64_t bits) {
    Rng rng(static_cast<std::uint64_t>(size * 1000 + bits));
    const Instance instance = generate({size, bits}, rng);
    const auto greedy = S::strategies().front().make(S(instance), {});
    NeverStops guard;
    for (int prefix = 0; prefix < 60; prefix += 13) {
        S quick(instance);
        for (int i = 0; i < prefix && !quick.at_end(); ++i)
            quick.play(rng.below(4) == 0 ? Move::sum : Move::difference);
        S slow = quick;
        std::vector<Move> moves;
        EXPECT_TRUE(greedy->playout(quick, moves, rng, guard));
        std::vector<Move> expected;
        for (; !slow.at_end(); slow.play_undoable(Move::difference)) expected.push_back(Move::difference);
        EXPECT_EQ(moves, expected);
        EXPECT_EQ(quick.outcome().number(), slow.outcome().number());
        EXPECT_EQ(quick.numbers_left(), slow.numbers_left());
    }
}

TEST(PartitionState, TheHeuristicInOneGoEqualsItsMoves) {
    for (const std::int64_t size : {6, 47, 60, 100, 300})
        for (const std::int64_t bits : {1, 2, 5, 8, 30, 60, 110})
            heuristic_equals_its_moves<NarrowState>(size, bits);
    for (const std::int64_t size : {60, 300, 2500})
        for (const std::int64_t bits : {130, 250, 1000}) heuristic_equals_its_moves<WideState>(size, bits);
}

// One way sorts every new number in, the other lets small ones wait.
template <typename S>
void two_ways_to_play_agree(std::int64_t size, std::int64_t bits) {
    Rng rng(9);
    const Instance instance = generate({size, bits}, rng);
    for (int game = 0; game < 5; ++game) {
        S waiting(instance), sorted(instance);
        while (!sorted.at_end()) {
            ASSERT_FALSE(waiting.at_end());
            const Move move = rng.below(5) == 0 ? Move::sum : Move::difference;
            sorted.play_undoable(move);
            if (rng.below(50) == 0) waiting.undo(waiting.play_undoable(Move::sum));
            waiting.play(move);
        }
        EXPECT_TRUE(waiting.at_end());
        EXPECT_EQ(waiting.outcome().number(), sorted.outcome().number());
    }
}

TEST(PartitionState, NumbersThatWaitChangeNothing) {
    for (const std::int64_t size : {49, 100, 400}) {
        for (const std::int64_t bits : {2, 30, 110}) two_ways_to_play_agree<NarrowState>(size, bits);
        for (const std::int64_t bits : {130, 700}) two_ways_to_play_agree<WideState>(size, bits);
    }
}

TEST(PartitionState, SearchesProveTheLeastDifference) {
    Rng rng(10);
    for (int i = 0; i < 20; ++i) {
        const Instance instance = generate({12 + i % 9, 8 + 5 * i}, rng);
        const mpz_class least = least_difference(instance);
        const auto in_order = run_algorithm<DepthFirstSearch>(NarrowState(instance));
        EXPECT_EQ(in_order.outcome->number(), least);
        EXPECT_NE(in_order.proof, Proof::none);
        const auto limited = run_algorithm<LimitedDiscrepancySearch>(NarrowState(instance));
        EXPECT_EQ(limited.outcome->number(), least);
        EXPECT_NE(limited.proof, Proof::none);
    }
}

// A search that is not told of ends before it plays them: the same nodes, games and results.
class UntoldState : public NarrowState {
  public:
    using NarrowState::NarrowState;
    bool ends_worse(Move, const Discrepancy&) const { return false; }
    static std::vector<StrategyEntry<UntoldState>> strategies() { return {}; }
};

TEST(PartitionState, AnEndThatIsNotPlayedCounts) {
    Rng rng(11);
    for (const std::int64_t size : {6, 9, 14, 18, 40})
        for (const std::int64_t nodes : {10, 1000, 100'000}) {
            const Instance instance = generate({size, 60}, rng);
            Limits limits;
            limits.nodes = nodes;
            const auto told = run_algorithm<DepthFirstSearch>(NarrowState(instance), {}, limits);
            const auto untold = run_algorithm<DepthFirstSearch>(UntoldState(instance), {}, limits);
            EXPECT_EQ(told.nodes, untold.nodes);
            EXPECT_EQ(told.playouts, untold.playouts);
            EXPECT_EQ(told.moves, untold.moves);
            EXPECT_EQ(told.trace.size(), untold.trace.size());
            EXPECT_EQ(told.proof, untold.proof);
            EXPECT_EQ(told.statistic("deepest"), untold.statistic("deepest"));
        }
}

// Whole numbers settle every end exactly: a move to the end is worse than, or as good as, just what it is.
TEST(PartitionState, OfWholeNumbersEveryEndIsSettledBeforeItIsPlayed) {
    Rng rng(12);
    int ends = 0;
    for (int game = 0; game < 2000; ++game) {
        const Instance instance = generate({5 + game % 20, 1 + game % 100}, rng);
        for (NarrowState state(instance); !state.at_end();) {
            for (const Move move : {Move::difference, Move::sum}) {
                NarrowState child = state;
                child.play(move);
                if (!child.at_end()) {
                    EXPECT_FALSE(state.ends_worse(move, discrepancy_of(0, 0)));
                    continue;
                }
                ++ends;
                const mpz_class found = child.outcome().number();
                EXPECT_TRUE(state.ends_worse(move, discrepancy_of(found, 0)));
                EXPECT_FALSE(state.ends_worse(move, discrepancy_of(found + 1, 0)));
            }
            state.play_undoable(rng.below(3) == 0 ? Move::sum : Move::difference);
        }
    }
    EXPECT_GT(ends, 2000);
}

template <typename S>
void cannot_beat_is_never_wrong(bool wide) {
    Rng rng(8);
    int refused = 0, ends = 0;
    for (const S& root : roots<S>(wide)) {
        std::optional<Discrepancy> best;
        for (int game = 0; game < 200; ++game) {
            S state = root;
            while (!state.at_end()) state.play(rng.below(6) == 0 ? Move::sum : Move::difference);
            const Discrepancy found = state.outcome();
            EXPECT_FALSE(state.cannot_beat(discrepancy_of(found.number() + 1, root.instance().shift())));
            ++ends;
            if (best && state.cannot_beat(*best)) {
                ++refused;
                EXPECT_GE(found.exact_order(*best), 0);
            }
            if (!best || found.exact_order(*best) < 0) best = found;
        }
    }
    EXPECT_GT(refused, ends * 6 / 10);  // or it would be of no use
}

TEST(PartitionState, WhatCannotBeatTheBestDoesNot) {
    cannot_beat_is_never_wrong<NarrowState>(false);
    cannot_beat_is_never_wrong<WideState>(true);
}

TEST(PartitionState, OrdersByTheNumberWhereDoublesAreEqual) {
    const mpz_class small = (mpz_class(1) << 188) + 1;
    const Discrepancy one = discrepancy_of(small, 61), other = discrepancy_of(small + 1, 61);
    EXPECT_EQ(one.value, other.value);
    EXPECT_TRUE(better(one, other, Sense::minimise));
    EXPECT_FALSE(better(other, one, Sense::minimise));
    EXPECT_EQ(other.number() - one.number(), 1);
    EXPECT_TRUE(one.leading == Window{1} << 127);
    EXPECT_EQ(discrepancy_of(0, 0).value, 0);
    EXPECT_EQ(discrepancy_of(1, 0).value, 1);
    EXPECT_LT(discrepancy_of(0, 0).exact_order(one), 0);
}

}  // namespace
}  // namespace playout::partition
