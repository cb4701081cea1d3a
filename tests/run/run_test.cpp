#include "playout/run/run.h"

#include <gtest/gtest.h>

#include "playout/search/playout.h"
#include "tests/search/toys.h"

namespace playout {
namespace {

struct Notes : Observer {
    std::vector<TracePoint> incumbents;
    void incumbent(const TracePoint& point) override { incumbents.push_back(point); }
};

// A run over a small toy, with all that it needs.
template <State S>
struct Fixture {
    explicit Fixture(const Limits& limits = {}, Sense sense = Sense::minimise)
        : table(random_table(3, 3, 1)),
          budget(limits, [] { return 0.0; }),
          shared(S(table, sense), limits, notes),
          run(shared, budget, rng, strategy) {}

    bool offer(const std::vector<int>& moves) {
        S end = run.root();
        for (const int move : moves) end.play(move);
        return run.offer(end, moves);
    }

    CostTable table;
    Budget budget;
    Rng rng{1};
    UniformPlayout<S> strategy;
    Notes notes;
    SharedRun<S> shared;
    Run<S> run;
};

TEST(Run, KeepsOnlyImprovementsAndTellsTheObserver) {
    Fixture<BareToy> fixture;
    int kept = 0;
    double best = 1e9;
    for (int i = 0; i < 27; ++i) {
        const std::vector<int> moves{i / 9, i / 3 % 3, i % 3};
        const bool improved = fixture.offer(moves);
        kept += improved ? 1 : 0;
        if (improved) {
            EXPECT_LT(fixture.run.best()->value, best);
            EXPECT_EQ(fixture.shared.best_moves(), moves);
        }
        best = fixture.run.best()->value;
    }
    EXPECT_EQ(best, best_by_enumeration(fixture.run.root()).value);
    EXPECT_EQ(static_cast<int>(fixture.notes.incumbents.size()), kept);
    EXPECT_EQ(fixture.shared.trace().size(), fixture.notes.incumbents.size());
}

TEST(Run, WorkersShareTheBestAndLearnOfItWhenTheyAsk) {
    Fixture<BareToy> fixture;
    Budget other_budget({}, [] { return 0.0; });
    Rng other_rng(2);
    playout::Run<BareToy> other(fixture.shared, other_budget, other_rng, fixture.strategy);
    const auto end_of = [&](const std::vector<int>& moves) {
        BareToy end = other.root();
        for (const int move : moves) end.play(move);
        return end;
    };
    std::vector<int> good{0, 0, 0}, bad{0, 0, 1};
    if (end_of(bad).value() < end_of(good).value()) std::swap(good, bad);
    ASSERT_LT(end_of(good).value(), end_of(bad).value());
    fixture.offer(good);
    EXPECT_FALSE(other.best());
    other.offer(end_of(bad), bad);  // it does not know yet that there is something better
    EXPECT_EQ(fixture.shared.best_moves(), good);
    EXPECT_EQ(fixture.shared.trace().size(), 1u);
    EXPECT_EQ(*other.best(), *fixture.run.best());
}

TEST(Run, ASolutionThatDoesNotReplayIsABug) {
    Fixture<BareToy> fixture;
    BareToy end = fixture.run.root();
    for (const int move : {0, 1, 2}) end.play(move);
    EXPECT_THROW(fixture.run.offer(end, {0, 1}), BugError);
    EXPECT_THROW(fixture.run.offer(end, {0, 1, 9}), BugError);
    BareToy other = fixture.run.root();
    for (const int move : {2, 2, 2}) other.play(move);
    ASSERT_NE(other.value(), end.value());
    EXPECT_THROW(fixture.run.offer(end, {2, 2, 2}), BugError);
    EXPECT_FALSE(fixture.run.best());
}

// A spoilt state looks worse than it is.
class SpoiltToy : public BareToy {
  public:
    using BareToy::BareToy;
    double value() const { return BareToy::value() + (spoilt ? 1000 : 0); }
    bool spoilt = false;
};

TEST(Run, AGameNowAndThenIsHeldToTheContractThoughItIsNoBetter) {
    Fixture<SpoiltToy> fixture;
    SpoiltToy end = fixture.run.root();
    for (const int move : {0, 1, 2}) end.play(move);
    EXPECT_TRUE(fixture.run.offer(end, {0, 1, 2}));
    end.spoilt = true;
    for (int game = 2; game < 64; ++game) EXPECT_FALSE(fixture.run.offer(end, {0, 1, 2}));
    EXPECT_THROW(fixture.run.offer(end, {0, 1, 2}), ContractError);
}

TEST(Run, EndsWhenTheTargetIsReached) {
    for (const Sense sense : {Sense::minimise, Sense::maximise}) {
        Limits limits;
        const CostTable table = random_table(3, 3, 1);
        BareToy sample(table, sense);
        for (const int move : {1, 1, 1}) sample.play(move);
        limits.target = sample.value();
        Fixture<BareToy> fixture(limits, sense);
        fixture.offer({1, 1, 1});
        EXPECT_EQ(fixture.budget.stopped_by(), StopReason::target);
    }
}

TEST(Run, ABoundRulesNothingOutWhileTheBestIsInfeasible) {
    Fixture<ConstrainedToy> fixture;
    fixture.offer({1, 0, 0});  // sum 3: infeasible
    ASSERT_FALSE(fixture.run.best()->feasible());
    EXPECT_FALSE(fixture.run.hopeless(fixture.run.root()));
    EXPECT_FALSE(fixture.run.bound_met());
}

TEST(Run, HopelessIsWhatTheBoundCannotBeat) {
    Fixture<BoundToy> fixture;
    fixture.offer({0, 0, 0});
    BoundToy state = fixture.run.root();
    for (const int move : {2, 2, 2}) {
        EXPECT_EQ(fixture.run.hopeless(state), state.bound() >= fixture.run.best()->value);
        state.play(move);
    }
}

}  // namespace
}  // namespace playout
