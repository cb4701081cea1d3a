// HTTP requests on a port, each answered by a function that may take its time. One thread accepts, reads and
// writes for everybody and never waits for anybody, so that requests that trickle in cost nothing but their
// place; others answer. Each connection is for one request.
#pragma once

#include <poll.h>

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "playout/base/clock.h"
#include "playout/ggp_net/http_reader.h"
#include "playout/ggp_net/socket.h"

namespace playout::ggp_net {

struct HttpRequest {
    std::string method, target, body;
    double received = 0;  // by the clock, when it was complete
    int status = 0;       // of one that was refused, with the reason as its body
};
struct HttpAnswer {
    int status = 200;
    std::string body = {};
};

struct HttpLimits {
    std::size_t connections = 512;
    // Of one host. Beyond, as beyond all connections, the oldest is dropped that has not sent its request yet.
    std::size_t connections_of_host = 256;
    double request_seconds = 10;  // from the connection to the end of the request
    double answer_seconds = 5;    // to take the answer
    HttpReader::SizeLimits request = {};
    // Of requests that are not complete, all together; beyond, the oldest is dropped too.
    std::size_t held_bytes = std::size_t{32} << 20;
    // Threads that answer. Long requests have their own: reading them is work, and others must not wait for it.
    std::size_t answerers = 16, answerers_of_long = 2;
    std::size_t long_bytes = std::size_t{64} << 10;
    std::size_t long_queue = 16;  // more that wait are refused
};

class HttpServer {
  public:
    using Handler = std::function<HttpAnswer(const HttpRequest&)>;

    // Listens at once. `fields` are lines of the head of every answer, each with its end. Throws UsageError
    // where it cannot listen there.
    HttpServer(const std::string& address, int port, const HttpLimits& limits, std::string fields,
               Handler handler, Clock clock);
    // Waits for the handler where it is at work, but for nobody outside.
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    int port() const { return port_; }

  private:
    struct Connection;
    using Number = std::uint64_t;                      // of a connection, in the order in which they came
    using Connections = std::map<Number, Connection>;  // the oldest first
    using Queue = std::deque<std::pair<Number, HttpRequest>>;

    void serve();
    std::vector<pollfd> wait_for_any(std::vector<Number>& numbers);
    bool in_time(Connection& connection, double now) const;
    void answer_all(Queue& queue);
    void accept_all();
    bool make_room(const std::string& host);
    bool drop_oldest(const std::string& host);
    void hold_less();
    std::string greatest_host() const;
    void take_answers();
    void pass_on(Number number, Connection& connection);
    bool go_on(Number number, Connection& connection);
    bool read_from(Number number, Connection& connection);
    bool write_to(Connection& connection);
    bool drain(Connection& connection);
    void respond(Connection& connection, const HttpAnswer& answer) const;
    void wake();

    const HttpLimits limits_;
    const std::string fields_;
    const Handler handler_;
    const Clock clock_;
    Socket listener_, wake_in_, wake_out_;
    int port_ = 0;

    // Of the thread that serves.
    Connections connections_;
    Number last_number_ = 0;
    bool cannot_accept_ = false;
    std::string buffer_;

    std::mutex mutex_;
    std::condition_variable changed_;
    Queue short_, long_;                                   // complete and not yet taken
    std::vector<std::pair<Number, HttpAnswer>> answered_;  // not yet sent
    bool no_more_ = false, stop_ = false;
    std::vector<std::thread> answerers_;
    std::thread server_;
};

}  // namespace playout::ggp_net
