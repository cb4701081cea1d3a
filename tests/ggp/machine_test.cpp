#include "playout/ggp/machine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/ggp/load.h"
#include "playout/ggp/simulate.h"
#include "tests/base/message_of.h"
#include "tests/folders.h"
#include "tests/ggp/sheets.h"

namespace playout::ggp {
namespace {

template <game::Game G>
std::set<std::string> legal_texts(G& game, std::size_t role) {
    std::set<std::string> texts;
    for (const MoveId move : game.legal(role)) texts.insert(game.move_text(role, move));
    return texts;
}

template <game::Game G>
void play(G& game, const std::vector<std::string>& moves) {
    std::vector<MoveId> joint;
    for (std::size_t role = 0; role < moves.size(); ++role) {
        const auto move = game.find_move(role, moves[role]);
        ASSERT_TRUE(move) << moves[role];
        joint.push_back(*move);
    }
    game.step(joint);
}

// Both kinds of game over random play: states, ends, goals and legal moves are the same. Returns how many
// states.
int agree(const Wiring& wiring, const gdl::Sheet& sheet, Rng& rng, int games, int max_steps) {
    Machine fast(wiring);
    ProvedGame slow(sheet);
    int states = 0;
    for (int game = 0; game < games; ++game) {
        fast.set_state(fast.initial());
        slow.set_state(slow.initial());
        for (int step = 0; step < max_steps; ++step) {
            ++states;
            EXPECT_EQ(fast.fluents(), slow.fluents());
            EXPECT_EQ(fast.terminal(), slow.terminal());
            std::vector<std::string> joint;
            for (std::size_t role = 0; role < fast.roles(); ++role) {
                EXPECT_EQ(fast.goal(role), slow.goal(role));
                const std::set<std::string> legal = legal_texts(fast, role);
                EXPECT_EQ(legal, legal_texts(slow, role));
                if (legal.empty()) break;
                joint.push_back(
                    *std::next(legal.begin(), static_cast<std::ptrdiff_t>(rng.below(legal.size()))));
            }
            if (testing::Test::HasFailure()) return states;
            if (fast.terminal() || joint.size() < fast.roles()) break;
            play(fast, joint);
            play(slow, joint);
        }
    }
    return states;
}

TEST(Machine, PlaysTicTacToe) {
    const RuleSheet sheet(tic_tac_toe, "s");
    Machine game(*sheet.wiring());
    EXPECT_EQ(game.roles(), 2U);
    EXPECT_EQ(game.role_text(0), "x");
    EXPECT_FALSE(game.chance_role());
    EXPECT_EQ(game.legal(0).size(), 9U);
    EXPECT_EQ(legal_texts(game, 1), std::set<std::string>{"noop"});
    EXPECT_FALSE(game.goal(0));
    for (const auto& moves : std::vector<std::vector<std::string>>{{"(mark 1 1)", "noop"},
                                                                   {"noop", "(mark 1 2)"},
                                                                   {"(mark 2 2)", "noop"},
                                                                   {"noop", "(mark 1 3)"},
                                                                   {"(mark 3 3)", "noop"}}) {
        EXPECT_FALSE(game.terminal());
        play(game, moves);
    }
    EXPECT_TRUE(game.terminal());
    EXPECT_EQ(game.goal(0), 100);
    EXPECT_EQ(game.goal(1), 0);
    const auto fluents = game.fluents();
    EXPECT_TRUE(std::binary_search(fluents.begin(), fluents.end(), "(cell 3 3 x)"));
}

TEST(Machine, RingsHaveTheLeastSolution) {
    const RuleSheet sheet(bridges, "s");
    EXPECT_GE(sheet.wiring()->circuit().rings, 1U);
    Machine game(*sheet.wiring());
    for (const char* move : {"(build 1 2)", "(build 2 3)", "(build 3 4)"}) play(game, {move});
    EXPECT_EQ(game.goal(0), 100);
    play(game, {"(burn 1 2)"});  // what is left of the ring must not hold itself up
    EXPECT_EQ(game.goal(0), 0);
    Rng rng(3);
    EXPECT_GT(agree(*sheet.wiring(), sheet.sheet(), rng, 20, 9), 100);
}

TEST(Machine, AgreesWithTheProverOnSmallGames) {
    Rng rng(4);
    for (const std::string& text : {tic_tac_toe, dice}) {
        const RuleSheet sheet(text, "s");
        EXPECT_GT(agree(*sheet.wiring(), sheet.sheet(), rng, 10, 20), 20);
    }
}

// Grounded both ways: all that may be, and only what is asked for.
TEST(Machine, AgreesWithTheProverOnRandomSheets) {
    Rng rng(5);
    int states = 0, rings = 0;
    for (int i = 0; i < 80 && !HasFailure(); ++i) {
        const std::string text = RandomSheet(rng).make();
        const gdl::Sheet sheet = gdl::read_sheet(text, "s");
        ASSERT_NO_THROW(gdl::require_valid(sheet)) << text;
        for (const std::size_t ask_from : {std::size_t{1'000'000}, std::size_t{0}}) {
            const Wiring wiring(build_circuit(ground::ground(sheet, {.ask_from = ask_from}), "s"));
            rings += static_cast<int>(wiring.circuit().rings);
            states += agree(wiring, sheet, rng, 2, 8);
            EXPECT_FALSE(HasFailure()) << text;
        }
    }
    EXPECT_GT(states, 400);
    EXPECT_GT(rings, 20);
}

TEST(Machine, GoesBackToAnyState) {
    const RuleSheet sheet(bridges, "s");
    Machine game(*sheet.wiring());
    Rng rng(6);
    std::vector<StateBits> seen = {game.initial()};
    for (int i = 0; i < 500; ++i) {
        game.set_state(seen[rng.below(seen.size())]);
        Machine fresh(*sheet.wiring());
        fresh.set_state(game.state());
        ASSERT_EQ(legal_texts(game, 0), legal_texts(fresh, 0));
        ASSERT_EQ(game.goal(0), fresh.goal(0));
        ASSERT_EQ(game.terminal(), fresh.terminal());
        if (game.terminal()) continue;
        const std::array<MoveId, 1> move = {game.legal(0)[rng.below(game.legal(0).size())]};
        game.step(move);
        seen.push_back(game.state());
    }
}

TEST(Simulate, CountsGamesLengthsAndGoals) {
    const RuleSheet sheet(dice, "s");
    sheet.with_game([](auto& game) {
        Rng rng(1);
        SingleGames games(game);
        const auto never = [] { return false; };
        const Simulation found = simulate(games, game.initial(), rng, {.playouts = 20'000}, never);
        EXPECT_EQ(found.playouts, 20'000);
        EXPECT_EQ(found.cut, 0);
        EXPECT_EQ(game.chance_role(), 1U);
        const double won = static_cast<double>(found.goal_sums[0]) / 100 / 20'000;
        EXPECT_NEAR(won, 1 - 125.0 / 216, 0.015);
        EXPECT_NEAR(static_cast<double>(found.transitions) / 20'000, 1 + 5.0 / 6 + 25.0 / 36, 0.03);
        const Simulation cut = simulate(games, game.initial(), rng, {.playouts = 1000, .steps = 1}, never);
        EXPECT_NEAR(static_cast<double>(cut.cut), 1000 * 5.0 / 6, 60);
    });
}

TEST(RuleSheet, SaysWhyItWasNotGrounded) {
    LoadLimits limits;
    limits.over = [] { return true; };
    std::string text = "(role r) (legal r go) (goal r 1) (<= terminal (true (n 0)))\n(init (n 0))";
    for (int i = 0; i < 20; ++i) text += " (d " + std::to_string(i) + ")";
    text += "(<= (next (n (t ?a ?b ?c ?d))) (d ?a) (d ?b) (d ?c) (d ?d))";
    const RuleSheet sheet(text, "s", limits);
    EXPECT_EQ(sheet.wiring(), nullptr);
    EXPECT_NE(sheet.why_not_ground().find("time is over"), std::string::npos);
    EXPECT_TRUE(sheet.with_game([](auto& game) { return game.terminal(); }));
}

TEST(RuleSheet, EndsLoadingWhenNobodyWantsItAnyMore) {
    for (const bool ground : {true, false}) {
        int looks = 0;
        LoadLimits limits;
        limits.ground = ground;
        limits.stop = [&] { return ++looks > 20; };
        const std::string text = pigeonhole(13, false);
        EXPECT_THROW(
            {
                const RuleSheet sheet(text, "s", limits);
                sheet.with_game([](auto& game) { return game.terminal(); }, Watch(limits.stop));
            },
            WorkEnded);
    }
}

TEST(Prover, LooksAtItsWatchWithinAQuestion) {
    const gdl::Sheet sheet = gdl::read_sheet(pigeonhole(13, true), "s");
    ProvedGame game(sheet);
    EXPECT_FALSE(game.terminal());
    const game::StateKey before = game.state();
    game.step(std::array{*game.find_move(0, "b")});
    int looks = 0;
    game.set_watch(Watch([&] { return ++looks > 20; }));
    EXPECT_THROW(game.terminal(), WorkEnded);
    game.set_watch({});
    game.set_state(before);
    EXPECT_EQ(game.legal(0).size(), 2U);  // it is as good as before
    EXPECT_FALSE(game.terminal());
}

TEST(Prover, KeepsNoMoreThanItMay) {
    std::string text = "(role r) (legal r go) (goal r 1) (init (n a)) (<= terminal (big ?a ?b ?c ?d))";
    for (int i = 0; i < 30; ++i) text += " (d " + std::to_string(i) + ")";
    text += "(<= (big ?a ?b ?c ?d) (d ?a) (d ?b) (d ?c) (d ?d))";
    const gdl::Sheet sheet = gdl::read_sheet(text, "s");
    EXPECT_THROW(ProvedGame(sheet, {}, 5 << 20).terminal(), std::bad_alloc);
    EXPECT_TRUE(ProvedGame(sheet, {}, std::int64_t{1} << 30).terminal());
}

TEST(Prover, RefusesLongRulesThatLeadTooDeep) {
    std::string text = "(role r) (legal r go) (goal r 1) (init (n a)) (<= terminal (c 0))";
    for (int i = 0; i < 100; ++i) {
        text += "\n(<= (c " + std::to_string(i) + ")";
        for (int j = 0; j < 300; ++j) text += " (t " + std::to_string(j) + ")";
        text += " (c " + std::to_string(i + 1) + "))";
    }
    for (int j = 0; j < 300; ++j) text += "(t " + std::to_string(j) + ")";
    ProvedGame game(gdl::read_sheet(text + "(c 100)", "s"));
    EXPECT_THROW(game.terminal(), InputError);
}

// Both kinds of game, grounded both ways, and what the first state is like.
void expect_the_same(const std::string& text, bool terminal) {
    const gdl::Sheet sheet = gdl::read_sheet(text, "s");
    ASSERT_NO_THROW(gdl::require_valid(sheet)) << text;
    ProvedGame slow(sheet);
    EXPECT_EQ(slow.terminal(), terminal) << text;
    Rng rng(9);
    for (const std::size_t ask_from : {std::size_t{1'000'000}, std::size_t{0}}) {
        const Wiring wiring(build_circuit(ground::ground(sheet, {.ask_from = ask_from}), "s"));
        Machine fast(wiring);
        ASSERT_EQ(fast.roles(), slow.roles());
        for (std::size_t role = 0; role < fast.roles(); ++role)
            EXPECT_EQ(fast.role_text(role), slow.role_text(role));
        EXPECT_GT(agree(wiring, sheet, rng, 5, 12), 0) << text;
    }
}

TEST(Machine, WhatIsTheSameInAllStatesMayBeAskedFor) {
    expect_the_same(
        "(role r) (legal r go) (goal r 100) (<= (lost ?p) (role ?p) (not (goal ?p 100))) (init a) (<= terminal "
        "(lost r))",
        false);
    expect_the_same(
        "(role r) (legal r go) (goal r 100) (<= (can ?p) (legal ?p ?m)) (init a) (<= terminal (can r))", true);
    expect_the_same(
        "(role r) (legal r go) (goal r 100) (<= (init (may ?m)) (legal ?p ?m)) (<= terminal (true (may go)))",
        true);
}

TEST(Machine, RolesAreInTheOrderOfTheSheetAndOnce) {
    expect_the_same(
        "(<= hasblack (role black)) (role white) (role black) (role white) (init a) (<= (legal ?r go) (role "
        "?r))"
        "(<= (goal ?r 50) (role ?r)) (<= terminal (true a) hasblack)",
        true);
}

TEST(Machine, NamesThatDifferOnlyInCaseAreTwoOrOne) {
    const std::string rules =
        "(role r) (init (at Home)) (legal r go) (goal r 1) (<= (next (at home)) (does r go)) (<= terminal "
        "(true "
        "(at home)))";
    const auto is_over_at_once = [&](gdl::NameCase names) {
        const RuleSheet sheet(rules, "s", {.names = names});
        ProvedGame proved(sheet.sheet());
        Machine machine(*sheet.wiring());
        EXPECT_EQ(machine.terminal(), proved.terminal());
        EXPECT_EQ(machine.fluents(), (std::vector<std::string>{"(at Home)"}));
        return machine.terminal();
    };
    EXPECT_FALSE(is_over_at_once(gdl::NameCase::exact));
    EXPECT_TRUE(is_over_at_once(gdl::NameCase::folded));
}

TEST(Machine, ChanceIsChanceInAnyCase) {
    const RuleSheet sheet("(ROLE A) (ROLE Random) (legal A go) (legal RANDOM go) (goal A 1) terminal", "s");
    EXPECT_EQ(Machine(*sheet.wiring()).chance_role(), 1U);
    EXPECT_EQ(ProvedGame(sheet.sheet()).chance_role(), 1U);
}

TEST(Machine, AGoalThatIsNoNumberIsNone) {
    expect_the_same(
        "(role r) (init (n 99)) (legal r go) (succ 99 100) (succ 100 101) (succ 101 many) (<= (next (n ?y)) "
        "(true (n ?x)) (succ ?x ?y))"
        "(<= (goal r ?x) (true (n ?x))) (<= terminal (true (n many)))",
        false);
}

TEST(Machine, ARingMemberThatIsAlwaysTrueLeavesTheRing) {
    const std::string text =
        "(role r) (init (at 1)) (next2 1 2) (next2 2 3) (next2 3 1) (<= (legal r (go ?x)) (next2 ?x ?y)) "
        "(legal r stay)"
        "(<= (next (at ?x)) (does r (go ?x))) (<= (next (at ?x)) (does r stay) (true (at ?x)))"
        "(<= odd (true (at 1))) (<= odd (true (at 3)))"
        "(<= (reach 1) odd) (<= (reach 1) (not odd)) (<= (reach ?y) (reach ?x) (next2 ?x ?y) (true (at ?y))) "
        "(<= (reach ?x) (reach ?y) (next2 ?x ?y) (true (at ?x)))"
        "(<= terminal (reach 2)) (<= (goal r 100) (reach 3)) (<= (goal r 0) (not (reach 3)))";
    expect_the_same(text, false);
}

TEST(Prover, RefusesRulesThatLeadTooDeep) {
    const gdl::Sheet sheet = gdl::read_sheet(
        "(role r) (init a) (legal r go) (goal r 1) (<= (p ?x) (p (f ?x)) (q (f ?x))) (q b) (<= terminal (p a))",
        "s");
    EXPECT_NO_THROW(gdl::require_valid(sheet));
    ProvedGame game(sheet);
    for (int again = 0; again < 2; ++again)
        EXPECT_EQ(message_of<InputError>([&] { game.terminal(); }),
                  "s: the rules lead too deep to be asked one by one");
    EXPECT_EQ(game.legal(0).size(), 1U);
}

// Sheets of many authors, some steps each; the whole of the traces is bench/gdl-traces.
TEST(Machine, AgreesWithTheProverOnSharedSheets) {
    const std::string folder = data_folder("gdl/base");
    if (folder.empty()) GTEST_SKIP() << "PLAYOUT_DATA is not set";
    Rng rng(7);
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".kif" && entry.file_size() < 6000) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    ASSERT_GT(files.size(), 50U);
    for (std::size_t i = 0; i < files.size() && !HasFailure(); i += 7) {
        const std::string text = read_text_file(files[i]);
        const RuleSheet sheet(text, files[i]);
        ASSERT_NE(sheet.wiring(), nullptr);
        agree(*sheet.wiring(), sheet.sheet(), rng, 1, 5);
        EXPECT_FALSE(HasFailure()) << files[i];
    }
}

}  // namespace
}  // namespace playout::ggp
