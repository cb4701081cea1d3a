#include "playout/ggp_net/http_server.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "playout/base/errors.h"
#include "playout/base/freed_memory.h"

namespace playout::ggp_net {
namespace {

constexpr int longest_nap = 100;      // milliseconds
constexpr int max_accepted = 64;      // before those that are there get their turn
constexpr double drain_seconds = 2;   // for a sender to notice that it has its answer
constexpr std::size_t piece = 65536;  // read at a time from one connection

std::string_view name_of(int status) {
    switch (status) {
        case 200:
            return "OK";
        case 405:
            return "Method Not Allowed";
        case 408:
            return "Request Timeout";
        case 411:
            return "Length Required";
        case 413:
            return "Payload Too Large";
        case 431:
            return "Request Header Fields Too Large";
        case 500:
            return "Internal Server Error";
        case 501:
            return "Not Implemented";
        case 503:
            return "Service Unavailable";
        default:
            return "Bad Request";
    }
}

}  // namespace

struct HttpServer::Connection {
    enum class Phase { reading, answering, writing, draining };
    Connection(Socket opened, std::string from, double until, const HttpReader::SizeLimits& limits)
        : socket(std::move(opened)),
          host(std::move(from)),
          deadline(until),
          reader(HttpReader::Kind::request, limits) {}
    Socket socket;
    std::string host;
    Phase phase = Phase::reading;
    double deadline;  // of the phase
    HttpReader reader;
    bool told_to_go_on = false;
    std::string out = {};  // what is still to be written
};

HttpServer::HttpServer(const std::string& address, int port, const HttpLimits& limits, std::string fields,
                       Handler handler, Clock clock)
    : limits_(limits),
      fields_(std::move(fields)),
      handler_(std::move(handler)),
      clock_(std::move(clock)),
      listener_(listen_on(address, port)),
      buffer_(piece, '\0') {
    if (!listener_) throw UsageError(fmt::format("cannot listen on {}:{}", address, port));
    port_ = port_of(listener_);
    int pipe[2];
    if (pipe2(pipe, O_NONBLOCK | O_CLOEXEC) != 0) throw UsageError("cannot open a pipe");
    wake_in_ = Socket(pipe[0]);
    wake_out_ = Socket(pipe[1]);
    for (std::size_t i = 0; i < limits_.answerers; ++i) answerers_.emplace_back([this] { answer_all(short_); });
    for (std::size_t i = 0; i < limits_.answerers_of_long; ++i)
        answerers_.emplace_back([this] { answer_all(long_); });
    server_ = std::thread([this] { serve(); });
}

HttpServer::~HttpServer() {
    {
        const std::lock_guard lock(mutex_);
        no_more_ = true;
        changed_.notify_all();
    }
    for (std::thread& answerer : answerers_) answerer.join();
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    wake();
    server_.join();
}

void HttpServer::wake() {
    const char byte = 0;
    // A pipe that is full wakes it just as well.
    [[maybe_unused]] const ssize_t written = write(wake_out_.handle(), &byte, 1);
}

// A thread that answers.
void HttpServer::answer_all(Queue& queue) {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [&] { return no_more_ || !queue.empty(); });
        if (no_more_) return;
        auto [number, request] = std::move(queue.front());
        queue.pop_front();
        lock.unlock();
        HttpAnswer answer;
        try {
            answer = handler_(request);
        } catch (const std::exception& error) {
            answer = {500, error.what()};
        }
        request = {};
        if (&queue == &long_) give_back_pages();  // reading one takes fifty times its length
        lock.lock();
        answered_.emplace_back(number, std::move(answer));
        wake();
    }
}

// The thread that reads and writes.
void HttpServer::serve() {
    for (;;) {
        take_answers();
        {
            const std::lock_guard lock(mutex_);
            if (stop_) return;
        }
        std::vector<Number> numbers;
        std::vector<pollfd> polled = wait_for_any(numbers);
        const double now = clock_();
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const auto place = connections_.find(numbers[i]);
            if ((polled[i + 2].revents != 0 && !go_on(place->first, place->second)) ||
                !in_time(place->second, now))
                connections_.erase(place);
        }
        hold_less();
        if (polled[0].revents != 0) accept_all();
    }
}

// Until somebody can be read from or written to, an answer is there or a deadline may have come: what happened
// at the listener, at the pipe, and at the connections with these numbers.
std::vector<pollfd> HttpServer::wait_for_any(std::vector<Number>& numbers) {
    const short accepting = std::exchange(cannot_accept_, false) ? 0 : POLLIN;
    std::vector<pollfd> polled = {{.fd = listener_.handle(), .events = accepting, .revents = 0},
                                  {.fd = wake_in_.handle(), .events = POLLIN, .revents = 0}};
    const double now = clock_();
    double next = now + longest_nap / 1e3;
    for (const auto& [number, connection] : connections_) {
        if (connection.phase == Connection::Phase::answering) continue;  // nothing is expected of it
        const int writing = connection.out.empty() ? 0 : POLLOUT;
        const int reading = connection.phase == Connection::Phase::writing ? 0 : POLLIN;
        polled.push_back(
            {.fd = connection.socket.handle(), .events = static_cast<short>(writing | reading), .revents = 0});
        numbers.push_back(number);
        next = std::min(next, connection.deadline);
    }
    // A call that fails is as good as one in which nothing happened.
    poll(polled.data(), polled.size(), static_cast<int>(std::max(next - now, 0.0) * 1e3) + 1);
    return polled;
}

// Whoever sends its request too slowly is told so; whoever does not take the answer is not waited for.
bool HttpServer::in_time(Connection& connection, double now) const {
    using Phase = Connection::Phase;
    if (connection.phase == Phase::answering || now < connection.deadline) return true;
    if (connection.phase != Phase::reading) return false;
    respond(connection, {408, "message: it did not come in time"});
    return true;
}

