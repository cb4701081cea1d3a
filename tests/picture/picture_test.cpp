#include <gtest/gtest.h>

#include "playout/picture/svg.h"
#include "playout/picture/terminal.h"

namespace playout {
namespace {

TEST(Terminal, WritesNoEscapesWithoutColours) {
    const Terminal plain;
    EXPECT_EQ(plain.painted("x", {1, 2, 3}), "x");
    EXPECT_EQ(plain.bold("x"), "x");
    EXPECT_EQ(plain.bar(0.5, 4, {}), "[##..]");
    EXPECT_EQ(plain.bar(7, 4, {}), "[####]");
    EXPECT_EQ(plain.bar(-1, 4, {}), "[....]");
}

TEST(Terminal, PaintsWithColours) {
    Terminal terminal;
    terminal.colours = true;
    EXPECT_EQ(terminal.painted("x", {1, 2, 3}), "\x1b[38;2;1;2;3mx\x1b[0m");
}

TEST(Svg, EscapesWhatAUserWrote) {
    Svg svg(10, 20);
    svg.text(1, 2, "a<b & \"c\"");
    svg.rectangle(0, 0, 1.005, 1, "red", "<title>");
    const std::string text = svg.str();
    EXPECT_NE(text.find("a&lt;b &amp; &quot;c&quot;"), std::string::npos);
    EXPECT_NE(text.find("&lt;title&gt;"), std::string::npos);
    EXPECT_NE(text.find("viewBox=\"0 0 10 20\""), std::string::npos);
}

TEST(Colour, BlendsFromOneEndToTheOther) {
    EXPECT_EQ(css(blend({0, 0, 0}, {200, 100, 50}, 0)), "#000000");
    EXPECT_EQ(css(blend({0, 0, 0}, {200, 100, 50}, 0.5)), "#643219");
    EXPECT_EQ(css(blend({0, 0, 0}, {200, 100, 50}, 2)), "#c86432");
}

}  // namespace
}  // namespace playout
