#include "playout/domains/snake/picture.h"

#include <gtest/gtest.h>

namespace playout::snake {
namespace {

TEST(SnakePicture, ShowsTheBitsAndAMapOfTheCube) {
    const Instance instance(Kind::snake, 3, 2);
    EXPECT_EQ(terminal_picture(instance, {0, 1, 2, 0}, {.colours = false, .width = 80}),
              "a snake of 4 edges in 3 dimensions, spread 2\n"
              "  0 1 2 0\n"
              "   0  1  2  .\n"
              "   .  .  3  4\n");
    const std::string svg = svg_picture(instance, {0, 1, 2, 0});
    EXPECT_NE(svg.find("step 4: bit 0"), std::string::npos);
    EXPECT_NE(svg.find("step 4: node 6"), std::string::npos);
}

TEST(SnakePicture, BreaksLongLinesAndDrawsNoLargeCubes) {
    const Instance instance(Kind::coil, 8, 2);
    const std::string picture = terminal_picture(instance, Bits(60, 7), {.colours = false, .width = 40});
    std::size_t start = 0;
    for (std::size_t end = picture.find('\n'); end != std::string::npos; end = picture.find('\n', start)) {
        if (start > 0) EXPECT_LE(end - start, 40U);
        start = end + 1;
    }
    EXPECT_EQ(svg_picture(instance, Bits(60, 7)).find("node"), std::string::npos);
    EXPECT_NE(svg_picture(instance, {}).find("an open path of 0 edges"), std::string::npos);
    EXPECT_NE(svg_picture(instance, {0, 1, 0, 1}).find("a coil of 4 edges"), std::string::npos);
}

}  // namespace
}  // namespace playout::snake
