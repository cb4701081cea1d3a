#include "playout/record/json.h"

#include <gtest/gtest.h>

#include "playout/base/errors.h"
#include "tests/base/message_of.h"

namespace playout {
namespace {

std::string repeated(const std::string& text, std::size_t times) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i) all += text;
    return all;
}

std::string complaint_about(const std::string& text) {
    return message_of<InputError>([&] { parse_json(text, "f", 5); });
}

TEST(ParseJson, RefusesDeepNestingBeforeThereIsAValue) {
    const std::string deepest = repeated("[", deepest_json) + repeated("]", deepest_json);
    EXPECT_EQ(json_text(parse_json(deepest, "f")), deepest + "\n");
    EXPECT_EQ(complaint_about("\n[" + deepest + "]"), "f:6: this JSON is nested more than 100 levels deep");
    for (const char* opened : {"[", "{\"a\":", "[{\"]\\\"\":"})
        EXPECT_EQ(complaint_about(repeated(opened, 1'000'000)),
                  "f:5: this JSON is nested more than 100 levels deep")
            << opened;
    EXPECT_NO_THROW(parse_json("[\"" + repeated("[", 1000) + "\\\"" + repeated("{", 1000) + "\"]", "f"));
    EXPECT_NO_THROW(parse_json("[" + repeated("[[]],", 1000) + "1]", "f"));
}

TEST(ParseJson, RefusesObjectsThatWouldTakeLongToLookThrough) {
    const auto object = [](std::size_t fields) {
        std::string text = "{\"0\":0";
        for (std::size_t i = 1; i < fields; ++i) text += ",\"" + std::to_string(i) + "\":[1,2,3]";
        return text + "}";
    };
    EXPECT_EQ(parse_json(object(max_json_fields), "f").size(), max_json_fields);
    EXPECT_EQ(complaint_about(object(max_json_fields + 1)), "f:5: an object has more than 1000 fields");
    EXPECT_EQ(parse_json("[" + repeated("1,", 5000) + "1]", "f").size(), 5001U);
}

TEST(ParseJson, NamesTheLine) {
    EXPECT_EQ(complaint_about("{\n\"a\": 1,\n\"b\": }"), "f:7: this is not valid JSON");
    EXPECT_EQ(complaint_about("1e999"), "f:5: a number is too large");
    for (const char* text : {"", "{", "]", "}", ",", "\"", "\\", "\xff", "[1,]"})
        EXPECT_EQ(complaint_about(text), "f:5: this is not valid JSON") << text;
}

TEST(JsonText, EscapesWhateverATerminalWouldObeyAndReadsBack) {
    const Json json = {{"a\x1b\x7f", "\xc2\x9b\u202e\u00e9"}, {"b", {1, 2.5, nullptr}}};
    EXPECT_EQ(json_text(json), "{\"a\\u001b\\u007f\":\"\\u009b\\u202e\u00e9\",\"b\":[1,2.5,null]}\n");
    EXPECT_EQ(parse_json(json_text(json, 2), "f"), json);
}

TEST(FieldReader, NamesTheFieldAndWhatWasExpected) {
    const Json json =
        parse_json(R"({"count": -1, "large": 1e300, "text": 1, "inside": [{"flag": 0}, 3]})", "f");
    const FieldReader reader(json, "f");
    EXPECT_EQ(message_of<InputError>([&] { reader.count("count"); }),
              "f: field 'count': expected an integer from 0");
    EXPECT_THROW(reader.count("large"), InputError);
    EXPECT_THROW(reader.text("text"), InputError);
    EXPECT_EQ(message_of<InputError>([&] { reader.text("no"); }), "f: field 'no' is missing");
    const FieldReader inside(json["inside"][0], "f", "inside");
    EXPECT_EQ(message_of<InputError>([&] { inside.flag("flag"); }),
              "f: field 'inside.flag': expected true or false");
    EXPECT_EQ(message_of<InputError>([&] { FieldReader(json["inside"][1], "f", "inside"); }),
              "f: field 'inside': expected objects");
}

}  // namespace
}  // namespace playout
