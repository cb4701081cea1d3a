#include "playout/ggp_net/exchange.h"

#include <fmt/format.h>
#include <poll.h>

#include <cerrno>
#include <cstring>

#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/ggp_net/http_reader.h"

namespace playout::ggp_net {
namespace {

using players::Over;
using players::PlayerLate;
using players::PlayerUnreachable;

constexpr int look_every = 10;  // milliseconds between looks whether it is over
constexpr std::size_t max_read = std::size_t{1} << 20;
constexpr HttpReader::SizeLimits answer_limits{.head = std::size_t{64} << 10,
                                               .body = max_read - (std::size_t{64} << 10)};

std::string request_of(const Endpoint& endpoint, const std::string& message) {
    return fmt::format(
        "POST / HTTP/1.0\r\nHost: {}\r\nAccept: text/delim\r\nSender: GAMESERVER\r\nContent-Type: text/acl\r\n"
        "Content-Length: {}\r\n\r\n{}",
        endpoint.host, message.size(), message);
}

// What the socket is ready for; nothing: it is over.
short wait_for(const Socket& socket, short events, const Over& over) {
    while (!over()) {
        pollfd one{.fd = socket.handle(), .events = events, .revents = 0};
        if (poll(&one, 1, look_every) > 0) return one.revents;
    }
    return 0;
}

Socket connected(const Endpoint& endpoint, const Over& over) {
    int error = 0;
    for (const SocketAddress& address : endpoint.addresses) {
        Socket socket = connect_to(address);
        if (!socket) {
            error = errno;
            continue;
        }
        if (wait_for(socket, POLLOUT, over) == 0)
            throw PlayerUnreachable(endpoint.text + ": no connection in time");
        error = error_of(socket);
        if (error == 0) return socket;
    }
    throw PlayerUnreachable(fmt::format("{}: {}", endpoint.text, std::strerror(error)));
}

}  // namespace

Endpoint endpoint_of(const std::string& text) {
    constexpr std::string_view scheme = "http://";
    std::string_view rest = text;
    const UsageError wrong(fmt::format("'{}' is not http://HOST:PORT", excerpt(text, 60)));
    if (!rest.starts_with(scheme)) throw wrong;
    rest.remove_prefix(scheme.size());
    if (rest.ends_with('/')) rest.remove_suffix(1);
    const std::size_t colon = rest.rfind(':');
    if (colon == std::string_view::npos || colon == 0) throw wrong;
    const auto port = parse_integer(rest.substr(colon + 1));
    if (!port || *port < 1 || *port > 65535) throw wrong;
    std::string_view name = rest.substr(0, colon);
    if (name.find_first_of(" \t\r\n/") != std::string_view::npos) throw wrong;
    if (name.starts_with('[') && name.ends_with(']')) name = name.substr(1, name.size() - 2);  // IPv6
    Endpoint endpoint{text, std::string(rest), resolve(std::string(name), static_cast<int>(*port))};
    if (endpoint.addresses.empty()) throw InputError(text, "there is no such host");
    return endpoint;
}

std::string exchange(const Endpoint& endpoint, const std::string& message, const Over& over) {
    const Socket socket = connected(endpoint, over);
    const std::string request = request_of(endpoint, message);
    std::string_view unsent = request;
    HttpReader answer(HttpReader::Kind::response, answer_limits);
    std::string buffer(16384, '\0');
    bool heard = false;
    while (answer.state() == HttpReader::State::incomplete) {
        const short events = static_cast<short>(unsent.empty() ? POLLIN : POLLIN | POLLOUT);
        const short ready = wait_for(socket, events, over);
        if (ready == 0) throw PlayerLate(endpoint.text + ": no answer in time");
        if ((ready & POLLOUT) != 0 && !unsent.empty()) {
            const Moved moved = transmit(socket, unsent);
            unsent.remove_prefix(moved.closed ? unsent.size() : moved.bytes);  // it may have answered already
        }
        if ((ready & ~POLLOUT) == 0) continue;
        const Moved moved = receive(socket, buffer);
        heard = heard || moved.bytes > 0;
        if (moved.closed && !heard) throw PlayerUnreachable(endpoint.text + ": it closed the connection");
        moved.closed ? answer.end() : answer.read(std::string_view(buffer).substr(0, moved.bytes));
    }
    if (answer.state() == HttpReader::State::refused)
        throw InputError(endpoint.text, "its answer: " + answer.reason());
    return std::move(answer.body());
}

}  // namespace playout::ggp_net
