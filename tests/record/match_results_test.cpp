#include "playout/record/match_results.h"

#include <gtest/gtest.h>

#include "playout/base/errors.h"
#include "tests/base/message_of.h"
#include "tests/record/sample_match.h"

namespace playout {
namespace {

// What is known of the sample before it is played.
MatchRecord planned() {
    MatchRecord record = sample_match();
    record.seats = {{.role = "x", .player = "uct c=0.5"}, {.role = "o", .player = "random"}};
    record.end = MatchEnd::terminal;
    record.moves.clear();
    record.seconds = 0;
    return record;
}

std::string refusal(const std::string& lines) {
    return message_of<InputError>([&] { MatchResults(lines, "r"); });
}

TEST(MatchResults, KnowWhatTheirLinesSay) {
    const std::string line = result_line(sample_match());
    EXPECT_TRUE(line.starts_with(result_line_head));
    EXPECT_EQ(line.find("\"moves\""), std::string::npos);
    const auto found = MatchResults(line, "r").find(planned());
    ASSERT_TRUE(found);
    MatchRecord expected = sample_match();
    expected.moves.clear();
    EXPECT_EQ(to_json(*found), to_json(expected));
    EXPECT_FALSE(MatchResults().find(planned()));
}

TEST(MatchResults, TakeOtherSettingsForAnotherMatch) {
    const MatchResults results(result_line(sample_match()), "r");
    const auto knows = [&](auto change) {
        MatchRecord other = planned();
        change(other);
        return results.find(other).has_value();
    };
    EXPECT_TRUE(knows([](MatchRecord&) {}));
    EXPECT_TRUE(knows([](MatchRecord& one) { one.game = "elsewhere/toy.gdl"; }));  // the same rules
    EXPECT_FALSE(knows([](MatchRecord& one) { one.rules_hash = "1"; }));
    EXPECT_FALSE(knows([](MatchRecord& one) { one.match = "playout.7.3"; }));
    EXPECT_FALSE(knows([](MatchRecord& one) { one.folded_names = false; }));
    EXPECT_FALSE(knows([](MatchRecord& one) { one.clocks.move_seconds = 1; }));
    EXPECT_FALSE(knows([](MatchRecord& one) { one.elsewhere.reset(); }));
    EXPECT_FALSE(knows([](MatchRecord& one) { one.limits.max_steps = 21; }));
    EXPECT_FALSE(knows([](MatchRecord& one) { one.limits.playouts.reset(); }));
    EXPECT_FALSE(knows([](MatchRecord& one) { one.limits.memory = 1; }));
    EXPECT_FALSE(knows([](MatchRecord& one) { one.seats[0].player = "uct"; }));
    EXPECT_FALSE(knows([](MatchRecord& one) { one.version = "0.0.1"; }));
}

TEST(MatchResults, KnowLinesOfBeforeThereWasAFormat) {
    // Letter by letter: files like this one are about.
    const std::string line =
        R"({"match":"playout.7.1","game":"a/toy.kif","seed":5,"start_seconds":0.0,"move_seconds":86400.0,)"
        R"("end":"terminal","seats":[{"role":"x","player":"uct","goal":100,"choices":3,"playouts":150,)"
        R"("longest_seconds":0.5,"faults":{"late":0,"unreachable":0,"illegal":0}}],"seconds":1.5,)"
        R"("version":"0.1.0","key":"toy 00000000000000ff playout.7.1, clocks 0 86400, at most 1000 steps, )"
        R"(50 playouts, 1073741824 bytes, 0.1.0 / uct"})";
    MatchRecord record;
    record.match = "playout.7.1";
    record.game = "b/toy.kif";
    record.rules_hash = "00000000000000ff";
    record.clocks = {0, 86400};
    record.limits.playouts = 50;
    record.seats = {{.role = "x", .player = "uct"}};
    record.version = "0.1.0";
    const auto found = MatchResults(line + "\n", "r").find(record);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->seats[0].goal, 100);
    EXPECT_EQ(found->seconds, 1.5);
    EXPECT_EQ(found->format, match_format);  // what it was allowed is known: the key says so
    EXPECT_EQ(found->limits.playouts, 50);
}

TEST(MatchResults, NameTheLineAndWhatIsWrongWithIt) {
    const std::string line = result_line(sample_match());
    EXPECT_EQ(refusal(line + "[]\n"), "r:2: expected a JSON object");
    EXPECT_EQ(refusal(line + line + "{\n"), "r:3: this is not valid JSON");
    MatchRecord interrupted = sample_match();
    interrupted.end = MatchEnd::interrupted;
    EXPECT_EQ(refusal(result_line(interrupted)), "r:1: field 'end': expected terminal, cut or stuck");
    Json other = parse_json(line, "r");
    other["end"] = "boredom";
    EXPECT_EQ(refusal(json_text(other)), "r:1: field 'end': expected terminal, cut or stuck");
    other = parse_json(line, "r");
    other.erase("key");
    EXPECT_EQ(refusal(json_text(other)), "r:1: field 'key' is missing");
    other = parse_json(line, "r");
    other["seats"].erase(0);
    const MatchResults fewer(json_text(other), "r");
    EXPECT_TRUE(
        message_of<InputError>([&] { fewer.find(planned()); }).starts_with("r: expected 2 seats in toy"));
}

}  // namespace
}  // namespace playout
