#include "playout/gdl/spelling.h"

#include <gtest/gtest.h>

#include <vector>

namespace playout::gdl {
namespace {

std::optional<std::size_t> found(const std::vector<std::string>& terms, const std::string& text) {
    return find_term(
        terms.size(), [&](std::size_t i) { return terms[i]; }, text);
}

TEST(Spelling, FoldedTermsHaveNoCaseAndNoNeedlessParentheses) {
    EXPECT_EQ(folded("dropBomb"), "dropbomb");
    EXPECT_EQ(folded("(Pass)"), "pass");
    EXPECT_EQ(folded("(Move (Here) 1 (To (B) c))"), "(move here 1 (to b c))");
    EXPECT_EQ(folded("(f (g (h 1)))"), "(f (g (h 1)))");
    EXPECT_EQ(folded(""), "");
    EXPECT_EQ(folded(")("), ")(");
}

TEST(Spelling, ATermIsMeantByItsOwnTextBeforeAnyOther) {
    EXPECT_EQ(found({"(mark 1)", "(Mark 1)"}, "(Mark 1)"), 1U);
    EXPECT_EQ(found({"(mark 1)", "(Mark 1)"}, "(mark 1)"), 0U);
    EXPECT_EQ(found({"pass", "(pass)"}, "(pass)"), 1U);
}

TEST(Spelling, ATermIsMeantInAnotherCaseWhereItIsTheOnlyOne) {
    EXPECT_EQ(found({"dropBomb", "(move North)"}, "(MOVE NORTH)"), 1U);
    EXPECT_EQ(found({"noop", "(pass)"}, "PASS"), 1U);
    EXPECT_EQ(found({"noop", "pass"}, "(pass)"), 1U);
    EXPECT_EQ(found({"(mark 1)", "(Mark 1)"}, "(MARK 1)"), std::nullopt);
    EXPECT_EQ(found({"noop"}, "pass"), std::nullopt);
    EXPECT_EQ(found({}, "pass"), std::nullopt);
}

}  // namespace
}  // namespace playout::gdl
