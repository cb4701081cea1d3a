#include "playout/ggp/base_warning.h"

#include <gtest/gtest.h>

namespace playout::ggp {
namespace {

const std::string counter =
    "(role r) (legal r go) (goal r 1) (succ 1 2) (succ 2 3) (succ 3 4) (init (n 1)) (<= terminal (true (n "
    "4)))\n"
    "(<= (next (n ?y)) (true (n ?x)) (succ ?x ?y)) (<= (next (twice ?x)) (true (n ?x)))\n";

std::optional<std::string> warning(const std::string& more, const LoadLimits& limits = {}) {
    return warning_of_base(gdl::read_sheet(counter + more, "s"), limits);
}

TEST(WarningOfBase, TellsTheFirstFluentThatIsLeftOut) {
    EXPECT_EQ(warning(""), std::nullopt);
    EXPECT_EQ(warning("(base (n 1)) (base (n 2)) (base (n 3)) (base (n 4))"), std::nullopt);
    EXPECT_NE(warning("(base (n 1)) (base (n 2)) (base (n 3))")->find("leaves out (n 4), which"),
              std::string::npos);
    EXPECT_NE(warning("(base (n 1)) (base (n 2)) (base (twice 0))")->find("and 2 more"), std::string::npos);
}

TEST(WarningOfBase, SaysSoWhereItCouldNotLook) {
    LoadLimits limits;
    limits.memory = 1;
    const auto said = warning("(base (n 1))", limits);
    ASSERT_TRUE(said);
    EXPECT_NE(said->find("was not looked at"), std::string::npos) << *said;
    limits.stop = [] { return true; };
    EXPECT_THROW(warning("(base (n 1))", limits), WorkEnded);
}

}  // namespace
}  // namespace playout::ggp
