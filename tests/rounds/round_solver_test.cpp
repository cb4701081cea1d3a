#include "playout/rounds/round_solver.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "playout/base/rng.h"
#include "playout/base/text.h"
#include "playout/csp/policies.h"
#include "playout/csp/preprocess.h"
#include "playout/csp/text.h"
#include "playout/game/for_each_joint.h"
#include "playout/ggp/load.h"
#include "tests/folders.h"
#include "tests/ggp/sheets.h"

namespace playout::rounds {
namespace {

using Joint = std::vector<ggp::MoveId>;

std::string game_text(const std::string& name) {
    return read_text_file(source_folder() + "/games/" + name + ".kif");
}

// The solutions as the machine has them: every joint move with the state that it leads to.
std::map<Joint, ggp::StateBits> played(ggp::Machine& machine, const ggp::StateBits& state) {
    std::map<Joint, ggp::StateBits> all;
    machine.set_state(state);
    game::for_each_joint(machine, [&](const Joint& joint) {
        machine.step(joint);
        all[joint] = machine.state();
        return true;
    });
    return all;
}

std::map<Joint, ggp::StateBits> solved(RoundSolver& solver, const ggp::StateBits& state) {
    std::map<Joint, ggp::StateBits> all;
    solver.solve(state, [&](std::span<const ggp::MoveId> joint, const ggp::StateBits& next) {
        EXPECT_TRUE(all.emplace(Joint(joint.begin(), joint.end()), next).second) << "twice";
        return true;
    });
    return all;
}

// In states of random games, by MAC and by forward checking, the solutions are those of the machine.
void compare(const ggp::RuleSheet& sheet, const RoundNetwork& round, int states, const std::string& name) {
    ASSERT_NE(sheet.wiring(), nullptr) << name;
    RoundSolver mac(round, csp::Strength::arcs), forward(round, csp::Strength::forward);
    ggp::Machine machine(*sheet.wiring()), other(*sheet.wiring());
    Rng rng(5);
    for (int compared = 0; compared < states && !testing::Test::HasFailure();) {
        machine.set_state(machine.initial());
        while (!machine.terminal() && compared < states) {
            const auto expected = played(other, machine.state());
            if (expected.empty()) break;
            if (rng.below(4) == 0) {
                ++compared;
                EXPECT_EQ(solved(mac, machine.state()), expected) << name;
                EXPECT_EQ(mac.terminal(), false) << name;
                if (machine.chance_role()) {
                    const auto legal = machine.legal(*machine.chance_role());
                    const std::set<ggp::MoveId> drawn(legal.begin(), legal.end());
                    EXPECT_EQ(std::set<ggp::MoveId>(mac.draws().begin(), mac.draws().end()), drawn) << name;
                }
                if (compared % 4 == 0) EXPECT_EQ(solved(forward, machine.state()), expected) << name;
            }
            auto one = expected.begin();
            std::advance(one, static_cast<std::ptrdiff_t>(rng.below(expected.size())));
            machine.step(one->first);
        }
        if (machine.terminal() && !played(other, machine.state()).empty()) {
            solved(mac, machine.state());
            EXPECT_EQ(mac.terminal(), true) << name;
        }
    }
}

TEST(RoundSolver, FindsTheMovesOfAllGames) {
    for (const std::string name :
         {"tic-tac-toe", "connect-four", "hex", "othello", "awale", "matching-pennies", "orchard", "kaseklau",
          "cant-stop", "pickomino", "yahtzee", "pacman", "bomberman"}) {
        const ggp::RuleSheet sheet(game_text(name), name);
        GroupLimits limits;
        limits.cases = 10;
        limits.games = 5;
        const std::vector<FluentGroup> groups = find_groups(*sheet.wiring(), limits);
        for (const std::size_t rows : {0, 300}) {
            RoundNetwork round = make_round_network(*sheet.wiring(), groups, RoundOptions{.max_rows = rows});
            if (rows > 0) csp::preprocess(round.network, {.singleton = round.network.variables.size() < 300});
            compare(sheet, round, 8, name);
        }
    }
}

// Sheets that no author would write: rings, negation, several roles at once.
TEST(RoundSolver, FindsTheMovesOfRandomSheets) {
    Rng rng(9);
    int compared = 0;
    for (int i = 0; i < 150 && !HasFailure(); ++i) {
        const std::string text = ggp::RandomSheet(rng).make();
        const ggp::RuleSheet sheet(text, "s");
        if (sheet.wiring() == nullptr || sheet.wiring()->circuit().fluents == 0) continue;
        ggp::Machine machine(*sheet.wiring());
        if (machine.terminal()) continue;
        const auto expected = played(machine, machine.initial());
        if (expected.size() > 200) continue;
        ++compared;
        const RoundNetwork round =
            make_round_network(*sheet.wiring(), RoundOptions{.max_rows = i % 2 == 0 ? 0U : 100U});
        RoundSolver mac(round, csp::Strength::arcs), forward(round, csp::Strength::forward);
        EXPECT_EQ(solved(mac, machine.initial()), expected) << text;
        EXPECT_EQ(solved(forward, machine.initial()), expected) << text;
        for (const auto& [joint, next] : expected) {
            machine.set_state(next);
            if (machine.terminal()) continue;
            EXPECT_EQ(solved(mac, next), played(machine, next)) << text;
        }
    }
    EXPECT_GT(compared, 40);
}

// A sentence of a ring that nothing outside it can begin.
TEST(RoundSolver, DerivesNothingFromNothing) {
    const std::string text = R"(
(role a) (init (b 1)) (init (c 1)) (init (step 1)) (succ 1 2) (succ 2 3)
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= (legal a go) (true (step ?n)) (distinct ?n 3)) (<= (legal a stay) (true (step ?n)) (distinct ?n 3))
(<= q (true (b 1))) (<= q p) (<= p q (true (c 1)) (not (true (c 1))))
(<= (next (d 1)) p) (<= (next (b 1)) (true (b 1)) (does a stay)) (<= (next (c 1)) (does a go))
(<= terminal (true (step 3))) (<= (goal a 100) (true (b 1))) (<= (goal a 0) (not (true (b 1))))
)";
    const ggp::RuleSheet sheet(text, "s");
    for (const std::size_t rows : {0, 1000}) {
        RoundNetwork round = make_round_network(*sheet.wiring(), RoundOptions{.max_rows = rows});
        compare(sheet, round, 10, "ring");
    }
}

