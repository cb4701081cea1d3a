#include "playout/base/text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "playout/base/errors.h"
#include "tests/base/message_of.h"

namespace playout {
namespace {

TEST(ParseInteger, TakesWholeNumbersOnly) {
    EXPECT_EQ(parse_integer("-12"), -12);
    EXPECT_EQ(parse_integer("9223372036854775807"), 9223372036854775807);
    for (const char* text : {"", " 1", "1 ", "1.0", "1e3", "+1", "0x10", "9223372036854775808", "abc"})
        EXPECT_FALSE(parse_integer(text)) << text;
}

TEST(ParseUnsigned, TakesAllOf64Bits) {
    EXPECT_EQ(parse_unsigned("18446744073709551615"), 18446744073709551615ULL);
    for (const char* text : {"", "-1", "18446744073709551616"}) EXPECT_FALSE(parse_unsigned(text)) << text;
}

TEST(Excerpt, KeepsLettersAndReplacesControls) {
    EXPECT_EQ(excerpt("a\nb\x7f"), "a?b?");
    EXPECT_EQ(excerpt("größe"), "größe");
    EXPECT_EQ(excerpt("abcdef", 3), "abc...");
}

TEST(Excerpt, HidesWhateverATerminalWouldObey) {
    EXPECT_EQ(excerpt("a\x1b[31m\xc2\x9b"
                      "31mb"),
              "a?[31m?31mb");
    EXPECT_EQ(excerpt("\u202ea\u2028b"), "?a?b");
    EXPECT_EQ(excerpt("a\xff\xc3(\xe2\x82"), "a?\?(??");    // no UTF-8, byte by byte
    EXPECT_EQ(excerpt("\xc0\xafx\xed\xa0\x80"), "??x???");  // nor these: overlong, half a pair
    EXPECT_EQ(printable(std::string(500, 'x') + "\x7f"), std::string(500, 'x') + "?");
}

TEST(Excerpt, IsNeverCutInsideALetter) {
    EXPECT_EQ(excerpt("größe", 3), "gr...");
    EXPECT_EQ(excerpt("größe", 4), "grö...");
    EXPECT_EQ(excerpt("größe", 7), "größe");
}

TEST(ParseReal, TakesFiniteNumbersOnly) {
    EXPECT_EQ(parse_real("1e3"), 1000);
    EXPECT_EQ(parse_real("-0.25"), -0.25);
    for (const char* text : {"", "nan", "inf", "1e999", "1,5", "1 "}) EXPECT_FALSE(parse_real(text)) << text;
}

TEST(ParseBytes, KnowsUnitsOf1024) {
    EXPECT_EQ(parse_bytes("65536"), 65536);
    EXPECT_EQ(parse_bytes("200M"), 200 << 20);
    EXPECT_EQ(parse_bytes("1.5k"), 1536);
    EXPECT_EQ(parse_bytes("4G"), std::int64_t{4} << 30);
    for (const char* text : {"", "G", "-1M", "4GB", "99999999T"}) EXPECT_FALSE(parse_bytes(text)) << text;
}

TEST(NumberText, ReadsBackExactly) {
    for (const double number : {0.0, 1.0, -17.0, 0.1, 1.0 / 3, 1e300, 123456789.125})
        EXPECT_EQ(parse_real(number_text(number)), number);
    EXPECT_EQ(number_text(20995), "20995");
    EXPECT_EQ(number_text(0.5), "0.5");
}

TEST(NearestName, FindsAMistypedNameAndLeavesAStrangerAlone) {
    const std::vector<std::string> names{"dfs", "best-first", "beam"};
    EXPECT_EQ(nearest_name("best-frist", names), "best-first");
    EXPECT_EQ(nearest_name("bean", names), "beam");
    EXPECT_FALSE(nearest_name("simulated-annealing", names));
    EXPECT_EQ(unknown_name("algorithm", "bean", names), "unknown algorithm 'bean'; did you mean 'beam'?");
}

TEST(Scanner, NamesFileLineAndExpectation) {
    Scanner scanner("3\n\n x", "a.txt");
    EXPECT_EQ(scanner.integer("a count", 0, 9), 3);
    EXPECT_EQ(message_of<InputError>([&] { scanner.integer("a weight", 0, 9); }),
              "a.txt:3: expected a weight (0 to 9), found 'x'");
    Scanner empty(" \n", "b.txt");
    EXPECT_EQ(message_of<InputError>([&] { empty.integer("a count", 0, 9); }),
              "b.txt:2: expected a count, found the end of the text");
}

TEST(Scanner, ReadsWordsAndDecimals) {
    Scanner scanner("tube 2.5\n7.5", "d.txt");
    EXPECT_EQ(scanner.word("a name"), "tube");
    EXPECT_EQ(scanner.real("a radius", 0, 5), 2.5);
    EXPECT_EQ(message_of<InputError>([&] { scanner.real("a radius", 0, 5); }),
              "d.txt:2: expected a radius (0 to 5), found '7.5'");
}

TEST(Scanner, RefusesNumbersOutOfRangeAndWhatComesAfterTheEnd) {
    Scanner scanner("1 1234567890123456789012345678901234567890 7", "c.txt");
    EXPECT_EQ(scanner.integer("a count", 0, 9), 1);
    EXPECT_EQ(message_of<InputError>([&] { scanner.integer("a profit", 0, 9); }),
              "c.txt:1: expected a profit (0 to 9), found '123456789012345678901234...'");
    EXPECT_EQ(message_of<InputError>([&] { scanner.expect_end(); }),
              "c.txt:1: expected the end of the text, found '7'");
}

TEST(ReadTextFile, RefusesWhatIsNoText) {
    const auto folder = std::filesystem::temp_directory_path();
    const std::string path = (folder / "playout-text-test").string();
    std::ofstream(path, std::ios::binary) << std::string("a\0b", 3);
    EXPECT_EQ(message_of<InputError>([&] { read_text_file(path); }),
              path + ": is a binary file, expected text");
    std::ofstream(path, std::ios::binary) << " \n";
    EXPECT_EQ(message_of<InputError>([&] { read_text_file(path); }), path + ": is empty");
    std::ofstream(path, std::ios::binary) << "fine\n";
    EXPECT_EQ(read_text_file(path), "fine\n");
    std::filesystem::remove(path);
    EXPECT_EQ(message_of<InputError>([&] { read_text_file(path); }),
              path + ": cannot be opened: No such file or directory");
    EXPECT_EQ(message_of<InputError>([&] { read_text_file(folder.string()); }),
              folder.string() + ": is a directory, not a file");
}

}  // namespace
}  // namespace playout
