#include "playout/ggp_net/socket.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace playout::ggp_net {
namespace {

std::vector<SocketAddress> addresses_of(const std::string& host, int port, int flags) {
    addrinfo wanted{};
    wanted.ai_family = AF_UNSPEC;
    wanted.ai_socktype = SOCK_STREAM;
    wanted.ai_flags = flags | AI_NUMERICSERV;
    addrinfo* found = nullptr;
    std::vector<SocketAddress> addresses;
    if (getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &found) != 0) return addresses;
    for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
        SocketAddress& address = addresses.emplace_back();
        std::memcpy(&address.storage, one->ai_addr, one->ai_addrlen);
        address.size = one->ai_addrlen;
    }
    freeaddrinfo(found);
    return addresses;
}

Socket open_for(const SocketAddress& address) {
    return Socket(::socket(address.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
}

void set_option(const Socket& socket, int level, int option) {
    const int yes = 1;
    setsockopt(socket.handle(), level, option, &yes, sizeof(yes));
}

const sockaddr* bytes_of(const SocketAddress& address) {
    return reinterpret_cast<const sockaddr*>(&address.storage);
}

bool would_block() {
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

}  // namespace

Socket::~Socket() {
    if (handle_ >= 0) ::close(handle_);
}

std::vector<SocketAddress> resolve(const std::string& host, int port) {
    return addresses_of(host, port, 0);
}

std::string host_of(const SocketAddress& address) {
    const auto text_of = [](const auto& host) {
        return std::string(reinterpret_cast<const char*>(&host), sizeof(host));
    };
    if (address.storage.ss_family == AF_INET)
        return text_of(reinterpret_cast<const sockaddr_in*>(&address.storage)->sin_addr);
    if (address.storage.ss_family == AF_INET6)
        return text_of(reinterpret_cast<const sockaddr_in6*>(&address.storage)->sin6_addr);
    return {};
}

Socket listen_on(const std::string& host, int port) {
    for (const SocketAddress& address : addresses_of(host, port, AI_PASSIVE)) {
        Socket socket = open_for(address);
        if (!socket) continue;
        set_option(socket, SOL_SOCKET, SO_REUSEADDR);  // not SO_REUSEPORT, by which two programs share a port
        if (bind(socket.handle(), bytes_of(address), address.size) == 0 &&
            listen(socket.handle(), SOMAXCONN) == 0)
            return socket;
    }
    return {};
}

int port_of(const Socket& socket) {
    SocketAddress address;
    address.size = sizeof(address.storage);
    getsockname(socket.handle(), reinterpret_cast<sockaddr*>(&address.storage), &address.size);
    return ntohs(address.storage.ss_family == AF_INET6
                     ? reinterpret_cast<const sockaddr_in6*>(&address.storage)->sin6_port
                     : reinterpret_cast<const sockaddr_in*>(&address.storage)->sin_port);
}

Socket accept_from(const Socket& listener, SocketAddress& from) {
    from.size = sizeof(from.storage);
    Socket socket(accept4(listener.handle(), reinterpret_cast<sockaddr*>(&from.storage), &from.size,
                          SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (socket) set_option(socket, IPPROTO_TCP, TCP_NODELAY);
    return socket;
}

Socket connect_to(const SocketAddress& address) {
    Socket socket = open_for(address);
    if (!socket) return {};
    set_option(socket, IPPROTO_TCP, TCP_NODELAY);
    if (connect(socket.handle(), bytes_of(address), address.size) != 0 && errno != EINPROGRESS) return {};
    return socket;
}

int error_of(const Socket& socket) {
    int error = 0;
    socklen_t size = sizeof(error);
    return getsockopt(socket.handle(), SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno;
}

Moved receive(const Socket& socket, std::string& buffer) {
    const ssize_t count = recv(socket.handle(), buffer.data(), buffer.size(), 0);
    if (count > 0) return {.bytes = static_cast<std::size_t>(count)};
    return {.closed = count == 0 || !would_block()};
}

Moved transmit(const Socket& socket, std::string_view bytes) {
    const ssize_t count = send(socket.handle(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count >= 0) return {.bytes = static_cast<std::size_t>(count)};
    return {.closed = !would_block()};
}

}  // namespace playout::ggp_net
