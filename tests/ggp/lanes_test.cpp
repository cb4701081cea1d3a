#include "playout/ggp/lanes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "playout/ggp/load.h"
#include "playout/ggp/simulate.h"
#include "tests/ggp/sheets.h"

namespace playout::ggp {
namespace {

constexpr auto never_over = [] { return false; };

void expect_equal(const Simulation& one, const Simulation& other) {
    EXPECT_EQ(one.playouts, other.playouts);
    EXPECT_EQ(one.transitions, other.transitions);
    EXPECT_EQ(one.cut, other.cut);
    EXPECT_EQ(one.stuck, other.stuck);
    EXPECT_EQ(one.goal_sums, other.goal_sums);
    EXPECT_EQ(one.goal_counts, other.goal_counts);
}

// Means over games of two kinds of play, which must not differ by more than chance.
void expect_alike(const Simulation& many, const Simulation& single, const std::string& text) {
    ASSERT_EQ(many.playouts, single.playouts);
    const auto games = static_cast<double>(many.playouts);
    // Goals are 0 or 100 here; lengths are at most 20.
    const double chance = 5 * std::sqrt(2 / games);
    for (std::size_t role = 0; role < many.goal_sums.size(); ++role) {
        EXPECT_NEAR(static_cast<double>(many.goal_sums[role]) / games,
                    static_cast<double>(single.goal_sums[role]) / games, 50 * chance)
            << text;
        EXPECT_NEAR(static_cast<double>(many.goal_counts[role]) / games,
                    static_cast<double>(single.goal_counts[role]) / games, chance)
            << text;
    }
    EXPECT_NEAR(static_cast<double>(many.transitions) / games, static_cast<double>(single.transitions) / games,
                10 * chance)
        << text;
    EXPECT_NEAR(static_cast<double>(many.cut) / games, static_cast<double>(single.cut) / games, chance) << text;
    EXPECT_NEAR(static_cast<double>(many.stuck) / games, static_cast<double>(single.stuck) / games, chance)
        << text;
}

void many_games_are_like_single_ones(const std::string& text, std::int64_t playouts) {
    const gdl::Sheet sheet = gdl::read_sheet(text, "s");
    const Wiring wiring(build_circuit(ground::ground(sheet), "s"));
    Rng rng(2);
    Machine machine(wiring);
    const SimulationLimits limits{playouts, 20};
    Lanes many(wiring.circuit());
    SingleGames single(machine);
    expect_alike(simulate(many, wiring.initial(), rng, limits, never_over),
                 simulate(single, wiring.initial(), rng, limits, never_over), text);
}

TEST(Lanes, ManyGamesAreLikeSingleOnes) {
    for (const std::string& text : {tic_tac_toe, bridges, dice}) many_games_are_like_single_ones(text, 20'000);
}

TEST(Lanes, ManyGamesAreLikeSingleOnesOnRandomSheets) {
    Rng rng(8);
    for (int i = 0; i < 60 && !HasFailure(); ++i)
        many_games_are_like_single_ones(RandomSheet(rng).make(), 2000);
}

TEST(Lanes, PlaysExactlySoManyGames) {
    const RuleSheet sheet(dice, "s");
    Lanes games(sheet.wiring()->circuit());
    const game::StateKey initial = sheet.wiring()->initial();
    for (const std::int64_t playouts : {1, 63, 64, 255, 256, 257, 1000}) {
        Rng rng(1);
        EXPECT_EQ(simulate(games, initial, rng, {playouts, 100}, never_over).playouts, playouts);
    }
    Rng rng(1);
    EXPECT_EQ(simulate(games, initial, rng, {0, 100}, [] { return true; }).playouts, 0);
}

TEST(Lanes, BothKernelsPlayTheSameGames) {
    if (!has_fast_lanes()) GTEST_SKIP() << "this processor has no AVX2";
    for (const std::string& text : {tic_tac_toe, bridges}) {
        const RuleSheet sheet(text, "s");
        Rng one(3), other(3);
        Lanes fast(sheet.wiring()->circuit(), true), portable(sheet.wiring()->circuit(), false);
        const game::StateKey initial = sheet.wiring()->initial();
        expect_equal(simulate(fast, initial, one, {3000, 100}, never_over),
                     simulate(portable, initial, other, {3000, 100}, never_over));
    }
}

TEST(Lanes, BeginsAtAnyState) {
    const RuleSheet sheet(tic_tac_toe, "s");
    Machine game(*sheet.wiring());
    // x has two in a row, and o has not: five moves are left, the first is x's.
    for (const auto& [x, o] : std::vector<std::pair<std::string, std::string>>{
             {"(mark 1 1)", "noop"}, {"noop", "(mark 2 1)"}, {"(mark 1 2)", "noop"}, {"noop", "(mark 3 2)"}}) {
        const std::vector<MoveId> joint = {*game.find_move(0, x), *game.find_move(1, o)};
        game.step(joint);
    }
    Rng rng(4);
    Lanes games(sheet.wiring()->circuit());
    const Simulation found = simulate(games, game.state(), rng, {20'000, 100}, never_over);
    EXPECT_GT(found.transitions, 20'000);
    EXPECT_LE(found.transitions, 20'000 * 5);
    EXPECT_GT(found.goal_sums[0], 20'000 * 60);  // one move in five wins at once
}

// Follows every game by its moves, and holds its ends and what was seen on the way against the machine.
class ReplayingFeed final : public GameFeed {
  public:
    ReplayingFeed(const RuleSheet& sheet, std::int64_t look_after, int games)
        : machine_(*sheet.wiring()), initial_(machine_.initial()), look_after_(look_after), left_(games) {}

    GameStart begin(std::size_t) override { return {.state = left_-- > 0 ? &initial_ : nullptr}; }
    void end(std::size_t, const GameEnd& end) override {
        machine_.set_state(initial_);
        const std::size_t roles = machine_.roles();
        for (std::int64_t step = 0; step < end.steps; ++step) {
            if (step == look_after_) expect_goals(end.early_goals);
            machine_.step(end.moves.subspan(static_cast<std::size_t>(step) * roles, roles));
        }
        expect_goals(end.goals);
        if (end.steps <= look_after_) {
            EXPECT_TRUE(end.early_goals.empty());
        } else {
            ++looked_at;
        }
    }
    bool wants_moves() const override { return true; }
    std::int64_t look_after() const override { return look_after_; }

    int looked_at = 0;

  private:
    void expect_goals(std::span<const int> goals) {
        ASSERT_EQ(goals.size(), machine_.roles());
        for (std::size_t role = 0; role < goals.size(); ++role)
            EXPECT_EQ(goals[role], machine_.goal(role).value_or(GameEnd::no_goal));
    }

    Machine machine_;
    const game::StateKey initial_;
    const std::int64_t look_after_;
    int left_;
};

TEST(RandomGames, TellTheGoalsOnTheWay) {
    for (const std::string& text : {tic_tac_toe, bridges, dice}) {
        const RuleSheet sheet(text, "s");
        Machine machine(*sheet.wiring());
        Lanes many(sheet.wiring()->circuit());
        SingleGames single(machine);
        for (const std::int64_t after : {1, 3, 6}) {
            ReplayingFeed lanes_feed(sheet, after, 700), single_feed(sheet, after, 700);
            Rng rng(7);
            many.play(lanes_feed, rng, 100, never_over);
            single.play(single_feed, rng, 100, never_over);
            if (after == 1) EXPECT_GT(lanes_feed.looked_at, 0) << text;
            if (after == 1) EXPECT_GT(single_feed.looked_at, 0) << text;
        }
    }
}

// Games begin where others came to by their first steps, every other one with given moves; what is told of a
// first step is held against the machine.
class FirstStepFeed final : public GameFeed {
  public:
    FirstStepFeed(const RuleSheet& sheet, std::size_t lanes, int games)
        : machine_(*sheet.wiring()), from_(lanes), joint_(lanes), left_(games), states_{machine_.initial()} {}

    GameStart begin(std::size_t lane) override {
        if (left_-- <= 0) return {};
        from_[lane] = states_[rng_.below(states_.size())];
        joint_[lane].clear();
        machine_.set_state(from_[lane]);
        if (!machine_.terminal() && rng_.below(2) == 0)
            for (std::size_t role = 0; role < machine_.roles(); ++role) {
                if (machine_.legal(role).empty()) break;
                joint_[lane].push_back(machine_.legal(role)[rng_.below(machine_.legal(role).size())]);
            }
        if (joint_[lane].size() < machine_.roles()) joint_[lane].clear();
        return {&from_[lane], joint_[lane], rng_.below(5) > 0};
    }
    void first_step(std::size_t lane, const FirstStep& step) override {
        machine_.set_state(from_[lane]);
        ASSERT_EQ(step.joint.size(), machine_.roles());
        if (joint_[lane].empty()) {
            ASSERT_EQ(step.legal.size(), machine_.roles());
            for (std::size_t role = 0; role < machine_.roles(); ++role) {
                const auto legal = machine_.legal(role);
                EXPECT_EQ(std::set(step.legal[role].begin(), step.legal[role].end()),
                          std::set(legal.begin(), legal.end()));
            }
            ++drawn;
        } else {
            EXPECT_TRUE(step.legal.empty());
            EXPECT_TRUE(std::equal(step.joint.begin(), step.joint.end(), joint_[lane].begin()));
            ++given;
        }
        machine_.step(step.joint);
        EXPECT_EQ(step.state, machine_.state());
        if (states_.size() < 500) states_.push_back(step.state);
    }
    void end(std::size_t lane, const GameEnd& end) override {
        machine_.set_state(from_[lane]);
        for (std::size_t i = 0; i < end.moves.size(); i += machine_.roles())
            machine_.step(end.moves.subspan(i, machine_.roles()));
        for (std::size_t role = 0; role < end.goals.size(); ++role)
            EXPECT_EQ(end.goals[role], machine_.goal(role).value_or(GameEnd::no_goal));
        if (!joint_[lane].empty() && end.steps > 0)
            EXPECT_TRUE(std::equal(joint_[lane].begin(), joint_[lane].end(), end.moves.begin()));
    }
    bool wants_moves() const override { return true; }

    int drawn = 0, given = 0;

  private:
    Machine machine_;
    Rng rng_{3};
    std::vector<game::StateKey> from_;
    std::vector<std::vector<MoveId>> joint_;  // by lane
    int left_;
    std::vector<game::StateKey> states_;
};

TEST(RandomGames, TellOfTheirFirstSteps) {
    for (const std::string& text : {tic_tac_toe, bridges, dice}) {
        const RuleSheet sheet(text, "s");
        Machine machine(*sheet.wiring());
        Lanes many(sheet.wiring()->circuit());
        SingleGames single(machine);
        for (RandomGames* games : std::initializer_list<RandomGames*>{&many, &single}) {
            FirstStepFeed feed(sheet, games->lanes(), 4000);
            Rng rng(7);
            games->play(feed, rng, 100, never_over);
            EXPECT_GT(feed.drawn, 200) << text;
            EXPECT_GT(feed.given, 200) << text;
        }
    }
}

}  // namespace
}  // namespace playout::ggp