const RoundNetwork::StateVariable& variable_named(const RoundNetwork& round, const std::string& name) {
    for (const RoundNetwork::StateVariable& variable : round.state)
        if (round.network.variables[variable.now].name == name) return variable;
    throw std::runtime_error("no variable " + name);
}

TEST(RoundNetwork, HasOneVariableForACell) {
    const ggp::RuleSheet sheet(ggp::tic_tac_toe, "s");
    const RoundNetwork round = make_round_network(*sheet.wiring());
    EXPECT_EQ(round.state.size(), 10U);  // nine cells, and whose turn it is
    EXPECT_EQ(round.network.variables[variable_named(round, "cell.1.1").now].values.size(), 3U);
    EXPECT_EQ(round.network.variables[variable_named(round, "control").now].values.size(), 2U);
}

// Koriche et al. 2016, Figure 3: the variables and tables of the cooperative pennies, and what they are worth
// from the start.
TEST(RoundNetwork, OfMatchingPenniesIsThatOfThePaper) {
    const ggp::RuleSheet sheet(game_text("matching-pennies"), "s");
    RoundNetwork round = make_round_network(*sheet.wiring(), RoundOptions{.max_rows = 1000});
    csp::preprocess(round.network);
    EXPECT_TRUE(round.network.conjunctions.empty());
    const std::string text = csp::to_text(round.network);
    for (const std::string part :
         {"table control.alice does.alice\n  true choose.heads\n  true choose.tails\n  false noop\nend\n",
          "table coin.bob does.bob coin.bob+\n", "stochastic does.random noop choose.heads choose.tails\n",
          "uniform does.random : control.random!=true control.random=true control.random=true\n"})
        EXPECT_NE(text.find(part), std::string::npos) << part << text;
    // The second round, with two heads on the table, as a network of its own.
    csp::Network second = round.network;
    const auto set = [&](const std::string& name, const std::string& value) {
        const csp::VariableId variable = variable_named(round, name).now;
        const auto& values = second.variables[variable].values;
        const auto place = std::find(values.begin(), values.end(), value) - values.begin();
        second.tables.push_back({.allowed = {.scope = {variable}, .values = {static_cast<csp::Value>(place)}}});
    };
    for (const char* role : {"alice", "bob"}) {
        set(std::string("coin.") + role, "heads");
        set(std::string("control.") + role, "false");
    }
    set("coin.random", "unset");
    set("control.random", "true");
    const csp::PolicyReport report = csp::best_policies(second);
    ASSERT_EQ(report.best.size(), 1U);
    EXPECT_EQ(csp::to_text(csp::read_network(csp::to_text(second), "n")), csp::to_text(second));
}

// What at most one can hold of, and what more than one can.
TEST(FluentGroups, AreProved) {
    const ggp::RuleSheet sheet(R"(
(role a) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (value 1) (value 2) (value 3)
(init (step 1)) (init (lamp 1 off)) (init (lamp 2 on)) (init (mark 1))
(<= (legal a (turn ?l)) (true (lamp ?l ?s)))
(legal a wait)
(<= (next (lamp ?l on)) (true (lamp ?l off)) (does a (turn ?l)))
(<= (next (lamp ?l off)) (true (lamp ?l on)) (does a (turn ?l)))
(<= (next (lamp ?l ?s)) (true (lamp ?l ?s)) (not (does a (turn ?l))))
(<= (next (mark ?m)) (true (mark ?m)))
(<= (next (mark ?m)) (value ?m) (does a wait) (true (step ?m)))
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= terminal (true (step 5)))
(goal a 100)
)",
                               "s");
    std::map<std::string, FluentGroup> by_first;
    for (const FluentGroup& group : find_groups(*sheet.wiring()))
        by_first[sheet.wiring()->circuit().fluent_texts[group.fluents[0]]] = group;
    std::size_t marks = 0, lamps = 0;
    for (const auto& [text, group] : by_first) {
        if (text.starts_with("(mark")) marks = std::max(marks, group.fluents.size());
        if (text.starts_with("(lamp")) {
            EXPECT_EQ(group.fluents.size(), 2U);
            EXPECT_TRUE(group.always_one);
            ++lamps;
        }
        if (text.starts_with("(step")) EXPECT_EQ(group.fluents.size(), 5U);
    }
    EXPECT_EQ(lamps, 2U);
    EXPECT_EQ(marks, 1U);
}

}  // namespace
}  // namespace playout::rounds
