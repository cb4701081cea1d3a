// TCP sockets that never block: whoever uses one decides how long to wait, with poll().
#pragma once

#include <sys/socket.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace playout::ggp_net {

// Owns a file descriptor.
class Socket {
  public:
    Socket() = default;
    explicit Socket(int handle) : handle_(handle) {}
    Socket(Socket&& other) noexcept : handle_(std::exchange(other.handle_, -1)) {}
    Socket& operator=(Socket&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Socket();

    int handle() const { return handle_; }
    explicit operator bool() const { return handle_ >= 0; }

  private:
    int handle_ = -1;
};

struct SocketAddress {
    sockaddr_storage storage = {};
    socklen_t size = 0;
};

// The addresses of a host. May take as long as the system takes to ask for a name, and cannot be interrupted:
// for numbers, such as 127.0.0.1, it asks nobody. Empty where there are none.
std::vector<SocketAddress> resolve(const std::string& host, int port);
// The same for all connections from one host, whatever their ports.
std::string host_of(const SocketAddress& address);

// Port 0: any that is free. No socket where that cannot be done.
Socket listen_on(const std::string& host, int port);
int port_of(const Socket& socket);
// The next connection that somebody has opened. No socket: there is none, or it cannot be taken now.
Socket accept_from(const Socket& listener, SocketAddress& from);

// Begins to connect: the socket can be written to once that is done. No socket: it failed at once.
Socket connect_to(const SocketAddress& address);
// What came of connecting: 0 or an errno.
int error_of(const Socket& socket);

// What a call that does not wait has moved.
struct Moved {
    std::size_t bytes = 0;
    bool closed = false;  // there is nothing to come, or nobody to write to
};
// Into what `buffer` has room for.
Moved receive(const Socket& socket, std::string& buffer);
Moved transmit(const Socket& socket, std::string_view bytes);

}  // namespace playout::ggp_net
