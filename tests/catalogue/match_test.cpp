#include "playout/catalogue/match.h"

#include <gtest/gtest.h>

#include "playout/base/hash.h"

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
        [&](const MatchRecord& record, bool) {
            thrown.emplace_back();
            for (const auto& moves : record.moves) thrown.back().push_back(moves[2]);
        });
    ASSERT_EQ(thrown.size(), 9U);  // three choices of two players, three matches each
    for (std::size_t i = 0; i < thrown.size(); ++i) {
        ASSERT_EQ(thrown[i].size(), 10U);
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_EQ(thrown[i] == thrown[j], i % 3 == 1 && j == i - 1) << i << " and " << j;
    }
}

TEST(PlayTournament, RecordsWhatAMatchWasAllowed) {
    TournamentRequest request;
    request.file = "throws";
    request.players = {"legal", "random"};
    request.names = gdl::NameCase::folded;
    request.start_seconds = 0.5;
    request.move_seconds = 2;
    request.limits = {
        .max_steps = 4, .playouts = 30, .memory = 1 << 20, .load_seconds = 9, .load_memory = 1 << 24};
    std::vector<MatchRecord> records;
    const auto keep = [&](const MatchRecord& record, bool) { records.push_back(record); };
    play_tournament(
        throws, request, [] { return 0.0; }, never_over, keep);
    ASSERT_EQ(records.size(), 1U);
    const MatchRecord& record = records[0];
    EXPECT_EQ(record.game, "throws");
    EXPECT_EQ(record.rules_hash, to_hex(hash_text(throws)));
    EXPECT_TRUE(record.folded_names);
    EXPECT_EQ(record.clocks.start_seconds, 0.5);
    EXPECT_EQ(record.clocks.move_seconds, 2);
    EXPECT_FALSE(record.elsewhere);
    EXPECT_EQ(record.limits.max_steps, 4);
    EXPECT_EQ(record.limits.playouts, 30);
    EXPECT_EQ(record.limits.memory, 1 << 20);
    EXPECT_EQ(record.limits.load_seconds, 9);
    EXPECT_EQ(record.limits.load_memory, 1 << 24);
    EXPECT_EQ(record.end, MatchEnd::cut);
    EXPECT_EQ(record.moves.size(), 4U);
    EXPECT_EQ(record.seats[0].player, "legal");
    EXPECT_EQ(record.seats[2].player, "random");
    EXPECT_EQ(record.seats[1].goal, 50);
}

TEST(PlayTournament, DoesNotPlayAgainWhatItsResultsHave) {
    TournamentRequest request;
    request.file = "throws";
    request.players = {"legal", "random"};
    request.matches = 2;
    std::string lines;
    const auto play = [&] {
        int known = 0;
        const Tournament tournament = play_tournament(
            throws, request, [] { return 0.0; }, never_over,
            [&](const MatchRecord& record, bool was_known) {
                known += was_known ? 1 : 0;
                lines += result_line(record);
            });
        EXPECT_EQ(tournament.standings.players[0].matches, request.matches);
        EXPECT_EQ(tournament.standings.pairings.at(0).standing.draws, request.matches);
        return known;
    };
    EXPECT_EQ(play(), 0);
    const MatchResults results(lines, "results");
    request.results = &results;
    EXPECT_EQ(play(), 2);
    request.matches = 3;
    EXPECT_EQ(play(), 2);
    request.limits.max_steps = 1001;
    EXPECT_EQ(play(), 0);
}

}  // namespace
}  // namespace playout
