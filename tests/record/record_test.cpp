#include "playout/record/record.h"

#include <gtest/gtest.h>

#include "playout/base/errors.h"
#include "tests/base/message_of.h"

namespace playout {
namespace {

Record sample() {
    Record record;
    record.domain = "knapsack";
    record.instance = "a.kp";
    record.instance_hash = "00ff";
    record.algorithm = "random";
    record.strategy = "random";
    record.settings = {{"cutoff", true}, {"width", 3}, {"order", "bound"}};
    record.seed = 18446744073709551615ULL;
    record.outcome = Outcome{0, 17.5};
    record.playouts = 12;
    record.nodes = 34;
    record.seconds = 0.25;
    record.stopped_by = StopReason::target;
    record.moves = {"take", "leave"};
    record.trace = {{0.1, 3, {2, 11}}, {0.2, 5, {0, 17.5}}};
    record.details = {{"items", {1, 2}}};
    record.version = "0.0.0";
    return record;
}

TEST(Record, TextReadsBack) {
    const std::string text = to_text(sample());
    EXPECT_EQ(to_text(parse_record(text, "r")), text);
    Record nothing = sample();
    nothing.outcome.reset();
    nothing.strategy.reset();
    nothing.moves.clear();
    nothing.trace.clear();
    EXPECT_EQ(to_text(parse_record(to_text(nothing), "r")), to_text(nothing));
}

TEST(Record, HasTheFieldsOfTheDesignInTheirOrder) {
    std::vector<std::string> names;
    const Json json = to_json(sample());
    for (const auto& [name, value] : json.items()) names.push_back(name);
    EXPECT_EQ(names,
              (std::vector<std::string>{
                  "domain",  "instance", "instance_hash", "algorithm", "strategy", "settings", "seed",
                  "threads", "sense",    "value",         "violation", "feasible", "optimal",  "playouts",
                  "nodes",   "seconds",  "stopped_by",    "moves",     "trace",    "details",  "version"}));
}

TEST(Record, EveryFieldIsNeededAndOfItsType) {
    const Json whole = to_json(sample());
    for (const auto& [name, value] : whole.items()) {
        Json less = whole;
        less.erase(name);
        EXPECT_THROW(parse_record(less.dump(), "r"), InputError) << name << " missing";
        Json wrong = whole;
        wrong[name] = Json::array({Json::object()});
        EXPECT_THROW(parse_record(wrong.dump(), "r"), InputError) << name << " of another type";
    }
}

TEST(Record, RefusesWhatIsNotARecord) {
    for (const char* text : {"", "{", "[]", "17", "{}", "null", "{\"domain\": \"knapsack\"}", "\xff\xfe"})
        EXPECT_THROW(parse_record(text, "r"), InputError) << text;
    EXPECT_EQ(message_of<InputError>([] { parse_record("{\n\"a\": 1,\n\"b\": }", "r"); }),
              "r:3: this is not valid JSON");
    EXPECT_EQ(message_of<InputError>([] { parse_record("{\"seconds\": 1e999}", "r"); }),
              "r:1: a number is too large");
    Json more = to_json(sample());
    more["extra"] = 1;
    EXPECT_EQ(message_of<InputError>([&] { parse_record(more.dump(), "r"); }), "r: unknown field 'extra'");
}

TEST(Record, SettingsBecomeTheTextsThatAUserWouldWrite) {
    const SettingTexts texts = setting_texts(sample());
    EXPECT_EQ(texts.at("width"), "3");
    EXPECT_EQ(texts.at("order"), "bound");
    EXPECT_EQ(texts.at("cutoff"), "true");
}

}  // namespace
}  // namespace playout
