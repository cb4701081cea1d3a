#include "playout/domains/snake/instance.h"

#include <gtest/gtest.h>

#include <bit>

#include "playout/base/errors.h"
#include "playout/base/rng.h"
#include "tests/base/message_of.h"

namespace playout::snake {
namespace {

std::string complaint(const std::string& text, Kind kind = Kind::snake) {
    return message_of<InputError>([&] { read_instance(text, "f", kind); });
}

TEST(SnakeInstance, ReadsAndWritesItsText) {
    const Instance instance = read_instance(" 7\n2 ", "f", Kind::coil);
    EXPECT_EQ(instance.dimension(), 7);
    EXPECT_EQ(instance.spread(), 2);
    EXPECT_TRUE(instance.closed());
    EXPECT_EQ(to_text(instance), "7 2\n");
    EXPECT_EQ(read_instance("3 7", "f", Kind::snake).reach(), 3);
    const Instance turned = read_instance("4 2 5 1023", "f", Kind::coil);
    EXPECT_EQ(turned.turn(), (std::vector<int>{1, 0, 2, 3}));
    EXPECT_EQ(turned.turned(0b0001), 0b0111U);
    EXPECT_EQ(turned.fold(), 4);
    EXPECT_EQ(to_text(turned), "4 2 5 1023\n");
    EXPECT_EQ(to_text(read_instance("4 2 5 0123", "f", Kind::coil)), "4 2 5\n");
    const Instance mirrored = read_instance("8 2 edge 30", "f", Kind::snake);
    EXPECT_EQ(mirrored.mirror(), (Mirror{30, Middle::edge}));
    EXPECT_EQ(mirrored.pairs(), 3);
    EXPECT_EQ(mirrored.partner(5), 4);
    EXPECT_EQ(mirrored.partner(6), 6);
    EXPECT_EQ(to_text(mirrored), "8 2 edge 30\n");
    EXPECT_EQ(read_instance("8 2 node 30", "f", Kind::snake).partner(7), 6);
}

TEST(SnakeInstance, RefusesBadTextWithLineAndExpectation) {
    EXPECT_EQ(complaint("17 2"), "f:1: expected the dimension (1 to 16), found '17'");
    EXPECT_EQ(complaint("0 2"), "f:1: expected the dimension (1 to 16), found '0'");
    EXPECT_EQ(complaint("1 2", Kind::coil), "f:1: expected the dimension (2 to 16), found '1'");
    EXPECT_EQ(complaint("5\n1"), "f:2: expected the spread (2 to 16), found '1'");
    EXPECT_EQ(complaint("5\n"), "f:2: expected the spread, found the end of the text");
    EXPECT_EQ(complaint("5 2 1"), "f:1: expected node, edge or the end of the text, found '1'");
    EXPECT_EQ(complaint("5 2 node"), "f:1: expected the mirrored moves, found the end of the text");
    EXPECT_EQ(complaint("5 2 edge 0"), "f:1: expected the mirrored moves (1 to 32768), found '0'");
    EXPECT_EQ(complaint("1 2 edge 1"), "f:1: a mirror needs two dimensions");
    EXPECT_EQ(complaint("4 2 15 123x", Kind::coil),
              "f:1: expected a hexadecimal digit for every bit, found 'x'");
    EXPECT_EQ(complaint("4 2 15 123", Kind::coil), "f:1: the turn does not have every bit once");
    EXPECT_EQ(complaint("4 2 0 1230", Kind::coil), "f:1: a turn needs an axis");
    EXPECT_EQ(complaint("4 2 15 1230", Kind::coil),
              "f:1: the parts of the coil would begin too near to each other");
    EXPECT_EQ(complaint("5 2 node 3", Kind::coil), "f:1: expected the axis (0 to 31), found 'node'");
}

TEST(SnakeInstance, BallsHoldWhatIsNear) {
    Rng rng(2);
    for (const int dimension : {3, 6, 8, 11}) {
        const Instance instance(Kind::snake, dimension, 3);
        for (int sample = 0; sample < 200; ++sample) {
            const auto centre = static_cast<Node>(rng.below(instance.nodes()));
            const auto node = static_cast<Node>(rng.below(instance.nodes()));
            const auto holds = [&](const std::uint64_t* row) {
                return (row[(node / 64) ^ (centre / 64)] >> (node % 64) & 1) != 0;
            };
            EXPECT_EQ(holds(instance.ball_row(centre)), std::popcount(node ^ centre) < 3);
            EXPECT_EQ(holds(instance.wide_ball_row(centre)), std::popcount(node ^ centre) <= 3);
        }
    }
}

}  // namespace
}  // namespace playout::snake
