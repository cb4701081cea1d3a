#include "playout/gdl/rules.h"

#include <gtest/gtest.h>

#include "playout/base/errors.h"
#include "tests/base/message_of.h"

namespace playout::gdl {
namespace {

std::string rules_of(const std::string& text) {
    const Sheet sheet = read_sheet(text, "s");
    std::string all;
    for (const Rule& rule : sheet.rules) all += to_text(rule, sheet.names) + "\n";
    return all;
}

TEST(Rules, DisjunctionsAreMultipliedOut) {
    EXPECT_EQ(rules_of("(<= (p ?x) (or (a ?x) (and (b ?x) (not (c ?x)))) (or (d ?x) (distinct ?x e)))"),
              "(<= (p ?x) (a ?x) (d ?x))\n(<= (p ?x) (a ?x) (distinct ?x e))\n"
              "(<= (p ?x) (b ?x) (not (c ?x)) (d ?x))\n(<= (p ?x) (b ?x) (not (c ?x)) (distinct ?x e))\n");
}

TEST(Rules, ParenthesesAroundANameAreNoArguments) {
    EXPECT_EQ(rules_of("(<= (terminal) (open))"), "(<= terminal open)\n");
}

TEST(Rules, AlleqMakesItsTermsOne) {
    EXPECT_EQ(rules_of("(<= won (true (coin a ?x)) (true (coin b ?y)) (alleq ?x ?y heads))"),
              "(<= won (true (coin a heads)) (true (coin b heads)))\n");
    EXPECT_EQ(rules_of("(<= won (alleq a b))"), "(<= won (distinct won won))\n");
    EXPECT_EQ(rules_of("(<= (p ?x) (q ?x) (alleq ?x a b))"), "(<= (p a) (distinct (p a) (p a)))\n");
    EXPECT_EQ(rules_of("(<= (p ?y) (q ?y) (alleq ?x a ?y))"), "(<= (p a) (q a))\n");
    EXPECT_EQ(rules_of("(<= (p ?x) (q ?x) (alleq (f ?x ?y) (f ?y b)))"), "(<= (p b) (q b))\n");
    EXPECT_EQ(rules_of("(<= p (alleq ?x (f ?x)))"), "(<= p (distinct p p))\n");
    EXPECT_EQ(rules_of("(ALLEQ a a) (<= won (alleq a b))"), "(ALLEQ a a)\n(<= won (ALLEQ a b))\n");
    EXPECT_EQ(rules_of("(alleq a a) (<= won (alleq a b))"), "(alleq a a)\n(<= won (alleq a b))\n");
}

TEST(Rules, RefusesWhatIsNoSheet) {
    const auto refused = [](const std::string& text) {
        return message_of<InputError>([&] { read_sheet(text, "s"); });
    };
    EXPECT_EQ(refused("\n(role ?x)"), "s:2: a variable may only appear within a rule");
    EXPECT_EQ(refused("?x"), "s:1: a variable may only appear within a rule");
    EXPECT_EQ(refused("()"), "s:1: an empty list is no term");
    EXPECT_EQ(refused("((a) b)"), "s:1: a term begins with a name");
    EXPECT_EQ(refused("(<=)"), "s:1: a rule without a head");
    EXPECT_EQ(refused("(<= (not a) b)"), "s:1: 'not' cannot stand here");
    EXPECT_EQ(refused("(<= a (not (or b c)))"), "s:1: only a sentence may be negated");
    EXPECT_EQ(refused("(<= a (not b c))"), "s:1: 'not' takes one sentence");
    EXPECT_EQ(refused("(<= a (distinct b))"), "s:1: 'distinct' takes two terms");
    EXPECT_EQ(refused("(<= a (or))"), "s:1: 'or' without alternatives");
    EXPECT_EQ(refused("(<= a ?x)"), "s:1: expected a sentence, found a variable");
    EXPECT_EQ(refused("(<= a (q ?x) (not (alleq ?x b)))"), "s:1: the built-in 'alleq' cannot be negated");
    std::string growing = "(<= p (q ?a0)";
    for (int i = 0; i < 40; ++i)
        growing += " (alleq ?a" + std::to_string(i) + " (f ?a" + std::to_string(i + 1) + " ?a" +
                   std::to_string(i + 1) + "))";
    EXPECT_EQ(refused(growing + ")"), "s:1: terms grow too large");
    std::string wide = "(<= a";
    for (int i = 0; i < 14; ++i) wide += " (or b c)";
    for (int i = 0; i < 300; ++i) wide += " d";
    EXPECT_EQ(refused(wide + ")"), "s:1: the rules have too many alternatives");
    std::string large = "(<= a";
    for (int i = 0; i < 20; ++i) large += " (or b c)";
    EXPECT_EQ(refused(large + ")"), "s:1: the rule has too many alternatives");
}

TEST(Rules, NamesAreComparedByCaseUnlessTheyAreFolded) {
    const std::string text = "(role xPlayer) (role Xplayer) (role xPlayer)";
    const Sheet exact = read_sheet(text, "s");
    EXPECT_EQ(roles_of(exact).size(), 2U);
    EXPECT_EQ(to_text(exact.rules[1], exact.names), "(role Xplayer)");
    const Sheet folded = read_sheet(text, "s", NameCase::folded);
    EXPECT_EQ(roles_of(folded).size(), 1U);
    EXPECT_EQ(to_text(folded.rules[1], folded.names), "(role xPlayer)");  // as it was first written
    for (const Sheet* sheet : {&exact, &folded}) EXPECT_EQ(sheet->names.other_spellings().size(), 1U);
    const Sheet variables = read_sheet("(<= (p ?x) (q ?x ?X))", "s");
    EXPECT_NE(variables.rules[0].body[0].atom.arguments[0], variables.rules[0].body[0].atom.arguments[1]);
}

TEST(Rules, KeywordsAreTheSameInAnyCase) {
    const Sheet sheet = read_sheet("(ROLE RANDOM) (<= (Next a) (NOT (True b)) (OR c (Distinct a b)))", "s");
    EXPECT_EQ(sheet.rules[0].head.name, keyword::role);
    EXPECT_EQ(roles_of(sheet)[0].name, keyword::random);
    EXPECT_EQ(sheet.rules[1].head.name, keyword::next);
    EXPECT_EQ(sheet.rules[1].body[0].sign, Sign::negative);
    EXPECT_EQ(sheet.rules[2].body[1].sign, Sign::distinct);
    EXPECT_TRUE(sheet.names.other_spellings().empty());
    EXPECT_EQ(rules_of("(<= won (coin ?X) (ALLEQ ?X Heads))"), "(<= won (coin Heads))\n");
}

TEST(Rules, ATermInParenthesesIsAnotherOneThanItsName) {
    EXPECT_EQ(rules_of("(<= (legal x (pass)) (true (f (a) pass)))"),
              "(<= (legal x (pass)) (true (f (a) pass)))\n");
    const Sheet sheet = read_sheet("(legal x (pass)) (legal x pass)", "s");
    EXPECT_NE(sheet.rules[0].head, sheet.rules[1].head);
}

TEST(Rules, CanonicalTextsAreLowerCaseButForNamesThatDifferOnlyInCase) {
    const std::string text =
        "(role xPlayer) (legal xPlayer (Go A)) (legal xPlayer (Go a)) (legal xPlayer (Pass))";
    EXPECT_EQ(read_sheet(text, "s").names.canonical("(Go A xPlayer (Pass))"), "(go A xplayer (pass))");
    EXPECT_EQ(read_sheet(text, "s").names.canonical("(Go a)"), "(go a)");
    EXPECT_EQ(read_sheet(text, "s", NameCase::folded).names.canonical("(Go A)"), "(go a)");
    EXPECT_EQ(read_sheet("(role xPlayer)", "s").names.canonical("xPlayer"), "xplayer");
    const Sheet parentheses = read_sheet("(legal x (pass)) (legal x (Pass))", "s");
    EXPECT_EQ(parentheses.names.canonical("(Pass)"), "(Pass)");
}

}  // namespace
}  // namespace playout::gdl
