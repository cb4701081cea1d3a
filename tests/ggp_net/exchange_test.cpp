#include "playout/ggp_net/exchange.h"

#include <gtest/gtest.h>

#include "playout/base/errors.h"
#include "tests/ggp_net/doubles.h"

namespace playout::ggp_net {
namespace {

constexpr int patience = 1'000'000;

// What the exchange with such a player comes to, which is over when that was asked so often: its answer, or
// what is wrong and the reason.
std::string outcome(const PlayerDouble::Behaviour& behaviour, int looks = patience) {
    const PlayerDouble player(behaviour);
    try {
        return exchange(player.endpoint(), "(PLAY m NIL)", [&] { return --looks < 0; });
    } catch (const players::PlayerLate&) {
        return "late";
    } catch (const players::PlayerUnreachable&) {
        return "unreachable";
    } catch (const InputError& error) {
        const std::string reason = error.what();
        return reason.substr(reason.find("its answer"));
    }
}

// The same bytes again and again, for as long as somebody takes them.
PlayerDouble::Behaviour endless(const std::string& begin, const std::string& more, double pause = 0) {
    return [=](const Talk& talk, const std::string&, const std::atomic<bool>& over) {
        talk.send(begin);
        while (!over && talk.send(more)) nap(pause);
    };
}
PlayerDouble::Behaviour once(const std::string& bytes) {
    return [=](const Talk& talk, const std::string&, const std::atomic<bool>&) { talk.send(bytes); };
}

TEST(Exchange, AsksAsAManagerDoes) {
    std::string head;
    EXPECT_EQ(outcome([&](const Talk& talk, const std::string& heard, const std::atomic<bool>&) {
                  head = heard;
                  talk.send(response("noop"));
              }),
              "noop");
    EXPECT_TRUE(head.starts_with("POST / HTTP/1.0\r\n")) << head;
    EXPECT_NE(head.find("\r\nContent-Length: 12\r\n"), std::string::npos) << head;
    EXPECT_NE(head.find("\r\nContent-Type: text/acl\r\n"), std::string::npos) << head;
}

TEST(Exchange, TakesAnswersHoweverTheyEnd) {
    EXPECT_EQ(outcome(once("HTTP/1.0 200 OK\r\n\r\nnoop")), "noop");
    EXPECT_EQ(outcome(once("HTTP/1.1 500\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nnoop\r\n0\r\n\r\n")),
              "noop");
    EXPECT_EQ(outcome(once("HTTP/1.0 200 OK\r\nContent-Length: 8\r\n\r\nnoop")), "its answer: it is cut off");
    EXPECT_EQ(outcome(once("nonsense\n")), "its answer: not HTTP");
    EXPECT_EQ(outcome(once("")), "unreachable");
}

TEST(Exchange, HasOneDeadlineForAllThatTricklesIn) {
    const std::string head = "HTTP/1.0 200 OK\r\n";
    EXPECT_EQ(outcome(endless(head + "Content-Length: 100000\r\n\r\n", "x", 0.02), 50), "late");
    EXPECT_EQ(outcome(endless(head, "X", 0.02), 50), "late");
    EXPECT_EQ(outcome(endless(head, "X: y\r\n", 0.02), 50), "late");
    EXPECT_EQ(outcome(endless(head + "\r\n", "x", 0.02), 50), "late");
    EXPECT_EQ(outcome(
                  [](const Talk&, const std::string&, const std::atomic<bool>& over) {
                      while (!over) nap(0.01);
                  },
                  20),
              "late");
}

TEST(Exchange, ReadsNoMoreThanAMegabyte) {
    const std::string head = "HTTP/1.0 200 OK\r\n", lines(100'000, 'x');
    std::string fields;
    for (int i = 0; i < 10'000; ++i) fields += "X: y\r\n";
    EXPECT_EQ(outcome(endless(head + "X: ", lines)), "its answer: a head that is too long");
    EXPECT_EQ(outcome(endless(head, fields)), "its answer: a head that is too long");
    EXPECT_EQ(outcome(endless(head + "\r\n", lines)), "its answer: longer than allowed");
    EXPECT_EQ(outcome(endless(head + "Content-Length: 1000000000\r\n\r\n", lines)),
              "its answer: longer than allowed");
    EXPECT_EQ(outcome(endless(head + "Transfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n")),
              "its answer: a head that is too long");
}

TEST(Exchange, EndsAtOnceWhereItIsOver) {
    const PlayerDouble player(endless("", "", 0.01));
    EXPECT_THROW(exchange(player.endpoint(), "(INFO)", [] { return true; }), players::PlayerUnreachable);
    int asked = 0;
    EXPECT_THROW(exchange(player.endpoint(), "(INFO)", [&] { return ++asked > 5; }), players::PlayerLate);
    // A message that nobody takes does not hold it up either.
    const Socket deaf = listen_on("127.0.0.1", 0);
    asked = 0;
    EXPECT_THROW(
        exchange(endpoint_at(port_of(deaf)), std::string(50'000'000, 'x'), [&] { return ++asked > 50; }),
        players::PlayerLate);
}

TEST(Endpoint, IsAHostAndAPort) {
    for (const char* address : {"", "127.0.0.1:80", "http://", "http://host", "http://:80", "http://host:0",
                                "http://host:70000", "ftp://host:80", "http://a b:80", "http://host/path:80"})
        EXPECT_THROW(endpoint_of(address), UsageError) << address;
    EXPECT_FALSE(endpoint_of("http://localhost:9147/").addresses.empty());
    EXPECT_EQ(endpoint_of("http://[::1]:9147").addresses.size(), 1U);
    EXPECT_EQ(endpoint_of("http://127.0.0.1:9147/").host, "127.0.0.1:9147");
}

}  // namespace
}  // namespace playout::ggp_net
