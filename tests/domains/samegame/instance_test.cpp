#include "playout/domains/samegame/instance.h"

#include <gtest/gtest.h>

#include "playout/base/errors.h"
#include "tests/base/message_of.h"

namespace playout::samegame {
namespace {

const Rules standard_rules(Puzzle::samegame, Leftover::maastricht);

Instance read(const std::string& text) {
    return read_instance(text, "board.txt", standard_rules);
}

std::string complaint(const std::string& text) {
    return message_of<InputError>([&] { read(text); });
}

TEST(SameGameInstance, ReadsBlanksDigitsAndEmptyCells) {
    const std::string expected = "1 . .\n2 3 .\n";
    for (const char* text : {"1 . .\n2 3 .\n", "1..\n23.\n", "100\n230", "\n 1 0 0\r\n 2\t3 0\r\n\n"}) {
        const Instance instance = read(text);
        EXPECT_EQ(instance.width(), 2) << text;
        EXPECT_EQ(instance.height(), 2) << text;
        EXPECT_EQ(instance.colours(), 3) << text;
        EXPECT_EQ(instance.colour(0, 0), 2) << text;
        EXPECT_EQ(instance.colour(0, 1), 1) << text;
        EXPECT_EQ(instance.colour(1, 1), 0) << text;
    }
}

TEST(SameGameInstance, TextsReadBack) {
    Rng rng(1);
    for (int round = 0; round < 50; ++round) {
        const Instance instance =
            generate({rng.between(1, 32), rng.between(1, 32), rng.between(1, 16)}, standard_rules, rng);
        const std::string text = to_text(instance);
        EXPECT_EQ(to_text(read(text)), text);
        EXPECT_EQ(read(text).width(), instance.width());
    }
    EXPECT_EQ(to_text(read("12 .\n 1 .\n")), "12 .\n 1 .\n");  // not one digit each
}

TEST(SameGameInstance, SaysWhatIsWrong) {
    EXPECT_EQ(complaint(""), "board.txt:1: expected a row of colours, found the end of the text");
    EXPECT_EQ(complaint("1 2\n1 x\n"),
              "board.txt:2: expected colours from 1 to 16 or . for an empty cell, found 'x'");
    EXPECT_EQ(complaint("1 17\n"),
              "board.txt:1: expected colours from 1 to 16 or . for an empty cell, found '17'");
    EXPECT_EQ(complaint("12a\n"),
              "board.txt:1: expected colours from 1 to 16 or . for an empty cell, found '12a'");
    EXPECT_EQ(complaint("1 2\n\n1 2 3\n"), "board.txt:3: expected 2 cells as in the rows before, found 3");
    EXPECT_EQ(complaint("1 1\n. 1\n"), "board.txt:1: the cell in column 0 has an empty cell below it");
    EXPECT_EQ(complaint(". 1\n. 1\n"), "board.txt: column 0 is empty, but one to its right is not");
    EXPECT_EQ(complaint(". .\n"), "board.txt: the board is empty");
    EXPECT_EQ(complaint(std::string(33, '1')), "board.txt: the board has 33 columns, at most 32 are possible");
    std::string tall;
    for (int row = 0; row < 33; ++row) tall += "1\n";
    EXPECT_EQ(complaint(tall), "board.txt: the board has 33 rows, at most 32 are possible");
}

TEST(SameGameInstance, GeneratesWhatWasAskedFor) {
    Rng rng(1), same(1);
    const Instance instance = generate({20, 10, 7}, standard_rules, rng);
    EXPECT_EQ(instance.width(), 20);
    EXPECT_EQ(instance.height(), 10);
    EXPECT_EQ(instance.colours(), 7);
    EXPECT_EQ(to_text(instance), to_text(generate({20, 10, 7}, standard_rules, same)));
}

}  // namespace
}  // namespace playout::samegame
