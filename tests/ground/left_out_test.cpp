#include "playout/ground/left_out.h"

#include <gtest/gtest.h>

namespace playout::ground {
namespace {

const std::string counter =
    "(role r) (legal r go) (goal r 1) terminal (succ 1 2) (succ 2 3) (succ 3 4) (init (n 1)) (init on)\n"
    "(<= (next (n ?y)) (true (n ?x)) (succ ?x ?y)) (<= (next on) (true (n 1))) (<= (next off) (true on))\n";

std::vector<std::string> left_out(const std::string& more) {
    const GroundProgram program = ground(gdl::read_sheet(counter + more, "s"));
    std::vector<std::string> texts;
    for (const TermId fluent : left_out_by_base(program))
        texts.push_back(program.terms.text(fluent, program.names));
    return texts;
}

TEST(LeftOutByBase, IsNothingWhereBaseHasAllOrNone) {
    EXPECT_EQ(left_out(""), std::vector<std::string>{});
    EXPECT_EQ(left_out("(base (n 1)) (base (n 2)) (base (n 3)) (base (n 4)) (base on) (base off)"),
              std::vector<std::string>{});
}

TEST(LeftOutByBase, IsTheFirstThatRulesMakeBeyondIt) {
    EXPECT_EQ(left_out("(base (n 1)) (base (n 2)) (base on)"), std::vector<std::string>{"(n 3)"});
}

// Names that it does not have at all are not bounded by it, and neither are any where it misses the start.
TEST(LeftOutByBase, IsNothingThatBaseSaysNothingOf) {
    EXPECT_EQ(left_out("(base (n 1)) (base (n 2)) (base (n 3)) (base (n 4)) (base on)"),
              std::vector<std::string>{});
    EXPECT_EQ(left_out("(base (n 2)) (base on)"), std::vector<std::string>{});
}

}  // namespace
}  // namespace playout::ground