void HttpServer::accept_all() {
    for (int i = 0; i < max_accepted; ++i) {
        SocketAddress from;
        Socket socket = accept_from(listener_, from);
        if (!socket) {
            // None is left to be accepted; or no descriptor is: then not again at once.
            cannot_accept_ = errno != EAGAIN && errno != EWOULDBLOCK && errno != ECONNABORTED && errno != EINTR;
            return;
        }
        const std::string host = host_of(from);
        if (!make_room(host)) continue;
        const auto place = connections_
                               .try_emplace(++last_number_, std::move(socket), host,
                                            clock_() + limits_.request_seconds, limits_.request)
                               .first;
        // Most requests are there already, and need not be held.
        if (!read_from(place->first, place->second)) connections_.erase(place);
    }
}

// For one more connection of a host. False: all that might be dropped are being answered.
bool HttpServer::make_room(const std::string& host) {
    const auto of_host = std::count_if(connections_.begin(), connections_.end(),
                                       [&](const auto& one) { return one.second.host == host; });
    if (static_cast<std::size_t>(of_host) >= limits_.connections_of_host) return drop_oldest(host);
    return connections_.size() < limits_.connections || drop_oldest(greatest_host());
}

void HttpServer::hold_less() {
    const auto held = [&] {
        std::size_t bytes = 0;
        for (const auto& [number, connection] : connections_)
            if (connection.phase == Connection::Phase::reading) bytes += connection.reader.bytes();
        return bytes;
    };
    while (held() > limits_.held_bytes && drop_oldest(greatest_host())) {
    }
}

// The one with the most connections that might be dropped.
std::string HttpServer::greatest_host() const {
    std::map<std::string, std::size_t> count;
    std::string greatest;
    for (const auto& [number, connection] : connections_)
        if (connection.phase != Connection::Phase::answering &&
            ++count[connection.host] > (greatest.empty() ? 0 : count[greatest]))
            greatest = connection.host;
    return greatest;
}

// Of those that are not being answered.
bool HttpServer::drop_oldest(const std::string& host) {
    const auto place = std::find_if(connections_.begin(), connections_.end(), [&](const auto& one) {
        return one.second.host == host && one.second.phase != Connection::Phase::answering;
    });
    if (place == connections_.end()) return false;
    connections_.erase(place);
    return true;
}

void HttpServer::take_answers() {
    char bytes[256];
    while (::read(wake_in_.handle(), bytes, sizeof(bytes)) > 0) {
    }
    std::vector<std::pair<Number, HttpAnswer>> answered;
    {
        const std::lock_guard lock(mutex_);
        answered.swap(answered_);
    }
    for (const auto& [number, answer] : answered) {
        const auto place = connections_.find(number);
        respond(place->second, answer);
        if (!write_to(place->second)) connections_.erase(place);
    }
}

void HttpServer::respond(Connection& connection, const HttpAnswer& answer) const {
    connection.phase = Connection::Phase::writing;
    connection.deadline = clock_() + limits_.answer_seconds;
    connection.out += fmt::format(
        "HTTP/1.1 {} {}\r\n{}Content-Type: text/acl\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{}",
        answer.status, name_of(answer.status), fields_, answer.body.size(), answer.body);
}

// What the connection is ready for. False: it is over.
bool HttpServer::go_on(Number number, Connection& connection) {
    using Phase = Connection::Phase;
    if (!connection.out.empty() && !write_to(connection)) return false;
    if (connection.phase == Phase::reading) return read_from(number, connection);
    return connection.phase != Phase::draining || drain(connection);
}

bool HttpServer::read_from(Number number, Connection& connection) {
    const Moved moved = receive(connection.socket, buffer_);
    if (moved.closed) return false;
    HttpReader& reader = connection.reader;
    if (reader.read(std::string_view(buffer_).substr(0, moved.bytes)) != HttpReader::State::incomplete) {
        pass_on(number, connection);
        return true;
    }
    if (reader.waits_to_go_on() && !std::exchange(connection.told_to_go_on, true)) {
        connection.out = "HTTP/1.1 100 Continue\r\n\r\n";
        return write_to(connection);
    }
    return true;
}

// A request that is complete, or that was refused.
void HttpServer::pass_on(Number number, Connection& connection) {
    HttpReader& reader = connection.reader;
    HttpRequest request{reader.method(), reader.target(), {}, clock_()};
    if (reader.state() == HttpReader::State::refused) {
        request.status = reader.status();
        request.body = reader.reason();
    } else {
        request.body = std::move(reader.body());
    }
    const bool is_long = request.body.size() > limits_.long_bytes;
    const std::lock_guard lock(mutex_);
    if (is_long && long_.size() >= limits_.long_queue) return respond(connection, {503, "busy"});
    connection.phase = Connection::Phase::answering;
    (is_long ? long_ : short_).emplace_back(number, std::move(request));
    changed_.notify_all();
}

bool HttpServer::write_to(Connection& connection) {
    const Moved moved = transmit(connection.socket, connection.out);
    if (moved.closed) return false;
    connection.out.erase(0, moved.bytes);
    if (!connection.out.empty() || connection.phase != Connection::Phase::writing) return true;
    // A connection that is closed while bytes come in is reset, and the answer may be lost with it.
    shutdown(connection.socket.handle(), SHUT_WR);
    connection.phase = Connection::Phase::draining;
    connection.deadline = clock_() + drain_seconds;
    return drain(connection);
}

bool HttpServer::drain(Connection& connection) {
    return !receive(connection.socket, buffer_).closed;
}

}  // namespace playout::ggp_net
