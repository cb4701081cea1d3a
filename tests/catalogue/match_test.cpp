#include "playout/catalogue/match.h"

#include <gtest/gtest.h>

namespace playout {
namespace {

// Ten throws of a die, and two who look on.
constexpr std::string_view throws = R"(
    (role one) (role two) (role random)
    (init (step 0))
    (after 0 1) (after 1 2) (after 2 3) (after 3 4) (after 4 5) (after 5 6) (after 6 7) (after 7 8) (after 8 9) (after 9 10)
    (<= (legal one look) (true (step ?n)))
    (<= (legal two look) (true (step ?n)))
    (<= (legal random (throw ?eyes)) (true (step ?n)) (eyes ?eyes))
    (eyes 1) (eyes 2) (eyes 3) (eyes 4) (eyes 5) (eyes 6)
    (<= (next (step ?m)) (true (step ?n)) (after ?n ?m))
    (<= terminal (true (step 10)))
    (goal one 50) (goal two 50) (goal random 0))";

TEST(PlayTournament, DrawsAreTheSameUntilEverybodySatInEverySeat) {
    TournamentRequest request;
    request.file = "throws";
    request.players = {"legal", "legal", "legal"};
    request.matches = 3;
    std::vector<std::vector<std::string>> thrown;  // by match
    play_tournament(
        throws, request, [] { return 0.0; }, [] { return false; },
        [&](const TournamentMatch& match, bool) {
            thrown.emplace_back();
            for (const auto& moves : match.report.moves) thrown.back().push_back(moves[2]);
        });
    ASSERT_EQ(thrown.size(), 9U);  // three choices of two players, three matches each
    for (std::size_t i = 0; i < thrown.size(); ++i) {
        ASSERT_EQ(thrown[i].size(), 10U);
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_EQ(thrown[i] == thrown[j], i % 3 == 1 && j == i - 1) << i << " and " << j;
    }
}

}  // namespace
}  // namespace playout
