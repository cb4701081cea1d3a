#include "playout/players/match.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "playout/players/make_player.h"
#include "tests/ggp/sheets.h"

namespace playout::players {
namespace {

constexpr auto never = [] { return false; };

Seat seat_of(const std::string& name, const ggp::RuleSheet& sheet, std::size_t role, std::uint64_t seed,
             std::int64_t playouts = 500) {
    return {.name = name, .make = [=, &sheet](const Over&, const Over&) {
                return make_player(name, sheet, role, {.seed = seed, .playouts = playouts});
            }};
}

TEST(Match, IsPlayedByItsRules) {
    const ggp::RuleSheet sheet(ggp::tic_tac_toe, "s");
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const std::vector<Seat> seats = {seat_of("uct", sheet, 0, seed), seat_of("random", sheet, 1, seed)};
        const MatchReport report =
            play_match(sheet, seats, {.move_seconds = 100, .seed = seed}, steady_clock(), never);
        EXPECT_EQ(report.end, MatchReport::End::terminal);
        // The moves lead to what was reported.
        sheet.with_game([&](auto& game) {
            for (const std::vector<std::string>& joint : report.moves) {
                std::vector<game::MoveId> moves;
                for (std::size_t role = 0; role < 2; ++role)
                    moves.push_back(*game.find_move(role, joint[role]));
                game.step(moves);
            }
            EXPECT_TRUE(game.terminal());
            for (std::size_t role = 0; role < 2; ++role) EXPECT_EQ(report.seats[role].goal, game.goal(role));
        });
        EXPECT_GE(report.seats[0].goal, 50);  // the first to move need not lose
        EXPECT_EQ(report.seats[0].role, "x");
        EXPECT_GT(report.seats[0].playouts, 0);
        for (const SeatReport& seat : report.seats)
            EXPECT_EQ(seat.faults.late + seat.faults.illegal + seat.faults.unreachable, 0);
    }
}

TEST(Match, RepeatsWithTheSameSeeds) {
    const ggp::RuleSheet sheet(ggp::tic_tac_toe, "s");
    std::vector<std::vector<std::vector<std::string>>> games;
    for (int i = 0; i < 2; ++i) {
        const std::vector<Seat> seats = {seat_of("random", sheet, 0, 4), seat_of("uct", sheet, 1, 5, 50)};
        games.push_back(play_match(sheet, seats, {.move_seconds = 100}, steady_clock(), never).moves);
    }
    EXPECT_EQ(games[0], games[1]);
}

TEST(Match, DrawsForChance) {
    const ggp::RuleSheet sheet(ggp::dice, "s");
    std::set<std::vector<std::vector<std::string>>> games;
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
        games.insert(play_match(sheet, {seat_of("uct", sheet, 0, 1), {.name = "random"}},
                                {.move_seconds = 100, .seed = seed}, steady_clock(), never)
                         .moves);
    EXPECT_GT(games.size(), 5U);
}

// A player that gets everything wrong.
class FoolPlayer final : public Player {
  public:
    explicit FoolPlayer(std::string kind) : kind_(std::move(kind)) {}
    std::string choose(const Over&, const SoFar&) override {
        if (kind_ == "late") std::this_thread::sleep_for(std::chrono::milliseconds(300));
        if (kind_ == "gone") throw PlayerUnreachable("gone");
        if (kind_ == "slow") throw PlayerLate("slow");
        return "nonsense";
    }
    void advance(std::span<const std::string>) override {}

