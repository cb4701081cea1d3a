#include "playout/base/parameter.h"

#include <gtest/gtest.h>

#include "playout/base/errors.h"
#include "tests/base/message_of.h"

namespace playout {
namespace {

enum class Shape { round, square };

struct SampleConfig {
    std::int64_t width = 10;
    double growth = 1.5;
    bool fast = true;
    Shape shape = Shape::square;
    std::array<std::int64_t, 3> steps{4, 5};
};

const Knobs<SampleConfig>& sample_knobs() {
    static const auto table =
        Knobs<SampleConfig>()
            .number("width", &SampleConfig::width, 1, 100, "how wide")
            .number("growth", &SampleConfig::growth, 0, 2, "how fast it grows")
            .flag("fast", &SampleConfig::fast, "hurry")
            .choice("shape", &SampleConfig::shape, {"round", "square"}, "what it looks like")
            .numbers("step_", &SampleConfig::steps, 0, 9, "the length of step {}");
    return table;
}

Settings resolved(const SettingTexts& texts) {
    return resolve(sample_knobs().parameters(), texts, "sample");
}

TEST(Knobs, TakeTheirInitialValuesFromTheStruct) {
    const SampleConfig config = sample_knobs().read(resolved({}));
    EXPECT_EQ(config.width, 10);
    EXPECT_EQ(config.growth, 1.5);
    EXPECT_TRUE(config.fast);
    EXPECT_EQ(config.shape, Shape::square);
}

TEST(Knobs, HaveARowForEveryElementOfAnArray) {
    const Parameter& last = sample_knobs().parameters().back();
    EXPECT_EQ(last.name, "step_3");
    EXPECT_EQ(last.meaning, "the length of step 3");
    EXPECT_EQ(last.highest, 9);
    EXPECT_EQ(sample_knobs().read(resolved({})).steps, (std::array<std::int64_t, 3>{4, 5, 0}));
    EXPECT_EQ(sample_knobs().read(resolved({{"step_1", "9"}, {"step_3", "7"}})).steps,
              (std::array<std::int64_t, 3>{9, 5, 7}));
}

TEST(Knobs, ReadWhatTheUserWrote) {
    const SampleConfig config = sample_knobs().read(
        resolved({{"width", "7"}, {"growth", "0.25"}, {"fast", "off"}, {"shape", "round"}}));
    EXPECT_EQ(config.width, 7);
    EXPECT_EQ(config.growth, 0.25);
    EXPECT_FALSE(config.fast);
    EXPECT_EQ(config.shape, Shape::round);
}

TEST(Knobs, WriteWhatTheyRead) {
    for (const Parameter& parameter : sample_knobs().parameters())
        EXPECT_EQ(parameter.parse(parameter.text(parameter.initial)), parameter.initial) << parameter.name;
}

TEST(Knobs, LeaveKeysOfOtherTablesAlone) {
    EXPECT_EQ(sample_knobs().read({{"width", 3}, {"somebody-elses", 1}}).width, 3);
}

TEST(Resolve, RefusesUnknownKeysAndValuesOutOfRange) {
    const std::vector<SettingTexts> wrong{{{"widht", "1"}},      {{"width", "0"}},      {{"width", "101"}},
                                          {{"width", "1.5"}},    {{"width", "x"}},      {{"growth", "nan"}},
                                          {{"fast", "perhaps"}}, {{"shape", "oblong"}}, {{"width", ""}}};
    for (const SettingTexts& texts : wrong) EXPECT_THROW(resolved(texts), UsageError) << texts.begin()->first;
    EXPECT_EQ(message_of<UsageError>([] {
                  resolved({{"widht", "1"}});
              }),
              "unknown key 'widht'; did you mean 'width'? (sample)");
}

}  // namespace
}  // namespace playout
