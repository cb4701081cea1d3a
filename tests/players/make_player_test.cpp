#include "playout/players/make_player.h"

#include <gtest/gtest.h>

#include "playout/base/errors.h"
#include "tests/ggp/sheets.h"

namespace playout::players {
namespace {

bool always_over() {
    return true;
}

PlayerSettings with_shared_rounds() {
    PlayerSettings settings;
    settings.rounds = std::make_shared<SharedRounds>();
    return settings;
}

TEST(PrepareShared, EndsInTheMiddleOnlyWhereNobodyWantsTheNetworkAnyMore) {
    const ggp::RuleSheet sheet(ggp::tic_tac_toe, "s");
    prepare_shared("mac-ucb", sheet, with_shared_rounds(), always_over, never_over);
    EXPECT_THROW(prepare_shared("mac-ucb", sheet, with_shared_rounds(), never_over, always_over), WorkEnded);
    prepare_shared("uct", sheet, with_shared_rounds(), never_over, always_over);  // needs none
}

}  // namespace
}  // namespace playout::players
