#include "playout/record/match_record.h"

#include <gtest/gtest.h>

#include "playout/base/errors.h"
#include "tests/base/message_of.h"
#include "tests/record/sample_match.h"

namespace playout {
namespace {

std::string refusal(const Json& json) {
    return message_of<InputError>([&] { parse_match_record(json, "m"); });
}

const std::string fine = "nothing was thrown";

// As it was written before records had a format.
Json without_format(Json json) {
    for (const char* name : {"format", "rules_hash", "names", "limits"}) json.erase(name);
    return json;
}

TEST(MatchRecord, TextReadsBack) {
    const MatchRecord record = sample_match();
    const Json json = to_json(record);
    EXPECT_EQ(to_json(parse_match_record(parse_json(json_text(json, 2), "m"), "m")), json);
    MatchRecord plain = record;
    plain.elsewhere.reset();
    plain.limits.playouts.reset();
    plain.folded_names = false;
    plain.end = MatchEnd::interrupted;
    plain.moves.clear();
    EXPECT_EQ(to_json(parse_match_record(to_json(plain), "m")), to_json(plain));
}

TEST(MatchRecord, SaysWhatTheMatchWasAllowed) {
    const MatchRecord read = parse_match_record(to_json(sample_match()), "m");
    EXPECT_EQ(read.limits.max_steps, 20);
    EXPECT_EQ(read.limits.playouts, 300);
    EXPECT_EQ(read.limits.memory, 65536);
    EXPECT_EQ(read.limits.load_seconds, 2.5);
    EXPECT_EQ(read.limits.load_memory, 131072);
    EXPECT_EQ(read.clocks.move_seconds, 0.5);
    EXPECT_EQ(read.elsewhere->move_seconds, 1);
    EXPECT_TRUE(read.folded_names);
    EXPECT_EQ(read.rules_hash, "00000000000000ff");
    MatchRecord endless = sample_match();
    endless.limits.playouts.reset();
    EXPECT_TRUE(to_json(endless)["limits"]["playouts"].is_null());
}

TEST(MatchRecord, HasItsFieldsInTheirOrder) {
    std::vector<std::string> names;
    const Json json = to_json(sample_match());
    for (const auto& [name, value] : json.items()) names.push_back(name);
    EXPECT_EQ(names, (std::vector<std::string>{"match", "format", "game", "rules_hash", "names", "seed",
                                               "start_seconds", "move_seconds", "elsewhere", "limits", "end",
                                               "seats", "moves", "seconds", "version"}));
}

TEST(MatchRecord, IsReadWithoutAFormatAndWrittenAsItWas) {
    const Json old = without_format(to_json(sample_match()));
    const MatchRecord read = parse_match_record(old, "m");
    EXPECT_EQ(read.format, 0);
    EXPECT_EQ(read.seats.size(), 2U);
    EXPECT_EQ(to_json(read), old);
}

TEST(MatchRecord, EveryFieldIsNeededAndOfItsType) {
    const Json whole = to_json(sample_match());
    for (const auto& [name, value] : whole.items()) {
        Json less = whole;
        less.erase(name);
        const bool may_be_absent = name == "format" || name == "elsewhere" || name == "moves";
        EXPECT_EQ(refusal(less), may_be_absent ? fine : "m: field '" + name + "' is missing");
        Json wrong = whole;
        wrong[name] = Json::array({Json::object()});
        EXPECT_NE(refusal(wrong), fine) << name << " of another type";
    }
    for (const auto& [name, value] : whole["limits"].items()) {
        Json less = whole;
        less["limits"].erase(name);
        EXPECT_EQ(refusal(less), "m: field 'limits." + name + "' is missing");
    }
}

TEST(MatchRecord, NamesTheFieldThatIsWrong) {
    const Json whole = to_json(sample_match());
    const auto with = [&](const char* pointer, const Json& value) {
        Json json = whole;
        json[Json::json_pointer(pointer)] = value;
        return refusal(json);
    };
    EXPECT_EQ(refusal(17), "m: expected a JSON object");
    EXPECT_EQ(with("/format", 2), "m: field 'format': expected at most 1; a later version wrote this");
    EXPECT_EQ(with("/end", "boredom"), "m: field 'end': expected one of terminal, cut, stuck, interrupted");
    EXPECT_EQ(with("/names", "both"), "m: field 'names': expected exact or folded");
    EXPECT_EQ(with("/seconds", -1), "m: field 'seconds': expected a number from 0");
    EXPECT_EQ(with("/seats/0", 3), "m: field 'seats': expected objects");
    EXPECT_EQ(with("/seats/0/goal", 101), "m: field 'seats.goal': expected an integer from 0");
    EXPECT_EQ(with("/seats/0/faults/late", "no"), "m: field 'seats.faults.late': expected an integer from 0");
    EXPECT_EQ(with("/moves/0/1", 3), "m: field 'moves': expected a list of lists of texts");
}

}  // namespace
}  // namespace playout
