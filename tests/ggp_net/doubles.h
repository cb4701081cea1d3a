// Stand-ins for others on the network: a player that answers in whatever way a test says, and a client that
// sends bytes.
#pragma once

#include <poll.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "playout/ggp_net/exchange.h"
#include "playout/ggp_net/socket.h"

namespace playout::ggp_net {

inline void nap(double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

inline Endpoint endpoint_at(int port) {
    return endpoint_of("http://127.0.0.1:" + std::to_string(port));
}

// One end of a connection, for calls that wait.
class Talk {
  public:
    explicit Talk(Socket socket) : socket_(std::move(socket)) {}
    explicit Talk(int port) : socket_(connect_to(endpoint_at(port).addresses.at(0))) {
        pollfd one{.fd = socket_.handle(), .events = POLLOUT, .revents = 0};
        poll(&one, 1, 60'000);
    }

    // False: nobody is there.
    bool send(std::string_view bytes) const {
        while (!bytes.empty()) {
            const Moved moved = transmit(socket_, bytes);
            if (moved.closed) return false;
            bytes.remove_prefix(moved.bytes);
            if (moved.bytes == 0) wait(POLLOUT, 100);
        }
        return true;
    }
    // What comes until the text is among it, the connection is closed or a minute is over; empty text: until
    // then.
    std::string hear(std::string_view until = {}) const {
        std::string heard, buffer(65536, '\0');
        for (int i = 0; i < 600 && (until.empty() || heard.find(until) == std::string::npos); ++i) {
            if (!wait(POLLIN, 100)) continue;
            const Moved moved = receive(socket_, buffer);
            if (moved.closed) break;
            heard.append(buffer, 0, moved.bytes);
        }
        return heard;
    }
    bool readable() const { return wait(POLLIN, 0); }
    // Whether the other side has closed it by now; what it had sent is lost.
    bool closed() const {
        std::string buffer(65536, '\0');
        return readable() && receive(socket_, buffer).closed;
    }

  private:
    bool wait(short events, int milliseconds) const {
        pollfd one{.fd = socket_.handle(), .events = events, .revents = 0};
        return poll(&one, 1, milliseconds) > 0;
    }
    Socket socket_;
};

inline std::string response(const std::string& body) {
    return "HTTP/1.0 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}
inline std::string request(const std::string& body) {
    return "POST / HTTP/1.0\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

// Listens on a port; everybody who connects and sends something gets what the function does with it.
class PlayerDouble {
  public:
    using Behaviour = std::function<void(const Talk&, const std::string& head, const std::atomic<bool>& over)>;
    explicit PlayerDouble(Behaviour behaviour)
        : behaviour_(std::move(behaviour)), listener_(listen_on("127.0.0.1", 0)), thread_([this] { run(); }) {}
    ~PlayerDouble() {
        over_ = true;
        thread_.join();
    }
    Endpoint endpoint() const { return endpoint_at(port_of(listener_)); }

  private:
    void run() {
        std::vector<std::thread> talks;
        while (!over_) {
            SocketAddress from;
            Socket socket = accept_from(listener_, from);
            if (!socket) {
                nap(0.002);
                continue;
            }
            talks.emplace_back(
                [this, talk = Talk(std::move(socket))] { behaviour_(talk, talk.hear("\r\n\r\n"), over_); });
        }
        for (std::thread& one : talks) one.join();
    }

    const Behaviour behaviour_;
    const Socket listener_;
    std::atomic<bool> over_ = false;
    std::thread thread_;
};

}  // namespace playout::ggp_net
