#include "playout/ggp_net/http_server.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>

#include "playout/base/errors.h"
#include "tests/ggp_net/doubles.h"

namespace playout::ggp_net {
namespace {

// Answers with what it was asked; the word `wait` waits until it may go.
class HttpServers : public testing::Test {
  protected:
    void listen(const HttpLimits& limits) {
        server = std::make_unique<HttpServer>(
            "127.0.0.1", 0, limits, "X-Own: yes\r\n",
            [this](const HttpRequest& request) -> HttpAnswer {
                ++asked;
                while (request.body.starts_with("wait") && !may_go) nap(0.002);
                if (request.body == "fail") throw InputError("it", "failed");
                if (request.status != 0) return {request.status, request.body};
                return {200, request.method + " " + request.target + " " + std::to_string(request.body.size())};
            },
            [this] { return now.load(); });
    }
    std::string ask(const std::string& bytes) const {
        const Talk talk(server->port());
        talk.send(bytes);
        return talk.hear();
    }
    void expect_asked(int count) const {
        for (int i = 0; i < 30'000 && asked < count; ++i) nap(0.002);
        EXPECT_EQ(asked, count);
    }
    // The connections that the server has not closed, as soon as they are no more than expected.
    static std::size_t left(const std::vector<std::unique_ptr<Talk>>& talks, std::size_t expected) {
        std::size_t open = 0;
        for (int i = 0; i < 30'000; ++i) {
            open = 0;
            for (const auto& talk : talks) open += talk->closed() ? 0 : 1;
            if (open <= expected) break;
            nap(0.002);
        }
        return open;
    }
    std::atomic<double> now = 0;
    std::atomic<bool> may_go = false;
    std::atomic<int> asked = 0;
    std::unique_ptr<HttpServer> server;
};

TEST_F(HttpServers, AnswerWhatHttpHas) {
    listen({});
    EXPECT_EQ(ask("POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc"),
              "HTTP/1.1 200 OK\r\nX-Own: yes\r\nContent-Type: text/acl\r\nContent-Length: 8\r\n"
              "Connection: close\r\n\r\nPOST / 3");
    EXPECT_TRUE(ask("GET /a+b HTTP/1.1\r\nHost: x\r\n\r\n").ends_with("GET /a+b 0"));
    EXPECT_TRUE(ask("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
                    .ends_with("POST / 3"));
    EXPECT_TRUE(ask(request("fail")).starts_with("HTTP/1.1 500 Internal Server Error\r\n"));
    EXPECT_TRUE(ask("POST / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 411 Length Required\r\n"));
    EXPECT_TRUE(ask("nonsense\r\n\r\n").starts_with("HTTP/1.1 400 Bad Request\r\n"));
    EXPECT_TRUE(ask("GET / HTTP/1.0\r\nX: " + std::string(100'000, 'x')).starts_with("HTTP/1.1 431 "));
    // It is told so even while it sends.
    EXPECT_TRUE(ask(request(std::string(5'000'000, 'x'))).starts_with("HTTP/1.1 413 Payload Too Large\r\n"));
    const Talk patient(server->port());
    patient.send("POST / HTTP/1.1\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
    EXPECT_EQ(patient.hear("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
    patient.send("abc");
    EXPECT_TRUE(patient.hear().ends_with("POST / 3"));
}

TEST_F(HttpServers, DropTheOldestThatIsSlow) {
    HttpLimits limits;
    limits.connections_of_host = 5;
    listen(limits);
    const Talk waiting(server->port());
    waiting.send(request("wait"));
    expect_asked(1);
    std::vector<std::unique_ptr<Talk>> slow;
    for (int i = 0; i < 20; ++i) {
        slow.push_back(std::make_unique<Talk>(server->port()));
        slow.back()->send("POST / HTTP/1.0\r\n");
    }
    EXPECT_EQ(left(slow, 4), 4U);
    for (int i = 0; i < 20; ++i) EXPECT_EQ(slow[static_cast<std::size_t>(i)]->closed(), i < 16) << i;
    EXPECT_TRUE(ask(request("abc")).ends_with("POST / 3"));
    may_go = true;
    EXPECT_TRUE(waiting.hear().ends_with("POST / 4"));  // who sent all of it is not dropped
}

TEST_F(HttpServers, HoldOnlySoMuch) {
    HttpLimits limits;
    limits.held_bytes = 500'000;
    listen(limits);
    std::vector<std::unique_ptr<Talk>> large;
    for (int i = 0; i < 10; ++i) {
        large.push_back(std::make_unique<Talk>(server->port()));
        large.back()->send("POST / HTTP/1.0\r\nContent-Length: 200000\r\n\r\n" + std::string(199'999, 'x'));
    }
    EXPECT_LE(left(large, 2), 2U);
    EXPECT_TRUE(ask(request("abc")).ends_with("POST / 3"));
}

TEST_F(HttpServers, HaveOneDeadlineForARequest) {
    listen({});
    const Talk slow(server->port());
    slow.send("POST / HTTP/1.0\r\nContent-Le");
    EXPECT_TRUE(ask(request("abc")).ends_with("POST / 3"));
    now = 9;
    EXPECT_TRUE(ask(request("abc")).ends_with("POST / 3"));
    slow.send("ngth: 3\r\n");
    now = 11;
    EXPECT_TRUE(slow.hear().starts_with("HTTP/1.1 408 Request Timeout\r\n"));
    // The answer may take as long as it takes.
    const Talk waiting(server->port());
    waiting.send(request("wait"));
    expect_asked(3);
    now = 100;
    may_go = true;
    EXPECT_TRUE(waiting.hear().ends_with("POST / 4"));
}

TEST_F(HttpServers, AnswerShortOnesWhileLongOnesAreAtWork) {
    HttpLimits limits;
    limits.answerers_of_long = 1;
    limits.long_queue = 2;
    listen(limits);
    const std::string large = request("wait" + std::string(100'000, 'x'));
    std::vector<std::unique_ptr<Talk>> talks;
    for (int i = 0; i < 3; ++i) {
        talks.push_back(std::make_unique<Talk>(server->port()));
        talks.back()->send(large);
        if (i == 0) expect_asked(1);
    }
    // Once there are too many, the next is told.
    std::string refused;
    for (int i = 0; i < 1000 && refused.empty(); ++i) {
        talks.push_back(std::make_unique<Talk>(server->port()));
        talks.back()->send(large);
        nap(0.01);
        for (const auto& talk : talks)
            if (talk->readable()) refused = talk->hear();
    }
    EXPECT_TRUE(refused.starts_with("HTTP/1.1 503 Service Unavailable\r\n")) << refused;
    EXPECT_TRUE(ask(request("abc")).ends_with("POST / 3"));
    may_go = true;
    EXPECT_TRUE(talks[0]->hear().ends_with("POST / 100004"));
}

TEST_F(HttpServers, EndWhoeverIsConnected) {
    listen({});
    std::vector<std::unique_ptr<Talk>> talks;
    for (int i = 0; i < 30; ++i) talks.push_back(std::make_unique<Talk>(server->port()));
    talks[0]->send("POST / HTTP/1.0\r\n");
    talks[1]->send(request("wait"));
    expect_asked(1);
    may_go = true;
    server.reset();
    EXPECT_TRUE(talks[1]->hear().ends_with("POST / 4"));  // what is known is still sent
    EXPECT_EQ(left(talks, 0), 0U);
}

}  // namespace
}  // namespace playout::ggp_net
