#include "playout/gdl/expression.h"

#include <gtest/gtest.h>

#include "playout/base/errors.h"
#include "tests/base/message_of.h"

namespace playout::gdl {
namespace {

std::string text_of(const Expression& expression) {
    if (!expression.list) return (expression.variable ? "?" : "") + std::string(expression.word);
    std::string text = "(";
    for (const Expression& item : expression.items) text += (text == "(" ? "" : " ") + text_of(item);
    return text + ")";
}

std::string text_of(const std::vector<Expression>& all) {
    std::string text;
    for (const Expression& one : all) text += text_of(one) + "\n";
    return text;
}

TEST(Kif, ReadsListsWithCommentsAndOddSpacing) {
    const std::string text =
        "; a comment (with parentheses\n(<=(next(cell ?x b))\r\n\t(not(true ?x)));end\nterminal";
    const auto read = read_kif(text, "sheet");
    EXPECT_EQ(text_of(read), "(<= (next (cell ?x b)) (not (true ?x)))\nterminal\n");
    EXPECT_EQ(read[0].line, 2);
    EXPECT_EQ(read[0].items[2].line, 3);
    EXPECT_EQ(read[1].line, 4);
    EXPECT_TRUE(read_kif("", "sheet").empty());
    EXPECT_TRUE(read_kif(" ; nothing", "sheet").empty());
}

TEST(Kif, SaysWhereParenthesesDoNotMatch) {
    EXPECT_EQ(message_of<InputError>([] { read_kif("(role\n(x)", "s"); }),
              "s:1: the parenthesis opened here is not closed");
    EXPECT_EQ(message_of<InputError>([] { read_kif("(role x)\n)", "s"); }),
              "s:2: a closing parenthesis without an opening one");
    EXPECT_EQ(message_of<InputError>([] { read_kif("(a ? b)", "s"); }), "s:1: a variable without a name");
    EXPECT_EQ(message_of<InputError>([] { read_kif(std::string(100'000, '('), "s"); }),
              "s:1: lists are nested too deeply");
}

TEST(Kif, RefusesNamesThatATerminalWouldObey) {
    EXPECT_EQ(message_of<InputError>([] { read_kif("(role\n\x1b[31mred)", "f"); }),
              "f:2: control characters in '?[31mred'");
    EXPECT_THROW(read_kif("(role ?x\x7f)", "f"), InputError);
    EXPECT_EQ(read_kif("(role größe) ; \x1b[31m", "f").size(), 1U);
    EXPECT_EQ(read_kif("(role gr\xf6\xdf"
                       "e)",
                       "f")
                  .size(),
              1U);  // Latin-1
}

TEST(Infix, GivesWhatThePrefixFormGives) {
    const std::string infix =
        "% matching pennies\nrole(alice). terminal.\nlegal(P, choose(X)) \u2190 true(control(P)), side(X).\n"
        "legal(P,noop) :- role(P) & not(true(control(P))).\nnext(a(?x)) <= ~true(b), q(?x).";
    const std::string prefix =
        "(role alice) terminal (<= (legal ?P (choose ?X)) (true (control ?P)) (side ?X))"
        "(<= (legal ?P noop) (role ?P) (not (true (control ?P)))) (<= (next (a ?x)) (not (true b)) (q ?x))";
    EXPECT_TRUE(looks_infix(infix));
    EXPECT_FALSE(looks_infix(prefix));
    EXPECT_EQ(text_of(read_infix(infix, "s")), text_of(read_kif(prefix, "s")));
    EXPECT_FALSE(looks_infix("test\n(role x)"));
    EXPECT_FALSE(looks_infix(""));
    EXPECT_TRUE(looks_infix("; c\nterminal :- a."));
}

TEST(Infix, SaysWhatIsWrong) {
    EXPECT_EQ(message_of<InputError>([] { read_infix("role(a).\nlegal(a,", "s"); }),
              "s:2: expected a name, found the end of the text");
    EXPECT_EQ(message_of<InputError>([] { read_infix("role(a", "s"); }),
              "s:1: expected a comma or a closing parenthesis");
    EXPECT_EQ(message_of<InputError>([] { read_infix("role(a) b.", "s"); }),
              "s:1: expected a point, a comma or an arrow, found 'b.'");
    std::string deep;
    for (int i = 0; i < 5000; ++i) deep += "f(";
    EXPECT_EQ(message_of<InputError>([&] { read_infix(deep, "s"); }), "s:1: terms are nested too deeply");
}

}  // namespace
}  // namespace playout::gdl
