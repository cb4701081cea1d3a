#include "playout/gdl/check.h"

#include <gtest/gtest.h>

#include <fstream>

#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/gdl/dependencies.h"
#include "tests/base/message_of.h"
#include "tests/folders.h"

namespace playout::gdl {
namespace {

const std::string frame =
    "(role robot) (init (at a)) (legal robot go) (goal robot 100)\n(<= terminal (true (at b)))\n";

// The first error of the frame and these rules, or nothing.
std::string error_of(const std::string& rules) {
    const Verdict verdict = check(read_sheet(frame + rules, "s"));
    return verdict.errors.empty() ? "" : verdict.errors.front().text;
}

TEST(Check, AValidSheetHasNoErrors) {
    EXPECT_EQ(error_of("(<= (next (at b)) (does robot go) (true (at a)))"), "");
}

TEST(Check, EveryVariableIsInAPositiveCondition) {
    EXPECT_EQ(error_of("(<= (p ?x) (q ?y)) (q a)"),
              "unsafe rule: ?x is in the head, but in no positive condition");
    EXPECT_EQ(error_of("(<= p (not (q ?y))) (q a)"),
              "unsafe rule: ?y is in a negated sentence, but in no positive condition");
    EXPECT_EQ(error_of("(<= p (q ?x) (distinct ?x ?y)) (q a)"),
              "unsafe rule: ?y is in a distinct clause, but in no positive condition");
    EXPECT_EQ(error_of("(<= (p ?x) (or (q ?x) (q ?y))) (q a)"),
              "unsafe rule: ?x is in the head, but in no positive condition");
}

TEST(Check, NothingDependsOnItsOwnNegation) {
    EXPECT_EQ(error_of("(<= p (not q)) (<= q p)"), "'p' depends on its own negation, through 'q'");
    EXPECT_EQ(error_of("(<= p (not p))"), "'p' depends on its own negation, through 'p'");
    // Different sentences of one name.
    EXPECT_EQ(error_of("(<= (value 0) (not (value 100))) (<= (value 100) (true (at a)))"), "");
}

TEST(Check, RecursionCannotMakeTermsGrow) {
    EXPECT_EQ(error_of("(<= (p (s ?x)) (p ?x)) (p a)"),
              "the recursion restriction: ?x is bound by the recursion alone");
    EXPECT_EQ(error_of("(<= (p ?x) (p ?y) (succ ?y ?x)) (p a) (succ a b)"), "");
    EXPECT_EQ(error_of("(<= (p ?x) (p ?x) (q ?x)) (q a)"), "");
}

TEST(Check, KeywordsHaveTheirPlaces) {
    EXPECT_EQ(error_of("(<= (true (at b)) (true (at a)))"), "'true' cannot be the head of a rule");
    EXPECT_EQ(error_of("(<= p (next (at a)))"), "'next' cannot be in the body of a rule");
    EXPECT_EQ(error_of("(<= (next (at a) b) (true (at a)))"), "'next' takes 1 argument, not 2");
    EXPECT_EQ(error_of("(<= (p (does robot go)) (true (at a)))"), "the keyword 'does' is used as a term");
    EXPECT_EQ(error_of("(<= (legal robot stay) (does robot go))"), "'legal' must not depend on the moves");
    EXPECT_EQ(error_of("(<= (init (at c)) (true (at a)))"), "'init' must not depend on the state or the moves");
    EXPECT_EQ(error_of("(<= (role x) (p x)) (p x)"), "roles must be facts");
    EXPECT_EQ(error_of("(<= (goal robot 101) (true (at a)))"),
              "a goal must be a number from 0 to 100, not '101'");
    EXPECT_EQ(error_of("(<= (goal robot much) (true (at a)))"),
              "a goal must be a number from 0 to 100, not 'much'");
}

TEST(Check, RoleLegalGoalAndTerminalMustBeThere) {
    EXPECT_EQ(message_of<InputError>([] { require_valid(read_sheet("(role a) (legal a b) (goal a 1)", "s")); }),
              "s: there is no rule for 'terminal'");
    EXPECT_EQ(message_of<InputError>([] { require_valid(read_sheet("terminal", "s")); }),
              "s: there is no rule for 'goal' (and 2 more)");
}

std::string warnings_of(const std::string& rules, NameCase name_case = NameCase::exact) {
    std::string all;
    for (const Remark& warning : check(read_sheet(frame + rules, "s", name_case)).warnings)
        all += warning.text + "\n";
    return all;
}

TEST(Check, WarnsOfWhatLooksLikeAMistake) {
    const std::string all = warnings_of("(p a) (q A b) (<= (q c) (r x))");
    for (const char* expected :
         {"'p' is never used", "'a' and 'A' differ only in case and are two names",
          "'r' is asked for, but no rule makes it", "'q' has 1 arguments here and 2 elsewhere"})
        EXPECT_NE(all.find(expected), std::string::npos) << expected << " in " << all;
}

TEST(Check, WarnsOfSpellings) {
    EXPECT_NE(warnings_of("(p A)", NameCase::folded).find("'a' and 'A' are taken for the same name"),
              std::string::npos);
    EXPECT_NE(warnings_of("(<= p (true (at (a))))").find("'(a)' in parentheses is another term than 'a'"),
              std::string::npos);
    // Variables of other rules have nothing to do with each other.
    EXPECT_EQ(warnings_of("(<= (p ?x) (q ?x)) (<= (q ?X) (p ?X))"), "");
    EXPECT_EQ(warnings_of("(<= (p ?x) (q ?x) (q ?X)) (<= (q ?y) (p ?y))"),
              "'?x' and '?X' differ only in case and are two variables\n");
}

// The reference's verdicts on some 480 sheets, without those on which it crashed.
TEST(Check, AgreesWithTheReferenceOnNearlyAllSharedSheets) {
    const std::string folder = data_folder("gdl");
    if (folder.empty()) GTEST_SKIP() << "PLAYOUT_DATA is not set";
    std::ifstream verdicts(folder + "/validator-verdicts.tsv");
    ASSERT_TRUE(verdicts.good());
    int all = 0, agree = 0;
    for (std::string line; std::getline(verdicts, line);) {
        const std::size_t tab = line.find('\t');
        if (tab == std::string::npos || line.find("NullPointerException") != std::string::npos) continue;
        const std::string file = folder + "/" + line.substr(0, tab), text = read_text_file(file);
        bool valid = true;
        try {
            require_valid(read_sheet(text, file));
        } catch (const InputError&) {
            valid = false;
        }
        ++all;
        if (valid == (line.compare(tab + 1, 2, "OK") == 0)) ++agree;
    }
    EXPECT_GT(all, 400);
    EXPECT_GE(agree, all * 98 / 100);
}

TEST(Dependencies, RulesComeAfterThoseThatTheyUse) {
    const Sheet sheet =
        read_sheet("(<= (a 1) (b ?x)) (<= (b 1) (not (a 2))) (a 2) (<= (c ?x) (c ?x) (a ?x))", "s");
    const std::vector<std::uint32_t> order = rule_order(sheet.rules);
    EXPECT_GT(order[0], order[1]);  // (a 1) needs b, which needs (a 2) and not (a 1)
    EXPECT_GT(order[1], order[2]);
    EXPECT_GT(order[3], order[0]);
}

}  // namespace
}  // namespace playout::gdl
