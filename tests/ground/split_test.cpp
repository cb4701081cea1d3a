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

TEST(OnDemand, SentencesWaitUntilTheirArgumentsAreAskedFor) {
    gdl::Sheet sheet =
        gdl::read_sheet("(<= (p ?a) (q ?a) (not (far ?a b))) (<= (far ?x ?y) (q ?x) (q ?y))", "s");
    std::vector<bool> may_wait(sheet.names.size(), false);
    may_wait[sheet.names.find("far")] = true;
    const DemandRules made = on_demand(sheet.rules, may_wait, sheet.names);
    EXPECT_EQ(texts_of(made.rules, sheet.names),
              "(<= (asked# ?a b) (q ?a))\n(<= (p ?a) (q ?a) (not (far ?a b)))\n(<= (far ?x ?y) (q ?x) (q ?y) "
              "(asked# ?x ?y))\n");
}

TEST(OnDemand, WhatNobodyKnowsAnythingOfDoesNotWait) {
    gdl::Sheet sheet = gdl::read_sheet("(<= (p ?a) (far ?a ?b)) (<= (far ?x ?y) (q ?x) (q ?y))", "s");
    std::vector<bool> may_wait(sheet.names.size(), false);
    may_wait[sheet.names.find("far")] = true;
    EXPECT_TRUE(on_demand(sheet.rules, may_wait, sheet.names).asked.empty());
}

}  // namespace
}  // namespace playout::ground
