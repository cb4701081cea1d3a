#include "playout/ggp_net/http_reader.h"

#include <gtest/gtest.h>

namespace playout::ggp_net {
namespace {

using Kind = HttpReader::Kind;
using State = HttpReader::State;

// In pieces of every size, each message must read alike.
void expect_body(Kind kind, const std::string& text, const std::string& body, bool ends) {
    for (std::size_t piece = 1; piece <= text.size(); ++piece) {
        HttpReader reader(kind, {});
        for (std::size_t at = 0; at < text.size(); at += piece) {
            EXPECT_EQ(reader.state(), State::incomplete) << text;
            reader.read(std::string_view(text).substr(at, piece));
        }
        if (ends) reader.end();
        ASSERT_EQ(reader.state(), State::complete) << text << reader.reason();
        EXPECT_EQ(reader.body(), body);
    }
}

TEST(HttpReader, ReadsRequests) {
    HttpReader get(Kind::request, {});
    EXPECT_EQ(get.read("\r\nGET /%28info) HTTP/1.1\r\nHost: x\r\n\r\nwhat else"), State::complete);
    EXPECT_EQ(get.method(), "GET");
    EXPECT_EQ(get.target(), "/%28info)");
    EXPECT_EQ(get.body(), "");
    expect_body(Kind::request, "POST / HTTP/1.0\r\nCONTENT-length:  6 \r\n\r\n(INFO)", "(INFO)", false);
    expect_body(Kind::request, "POST / HTTP/1.0\nContent-Length: 6\n\n(INFO)", "(INFO)", false);
    expect_body(Kind::request, "POST / HTTP/1.0\r\nContent-Length: 0\r\n\r\n", "", false);
    expect_body(Kind::request,
                "POST / HTTP/1.1\r\nTransfer-Encoding: "
                "Chunked\r\n\r\n2;a=b\r\n(I\r\nA\r\n0123456789\r\n0\r\nX: y\r\n\r\n",
                "(I0123456789", false);
    HttpReader waiting(Kind::request, {});
    waiting.read("POST / HTTP/1.1\r\nExpect: 100-Continue\r\nContent-Length: 6\r\n");
    EXPECT_FALSE(waiting.waits_to_go_on());
    waiting.read("\r\n");
    EXPECT_TRUE(waiting.waits_to_go_on());
    waiting.read("(INFO)");
    EXPECT_FALSE(waiting.waits_to_go_on());
}

TEST(HttpReader, ReadsResponsesThatDoNotSayHowLongTheyAre) {
    expect_body(Kind::response, "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nready", "ready", false);
    expect_body(Kind::response, "HTTP/1.0 200 OK\r\n\r\nready", "ready", true);
    expect_body(Kind::response, "HTTP/1.1 400\r\n\r\nready", "ready", true);
    expect_body(Kind::response, "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\nready", "ready", true);
    expect_body(Kind::response, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nready\r\n0\r\n\r\n",
                "ready", false);
}

TEST(HttpReader, RefusesWithAStatus) {
    const std::string post = "POST / HTTP/1.1\r\n", chunks = post + "Transfer-Encoding: chunked\r\n\r\n";
    for (const auto& [text, status] :
         std::vector<std::pair<std::string, int>>{{"hello\r\n", 400},
                                                  {"GET /\r\n", 400},
                                                  {"GET / SMTP/1.0\r\n", 400},
                                                  {post + "no colon\r\n", 400},
                                                  {post + "\r\n", 411},
                                                  {post + "Content-Length: -1\r\n", 400},
                                                  {post + "Content-Length: 6x\r\n", 400},
                                                  {post + "Content-Length: 99999999999999999999999\r\n", 400},
                                                  {post + "Content-Length: 6\r\nContent-Length: 7\r\n", 400},
                                                  {post + "Content-Length: 101\r\n\r\n", 413},
                                                  {post + "Content-Length: 18446744073709551615\r\n\r\n", 413},
                                                  {post + "Transfer-Encoding: gzip\r\n", 501},
                                                  {chunks + "x\r\n", 400},
                                                  {chunks + "\r\n", 400},
                                                  {chunks + "60\r\n" + std::string(96, 'x') + "\r\n5\r\n", 413},
                                                  {chunks + "ffffffffffffffff\r\n", 413},
                                                  {chunks + "1\r\nab\r\n", 400},
                                                  {"GET / HTTP/1.0\r\nX: " + std::string(1000, 'x'), 431},
                                                  {chunks + std::string(1000, '0'), 431}}) {
        HttpReader reader(Kind::request, {.head = 200, .body = 100});
        EXPECT_EQ(reader.read(text), State::refused) << text;
        EXPECT_EQ(reader.status(), status) << text;
        EXPECT_FALSE(reader.reason().empty());
    }
    HttpReader endless(Kind::response, {.head = 200, .body = 100});
    EXPECT_EQ(endless.read("HTTP/1.0 200 OK\r\n\r\n" + std::string(101, 'x')), State::refused);
    HttpReader cut(Kind::response, {});
    cut.read("HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nrea");
    EXPECT_EQ(cut.end(), State::refused);
    HttpReader garbage(Kind::response, {});
    EXPECT_EQ(garbage.read("ready\n"), State::refused);
}

}  // namespace
}  // namespace playout::ggp_net
