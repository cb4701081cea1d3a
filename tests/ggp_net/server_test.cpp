#include "playout/ggp_net/server.h"

#include <gtest/gtest.h>

#include "playout/base/errors.h"
#include "playout/ggp_net/remote_player.h"
#include "playout/players/match.h"
#include "tests/ggp/sheets.h"
#include "tests/ggp_net/doubles.h"

namespace playout::ggp_net {
namespace {

std::string ask(const Server& server, const std::string& bytes) {
    const Talk talk(server.port());
    talk.send(bytes);
    return talk.hear();
}

void expect_good_matches(const Server& server, int matches) {
    const ggp::RuleSheet sheet(ggp::tic_tac_toe, "s");
    const players::Elsewhere clocks{.start_seconds = 20, .move_seconds = 20, .grace = network_grace};
    std::vector<players::Seat> seats(2);
    seats[0] = {
        .name = "far",
        .make =
            [&](const Over&, const Over&) {
                return make_remote_player({endpoint_at(server.port()), "m", "x", ggp::tic_tac_toe, 20, 20});
            },
        .elsewhere = clocks};
    seats[1] = {.name = "near",
                .make = [&](const Over&, const Over&) { return players::make_player("random", sheet, 1, {}); }};
    for (int match = 0; match < matches; ++match) {
        const players::MatchReport report = players::play_match(
            sheet, seats, {.start_seconds = 20, .move_seconds = 20}, steady_clock(), [] { return false; });
        EXPECT_EQ(report.seats[0].complaint, "");
        EXPECT_EQ(
            report.seats[0].faults.late + report.seats[0].faults.illegal + report.seats[0].faults.unreachable,
            0);
        EXPECT_GE(report.seats[0].goal, 50);
    }
}

ServiceConfig quick() {
    ServiceConfig config;
    config.settings.playouts = 200;
    return config;
}

TEST(Server, IsAPlayerLikeAnyOther) {
    const Server server(quick(), steady_clock(), "127.0.0.1", 0);
    expect_good_matches(server, 3);
}

TEST(Server, PlaysOnWhileHundredsTrickle) {
    const Server server(quick(), steady_clock(), "127.0.0.1", 0);
    std::atomic<bool> over = false;
    std::thread slow([&] {
        std::vector<std::unique_ptr<Talk>> talks(200);
        while (!over) {
            for (auto& talk : talks) {
                if (!talk || !talk->send("(")) {
                    talk = std::make_unique<Talk>(server.port());  // again, where it was dropped
                    talk->send("POST / HTTP/1.0\r\nContent-Length: 100000\r\n\r\n");
                }
                if (over) break;
            }
            nap(0.1);
        }
    });
    nap(0.2);
    expect_good_matches(server, 1);
    over = true;
    slow.join();
}

TEST(Server, AnswersBrowsersAndWhatIsNoMessage) {
    const Server server(quick(), steady_clock(), "127.0.0.1", 0);
    const std::string info = "( ( name playout ) ( status available ) ( species computer ) )";
    EXPECT_TRUE(ask(server, request("( INFO )")).ends_with(info));
    EXPECT_TRUE(ask(server, "GET /%28+INFO%20%29 HTTP/1.1\r\nHost: x\r\n\r\n").ends_with(info));
    const std::string options = ask(server, "OPTIONS / HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_TRUE(options.starts_with("HTTP/1.1 200 OK\r\n"));
    EXPECT_NE(options.find("\r\nAccess-Control-Allow-Methods: POST, GET, OPTIONS\r\n"), std::string::npos);
    EXPECT_TRUE(ask(server, "DELETE / HTTP/1.1\r\nHost: x\r\n\r\n").starts_with("HTTP/1.1 405 "));
    EXPECT_TRUE(ask(server, "nonsense\r\n\r\n").starts_with("HTTP/1.1 400 "));
    EXPECT_TRUE(ask(server, request("(PLAY")).starts_with("HTTP/1.1 400 "));
    EXPECT_TRUE(ask(server, request(std::string(longest_message + 1, '(')))
                    .ends_with("message: longer than 1048576 bytes"));
    // The longest that is read: quickly, and then refused.
    EXPECT_TRUE(
        ask(server, request("(" + std::string(longest_message - 2, ' ') + ")")).starts_with("HTTP/1.1 400 "));
}

TEST(Server, RefusesAPortThatIsTaken) {
    const Server server(ServiceConfig{}, steady_clock(), "127.0.0.1", 0);
    EXPECT_THROW(Server(ServiceConfig{}, steady_clock(), "127.0.0.1", server.port()), UsageError);
    EXPECT_THROW(Server(ServiceConfig{.player = "nobody"}, steady_clock(), "127.0.0.1", 0), UsageError);
}

}  // namespace
}  // namespace playout::ggp_net
