#include "playout/catalogue/player.h"

#include <gtest/gtest.h>

#include "playout/base/errors.h"

namespace playout {
namespace {

TEST(PlayerRows, NameThePlayersWithTheirSettings) {
    std::vector<std::string> names;
    for (const PlayerRow& row : player_rows()) names.push_back(row.name);
    EXPECT_EQ(names, (std::vector<std::string>{"uct", "mac-ucb", "fc-ucb", "random", "legal"}));
    const auto initial = [](const PlayerRow& row, const std::string& name) {
        for (const Parameter& parameter : row.parameters)
            if (parameter.name == name) return parameter.initial;
        return -1.0;
    };
    // Those that solve rounds begin with other values, and have more settings.
    EXPECT_EQ(initial(player_rows()[0], "at_once"), 1);
    EXPECT_EQ(initial(player_rows()[1], "at_once"), 4);
    EXPECT_EQ(initial(player_rows()[0], "solving"), -1);
    EXPECT_EQ(initial(player_rows()[1], "solving"), 0.1);
    EXPECT_TRUE(player_rows()[3].parameters.empty());
}

TEST(PlayerOnPort, ListensWhereItIsFreeAndRefusesWhereItIsNot) {
    const PlayerOnPort first({.port = 0}, steady_clock());
    EXPECT_GT(first.port(), 0);
    EXPECT_THROW(PlayerOnPort({.port = first.port()}, steady_clock()), UsageError);
    EXPECT_THROW(PlayerOnPort({.player = "nobody", .port = 0}, steady_clock()), UsageError);
}

}  // namespace
}  // namespace playout
