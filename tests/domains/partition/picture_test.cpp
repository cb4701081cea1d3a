#include "playout/domains/partition/picture.h"

#include <gtest/gtest.h>

namespace playout::partition {
namespace {

TEST(PartitionPicture, TellsTheSidesFromTheLargestOn) {
    const Instance instance({4, 8, 7, 5, 6});
    const Sides sides = split(instance, {Move::sum});
    EXPECT_EQ(terminal_picture(instance, sides, {.colours = false, .width = 80}).substr(59),
              "  <<>>>\n2 numbers against 3, the sums differ by 0\n");
    const std::string svg = svg_picture(instance, sides);
    EXPECT_NE(svg.find("the sums differ by 0"), std::string::npos);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(PartitionPicture, HandlesOneNumberAndLongOnes) {
    const Instance one({5});
    EXPECT_NE(terminal_picture(one, split(one, {}), {}).find("1 numbers against 0, the sums differ by 5"),
              std::string::npos);
    EXPECT_EQ(svg_picture(one, split(one, {})).find("nan"), std::string::npos);
    const mpz_class big = mpz_class(1) << 4000;
    const Instance large({big, 1});
    EXPECT_NE(terminal_picture(large, split(large, {}), {}).find("(1205 digits)"), std::string::npos);
    EXPECT_EQ(svg_picture(large, split(large, {})).find("nan"), std::string::npos);
}

}  // namespace
}  // namespace playout::partition