  private:
    std::string kind_;
};

TEST(Match, ReplacesWhatIsNoMoveAndCountsIt) {
    const ggp::RuleSheet sheet(ggp::tic_tac_toe, "s");
    for (const std::string kind : {"late", "gone", "slow", "illegal"}) {
        const std::vector<Seat> seats = {
            {.name = "fool",
             .make = [&](const Over&, const Over&) { return std::make_unique<FoolPlayer>(kind); }},
            seat_of("random", sheet, 1, 3)};
        const bool waits = kind == "late" || kind == "slow";  // the others answer at once, when they get to it
        const MatchReport report =
            play_match(sheet, seats, {.move_seconds = waits ? 0.02 : 100}, steady_clock(), never);
        EXPECT_EQ(report.end, MatchReport::End::terminal);
        const Faults& faults = report.seats[0].faults;
        const auto steps = static_cast<std::int64_t>(report.moves.size());
        EXPECT_EQ(faults.late, waits ? steps : 0) << kind;
        EXPECT_EQ(faults.unreachable, kind == "gone" ? steps : 0) << kind;
        EXPECT_EQ(faults.illegal, kind == "illegal" ? steps : 0) << kind;
        EXPECT_EQ(report.seats[1].faults.illegal, 0);
        // Who, what and when.
        const std::string& complaint = report.seats[0].complaint;
        EXPECT_TRUE(complaint.starts_with(kind == "late" ? "move " : "move " + std::to_string(steps) + ": "))
            << complaint;
        EXPECT_EQ(complaint.ends_with(" s after its clock"), waits) << complaint;
        EXPECT_EQ(report.seats[0].latest_seconds > 0, kind == "late") << kind;
    }
}

TEST(Match, GivesPlayersElsewhereTheirOwnClocks) {
    const ggp::RuleSheet sheet(ggp::tic_tac_toe, "s");
    // Later than the clock of the match, and in time by its own.
    std::vector<Seat> seats = {
        {.name = "fool",
         .make = [&](const Over&, const Over&) { return std::make_unique<FoolPlayer>("late"); },
         .elsewhere = Elsewhere{.start_seconds = 100, .move_seconds = 100}},
        seat_of("random", sheet, 1, 3)};
    const MatchRules rules{.move_seconds = 0.02, .max_steps = 2};
    const MatchReport report = play_match(sheet, seats, rules, steady_clock(), never);
    EXPECT_EQ(report.seats[0].faults.late, 0);
    EXPECT_EQ(report.seats[0].faults.illegal, 2);
    seats[0].make = [](const Over&, const Over&) -> std::unique_ptr<Player> {
        throw PlayerUnreachable("far: gone");
    };
    try {
        play_match(sheet, seats, rules, steady_clock(), never);
        ADD_FAILURE() << "without its player";
    } catch (const NotReady& error) {
        EXPECT_STREQ(error.what(), "match: far: gone");
    }
}

// Answers in upper case, and takes nothing that is not as the rules spell it.
class StrictPlayer final : public Player {
  public:
    StrictPlayer(const ggp::RuleSheet& sheet, std::size_t role) : role_(role), game_(*sheet.wiring()) {}
    std::string choose(const Over&, const SoFar&) override {
        std::string move = game_.move_text(role_, game_.legal(role_)[0]);
        for (char& letter : move)
            if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
        return move;
    }
    void advance(std::span<const std::string> joint) override {
        std::vector<ggp::MoveId> moves;
        for (std::size_t role = 0; role < joint.size(); ++role) {
            moves.push_back(game_.find_move(role, joint[role]).value());
            EXPECT_EQ(joint[role], game_.move_text(role, moves.back()));
        }
        game_.step(moves);
    }

  private:
    const std::size_t role_;
    ggp::Machine game_;
};

TEST(Match, TellsMovesAsTheRulesSpellThem) {
    const ggp::RuleSheet sheet(ggp::sides, "s");
    const auto strict = [&](std::size_t role) {
        return Seat{.name = "strict", .make = [&, role](const Over&, const Over&) {
                        return std::make_unique<StrictPlayer>(sheet, role);
                    }};
    };
    const MatchReport report =
        play_match(sheet, {strict(0), strict(1)}, {.move_seconds = 100}, steady_clock(), never);
    ASSERT_EQ(report.moves.size(), 3U);
    EXPECT_EQ(report.seats[0].role, "xPlayer");
    EXPECT_EQ(report.moves[0][1], "(pass)");
    for (std::size_t step = 0; step < 3; ++step)
        EXPECT_TRUE(report.moves[step][step % 2].starts_with("(takeSide "));
    for (const SeatReport& seat : report.seats)
        EXPECT_EQ(seat.faults.illegal + seat.faults.late + seat.faults.unreachable, 0) << seat.complaint;
}

TEST(Match, EndsWhereItIsCutOrInterrupted) {
    const ggp::RuleSheet sheet(ggp::bridges, "s");
    const std::vector<Seat> seats = {seat_of("random", sheet, 0, 1)};
    const MatchReport cut =
        play_match(sheet, seats, {.move_seconds = 100, .max_steps = 3}, steady_clock(), never);
    EXPECT_EQ(cut.end, MatchReport::End::cut);
    EXPECT_EQ(cut.moves.size(), 3U);
    int asked = 0;
    const MatchReport broken =
        play_match(sheet, seats, {.move_seconds = 100}, steady_clock(), [&] { return ++asked > 12; });
    EXPECT_EQ(broken.end, MatchReport::End::interrupted);
    EXPECT_LT(broken.moves.size(), 8U);
    // Nobody waits for a player that thinks.
    const std::vector<Seat> thinker = {seat_of("uct", sheet, 0, 1, 0)};
    const Clock clock = steady_clock();
    const double begin = clock();
    play_match(sheet, thinker, {.move_seconds = 100}, clock, [&] { return clock() > begin + 0.2; });
    EXPECT_LT(clock() - begin, 50);
}

}  // namespace
}  // namespace playout::players
