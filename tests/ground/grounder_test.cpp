#include "playout/ground/grounder.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/ggp/sheets.h"

namespace playout::ground {
namespace {

std::vector<std::string> texts_of(const GroundProgram& program, const std::vector<TermId>& terms) {
    std::vector<std::string> texts;
    for (const TermId term : terms) texts.push_back(program.terms.text(term, program.names));
    std::sort(texts.begin(), texts.end());
    return texts;
}

TEST(Grounder, FindsTheFluentsAndMovesThatMayBe) {
    const gdl::Sheet sheet = gdl::read_sheet(ggp::tic_tac_toe, "s");
    const GroundProgram program = ground(sheet);
    EXPECT_EQ(texts_of(program, program.roles), (std::vector<std::string>{"o", "x"}));
    EXPECT_EQ(program.initial.size(), 10U);
    EXPECT_EQ(program.fluents.size(), 29U);  // nine cells of three kinds, two who may be to move
    ASSERT_EQ(program.moves.size(), 2U);
    EXPECT_EQ(program.moves[0].size(), 10U);
}

TEST(Grounder, EvaluatesWhatDoesNotDependOnTheStateForGood) {
    const gdl::Sheet sheet = gdl::read_sheet(
        "(role r) (legal r go) (goal r 1) terminal (init (at a))\n"
        "(edge a b) (edge b c) (edge c a) (edge d d) (item a) (item b) (item c) (item d)\n"
        "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (path ?x ?y) (edge ?y ?z)) (<= (apart ?x ?y) (item "
        "?x) (item ?y) (not (path ?x ?y)))",
        "s");
    const GroundProgram program = ground(sheet);
    const auto count = [&](const std::string& name) {
        const std::vector<std::string> texts = texts_of(program, program.facts);
        return std::count_if(texts.begin(), texts.end(),
                             [&](const std::string& text) { return text.starts_with("(" + name + " "); });
    };
    EXPECT_EQ(count("path"), 10);
    EXPECT_EQ(count("apart"), 6);
}

TEST(Grounder, BaseBoundsTheFluents) {
    const std::string rules =
        "(role r) (legal r go) (goal r 1) (<= terminal (true (n 3))) (init (n 0))\n"
        "(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (<= (next (n ?y)) (true (n ?x)) (succ ?x "
        "?y))\n";
    EXPECT_EQ(ground(gdl::read_sheet(rules, "s")).fluents.size(), 6U);
    EXPECT_EQ(ground(gdl::read_sheet(rules + "(base (n 0)) (base (n 1)) (base (n 2)) (base (n 3))", "s"))
                  .fluents.size(),
              4U);
    // It says nothing of fluents whose names it does not have.
    EXPECT_EQ(
        ground(gdl::read_sheet(rules + "(base (n 0)) (base (n 1)) (base p) (next (p))", "s")).fluents.size(),
        3U);
    // One that does not cover the start is no bound.
    EXPECT_EQ(ground(gdl::read_sheet(rules + "(base (n 7))", "s")).fluents.size(), 6U);
}

TEST(Grounder, GivesUpWhereTheLimitsSay) {
    const std::string rules =
        "(role r) (legal r go) (goal r 1) terminal (init (n a))\n"
        "(d 0) (d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9)\n"
        "(<= (next (n (t ?a ?b ?c ?d ?e ?f))) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f))\n";
    const gdl::Sheet sheet = gdl::read_sheet(rules, "s");
    EXPECT_THROW(ground(sheet, {.memory = 10 << 20}), TooLarge);
    EXPECT_THROW(ground(sheet, {.over = [] { return true; }}), TooLarge);
}

TEST(Grounder, LooksAtItsLimitsWhereNothingIsFound) {
    const gdl::Sheet sheet = gdl::read_sheet(ggp::pigeonhole(13, false), "s");
    int looks = 0;
    EXPECT_THROW(ground(sheet, {.over = [&] { return ++looks > 20; }}), TooLarge);
    // Heads that a sentence never has are tried too.
    std::string rules = "(role r) (legal r go) (goal r 1) terminal (init (n a))\n";
    for (int i = 0; i < 2000; ++i) {
        const std::string number = std::to_string(i);
        rules += "(p " + number + ") (<= (q " + number + ") (p " + number + ") (true (n a)))\n";
    }
    looks = 0;
    ground(gdl::read_sheet(rules, "s"), {.over = [&] { return ++looks == 0; }});
    EXPECT_GT(looks, 10);
}

TEST(Grounder, PlansRulesOfAThousandConditions) {
    std::string rules = "(role r) (legal r go) (goal r 1) (init (n a)) (<= terminal all same)\n(<= all";
    for (int i = 0; i < 1000; ++i) rules += " (c " + std::to_string(i) + " ?x)";
    rules += " (true (n ?x)))\n(<= same";
    for (int i = 0; i < 1000; ++i) rules += " (true (n a))";
    rules += ")\n";
    for (int i = 0; i < 1000; ++i) rules += "(c " + std::to_string(i) + " a)";
    const GroundProgram program = ground(gdl::read_sheet(rules, "s"));
    std::size_t terminal = 0, conditions = 0;
    program.rules.for_each([&](const GroundRules::Instance& rule) {
        conditions = std::max(conditions, rule.positive.size());
        terminal += program.terms.name(rule.head) == gdl::keyword::terminal ? 1 : 0;
    });
    EXPECT_EQ(terminal, 1U);
    EXPECT_EQ(conditions, 2U);  // of terminal; a condition that is there twice counts once
}

}  // namespace
}  // namespace playout::ground
