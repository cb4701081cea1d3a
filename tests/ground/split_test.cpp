#include "playout/ground/split.h"

#include <gtest/gtest.h>

#include "playout/ground/demand.h"

namespace playout::ground {
namespace {

std::string texts_of(const std::vector<gdl::Rule>& rules, const gdl::Names& names) {
    std::string text;
    for (const gdl::Rule& rule : rules) text += gdl::to_text(rule, names) + "\n";
    // The numbers of new names do not matter.
    for (std::size_t at = 0; (at = text.find('#', at)) != std::string::npos; ++at)
        while (at + 1 < text.size() && text[at + 1] >= '0' && text[at + 1] <= '9') text.erase(at + 1, 1);
    return text;
}

TEST(SplitRules, WhatAVariableHasToDoWithBecomesARuleOfItsOwn) {
    gdl::Sheet sheet = gdl::read_sheet("(<= (p ?a) (e ?a ?b) (e ?b ?c) (e ?c ?d))", "s");
    EXPECT_EQ(
        texts_of(split_rules(sheet.rules, sheet.names), sheet.names),
        "(<= (part# ?#) (e ?# ?#))\n(<= (part# ?#) (e ?# ?#) (part# ?#))\n(<= (p ?a) (e ?a ?b) (part# ?b))\n");
}

TEST(SplitRules, EqualPartsAreShared) {
    gdl::Sheet sheet = gdl::read_sheet("(<= (p ?a) (q ?a) (e ?x ?y)) (<= (r ?a) (q ?a) (e ?u ?v))", "s");
    EXPECT_EQ(split_rules(sheet.rules, sheet.names).size(), 3U);
}

TEST(SplitRules, APartIsNotUnsafe) {
    // ?b is bound outside of what ?c has to do with.
    gdl::Sheet sheet = gdl::read_sheet("(<= (p ?a) (e ?a ?b) (q ?c) (distinct ?b ?c))", "s");
    EXPECT_EQ(split_rules(sheet.rules, sheet.names).size(), 1U);
}

TEST(SplitRules, AlternativesAreJoinedWithTheRestOnce) {
    gdl::Sheet sheet = gdl::read_sheet("(<= (p ?a ?b) (q ?b) (or (e ?a ?x) (f ?a) (not (g ?b))) (r ?a))", "s");
    EXPECT_EQ(texts_of(split_rules(sheet.rules, sheet.names), sheet.names),
              "(<= (any# ?#) (e ?# ?#))\n(<= (any# ?#) (f ?#))\n(<= (p ?a ?b) (q ?b) (any# ?a) (r ?a))\n"
              "(<= (p ?a ?b) (q ?b) (not (g ?b)) (r ?a))\n");
}

TEST(SplitRules, EqualAlternativesAreShared) {
    gdl::Sheet sheet = gdl::read_sheet(
        "(<= (p ?a ?b) (q ?b) (or (e ?a) (f ?a))) (<= (r ?x ?y) (q ?y) (or (e ?x) (f ?x)))"
        "(<= (p ?a ?b) (q ?b) (or (e ?a) (f ?a)))",
        "s");
    EXPECT_EQ(texts_of(split_rules(sheet.rules, sheet.names), sheet.names),
              "(<= (any# ?#) (e ?#))\n(<= (any# ?#) (f ?#))\n(<= (p ?a ?b) (q ?b) (any# ?a))\n"
              "(<= (r ?x ?y) (q ?y) (any# ?x))\n");
}

TEST(SplitRules, AlternativesStayWhereTheRestSaysNothingNew) {
    gdl::Sheet sheet = gdl::read_sheet("(<= (p ?a) (q ?a) (or (e ?a ?x) (f ?a)))", "s");
    EXPECT_EQ(texts_of(split_rules(sheet.rules, sheet.names), sheet.names),
              "(<= (p ?a) (q ?a) (e ?a ?x))\n(<= (p ?a) (q ?a) (f ?a))\n");
}

TEST(SplitRules, AlternativesThatShareOtherVariablesStay) {
    gdl::Sheet sheet = gdl::read_sheet("(<= (p ?a ?b) (q ?a) (q ?b) (or (e ?a) (f ?b)))", "s");
    EXPECT_EQ(split_rules(sheet.rules, sheet.names).size(), 2U);
}

TEST(OnDemand, SentencesWaitUntilTheirArgumentsAreAskedFor) {
    gdl::Sheet sheet =
        gdl::read_sheet("(<= (p ?a) (q ?a) (not (far ?a b))) (<= (far ?x ?y) (q ?x) (q ?y))", "s");
    std::vector<bool> may_wait(sheet.names.size(), false);
    may_wait[sheet.names.find("far")] = true;
    const DemandRules made = on_demand(sheet.rules, may_wait, sheet.names);
    EXPECT_EQ(texts_of(made.rules, sheet.names),
              "(<= (asked# ?a b) (q ?a))\n(<= (p ?a) (q ?a) (not (far ?a b)) (asked# ?a b))\n(<= (far ?x ?y) "
              "(q ?x) (q ?y) (asked# ?x ?y))\n");
}

// What is asked for binds the variables of a negated sentence, so that it can be split off with them.
TEST(OnDemand, ANegatedSentenceThatIsAskedForCanBeSplitOff) {
    gdl::Sheet sheet = gdl::read_sheet(
        "(<= (p ?a ?x) (r ?a ?x) (q ?b) (not (far ?a ?b))) (<= (far ?x ?y) (q ?x) (q ?y))", "s");
    std::vector<bool> may_wait(sheet.names.size(), false);
    may_wait[sheet.names.find("far")] = true;
    const DemandRules made = on_demand(sheet.rules, may_wait, sheet.names);
    EXPECT_EQ(texts_of(split_rules(made.rules, sheet.names), sheet.names),
              "(<= (part# ?#) (r ?# ?#))\n(<= (asked# ?a ?b) (q ?b) (part# ?a))\n"
              "(<= (part# ?#) (q ?#) (not (far ?# ?#)) (asked# ?# ?#))\n(<= (p ?a ?x) (r ?a ?x) (part# ?a))\n"
              "(<= (far ?x ?y) (q ?x) (q ?y) (asked# ?x ?y))\n");
}

TEST(OnDemand, WhatNobodyKnowsAnythingOfDoesNotWait) {
    gdl::Sheet sheet = gdl::read_sheet("(<= (p ?a) (far ?a ?b)) (<= (far ?x ?y) (q ?x) (q ?y))", "s");
    std::vector<bool> may_wait(sheet.names.size(), false);
    may_wait[sheet.names.find("far")] = true;
    EXPECT_TRUE(on_demand(sheet.rules, may_wait, sheet.names).asked.empty());
}

}  // namespace
}  // namespace playout::ground
