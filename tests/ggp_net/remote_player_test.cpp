#include "playout/ggp_net/remote_player.h"

#include <gtest/gtest.h>

#include <mutex>

#include "playout/players/make_player.h"
#include "playout/players/match.h"
#include "tests/ggp/sheets.h"
#include "tests/ggp_net/doubles.h"

namespace playout::ggp_net {
namespace {

// A match of tic-tac-toe between a stand-in as x and a random player.
class RemotePlayers : public testing::Test {
  protected:
    players::MatchReport play(const PlayerDouble& far, double start_seconds, double move_seconds,
                              const std::function<bool()>& interrupted) {
        std::vector<players::Seat> seats(2);
        seats[0] = {.name = "far",
                    .make =
                        [&](const Over&, const Over&) {
                            return make_remote_player(
                                {far.endpoint(), "m", "x", ggp::tic_tac_toe, start_seconds, move_seconds});
                        },
                    .elsewhere = players::Elsewhere{start_seconds, move_seconds, 0.2}};
        seats[1] = {.name = "near", .make = [&](const Over&, const Over&) {
                        return players::make_player("random", sheet, 1, {});
                    }};
        return players::play_match(sheet, seats, {.move_seconds = 100, .max_steps = 2}, clock, interrupted);
    }
    static PlayerDouble::Behaviour ready_then(const PlayerDouble::Behaviour& behaviour) {
        return [=](const Talk& talk, const std::string& heard, const std::atomic<bool>& over) {
            const bool starts = heard.find("(START") != std::string::npos;
            starts ? static_cast<void>(talk.send(response("ready"))) : behaviour(talk, heard, over);
        };
    }
    static constexpr auto trickle = [](const Talk& talk, const std::string&, const std::atomic<bool>& over) {
        talk.send("HTTP/1.0 200 OK\r\n");
        while (!over && talk.send("x")) nap(0.05);
    };
    const ggp::RuleSheet sheet{ggp::tic_tac_toe, "s"};
    const Clock clock = steady_clock();
};

TEST_F(RemotePlayers, LoseTheirClockWhereTheyTrickle) {
    const PlayerDouble far(ready_then(trickle));
    const players::MatchReport report = play(far, 20, 0.3, [] { return false; });
    const players::Faults& faults = report.seats[0].faults;
    EXPECT_EQ(faults.late + faults.unreachable, 2);  // it may not even be reached on a machine that pauses
    EXPECT_TRUE(report.seats[0].complaint.starts_with("move 2: ")) << report.seats[0].complaint;
    EXPECT_EQ(report.seats[0].latest_seconds > 0, faults.late > 0);
    EXPECT_EQ(report.seats[1].complaint, "");
}

TEST_F(RemotePlayers, AreLeftAtOnceWhereAMatchIsInterrupted) {
    for (const bool from_the_start : {true, false}) {
        const PlayerDouble far(from_the_start ? PlayerDouble::Behaviour(trickle) : ready_then(trickle));
        const double begin = clock();
        const players::MatchReport report = play(far, 1000, 1000, [&] { return clock() - begin > 0.3; });
        EXPECT_EQ(report.end, players::MatchReport::End::interrupted);
        EXPECT_EQ(report.seats[0].faults.late, 0);  // it was not its fault
        EXPECT_LT(clock() - begin, 60);
    }
}

TEST_F(RemotePlayers, MustBeReadyBeforeTheFirstMove) {
    for (const std::string answer : {"busy", "nil", "", "(mark 1 1)"}) {
        std::atomic<int> messages = 0;
        const PlayerDouble far([&](const Talk& talk, const std::string&, const std::atomic<bool>&) {
            ++messages;
            talk.send(response(answer));
        });
        try {
            play(far, 20, 20, [] { return false; });
            ADD_FAILURE() << answer;
        } catch (const players::NotReady& error) {
            EXPECT_EQ(error.what(), "match: " + far.endpoint().text + ": it is not ready: " + answer);
        }
        EXPECT_EQ(messages, 1);  // nothing began, so that nothing is aborted
    }
    const PlayerDouble silent([](const Talk&, const std::string&, const std::atomic<bool>& over) {
        while (!over) nap(0.01);
    });
    EXPECT_THROW(play(silent, 0.1, 20, [] { return false; }), players::NotReady);
    const PlayerDouble loud(
        [](const Talk& talk, const std::string&, const std::atomic<bool>&) { talk.send(response("READY")); });
    EXPECT_EQ(play(loud, 20, 20, [] { return false; }).seats[0].faults.illegal, 2);
}

TEST_F(RemotePlayers, AreUnreachableWhereNobodyListens) {
    int port = 0;
    {
        const Socket listener = listen_on("127.0.0.1", 0);
        port = port_of(listener);
    }
    const auto player = make_remote_player({endpoint_at(port), "m", "x", "", 1, 1});
    EXPECT_THROW(player->choose([] { return false; }, {}), players::PlayerUnreachable);
}

}  // namespace
}  // namespace playout::ggp_net
