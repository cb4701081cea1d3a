#include "playout/ggp_net/server.h"

#include <fmt/format.h>
#include <httplib.h>

#include <thread>

#include "playout/base/errors.h"

namespace playout::ggp_net {
namespace {

constexpr std::size_t threads = 64;    // messages at once: so many may trickle in before others have to wait
constexpr time_t slowest_seconds = 5;  // for the next piece of a message

// The path of a request without its slash, as forms encode it: %28 is a parenthesis and + a blank.
std::string decoded(std::string_view target) {
    if (target.starts_with('/')) target.remove_prefix(1);
    const auto digit = [](char letter) {
        if (letter >= '0' && letter <= '9') return letter - '0';
        const int small = letter | 0x20;
        return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
    };
    std::string text;
    for (std::size_t i = 0; i < target.size(); ++i) {
        if (target[i] == '%' && i + 2 < target.size() && digit(target[i + 1]) >= 0 &&
            digit(target[i + 2]) >= 0) {
            text += static_cast<char>(digit(target[i + 1]) * 16 + digit(target[i + 2]));
            i += 2;
        } else {
            text += target[i] == '+' ? ' ' : target[i];
        }
    }
    return text;
}

}  // namespace

struct Server::Listener {
    Service service;
    httplib::Server http;
    int port = 0;
    std::thread thread;

    Listener(ServiceConfig config, const Clock& clock) : service(std::move(config), clock) {
        http.new_task_queue = [] { return new httplib::ThreadPool(threads); };
        http.set_payload_max_length(longest_message);
        http.set_read_timeout(slowest_seconds);
        http.set_write_timeout(slowest_seconds);
        http.set_keep_alive_max_count(1);
        http.set_tcp_nodelay(true);
        // Not the library's, by which two programs could share a port.
        http.set_socket_options([](socket_t socket) {
            const int yes = 1;
            setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
        });
        http.set_default_headers({{"Access-Control-Allow-Origin", "*"},
                                  {"Access-Control-Allow-Methods", "POST, GET, OPTIONS"},
                                  {"Access-Control-Allow-Headers", "Content-Type, Accept, Sender, Receiver"},
                                  {"Access-Control-Max-Age", "86400"}});
        const auto answer = [this](const std::string& message, httplib::Response& response) {
            const Service::Reply reply = service.answer(message);
            response.status = reply.understood ? 200 : 400;
            response.set_content(reply.text, "text/acl");
        };
        http.Post(".*", [answer](const httplib::Request& request, httplib::Response& response) {
            answer(request.body, response);
        });
        http.Get(".*", [answer](const httplib::Request& request, httplib::Response& response) {
            answer(decoded(request.target), response);
        });
        http.Options(".*", [](const httplib::Request&, httplib::Response& response) { response.status = 200; });
        http.set_error_handler([](const httplib::Request&, httplib::Response& response) {
            if (response.body.empty())
                response.set_content(response.status == 413
                                         ? fmt::format("message: longer than {} bytes", longest_message)
                                         : "message: not an HTTP request of the game protocol",
                                     "text/acl");
        });
    }
};

Server::Server(ServiceConfig config, const Clock& clock, const std::string& address, int port)
    : listener_(std::make_unique<Listener>(std::move(config), clock)) {
    httplib::Server& http = listener_->http;
    const bool bound = port == 0 ? (listener_->port = http.bind_to_any_port(address)) > 0
                                 : http.bind_to_port(address, listener_->port = port);
    if (!bound) throw UsageError(fmt::format("cannot listen on {}:{}", address, port));
    listener_->thread = std::thread([&http] { http.listen_after_bind(); });
    while (!http.is_running()) std::this_thread::yield();
}

Server::~Server() {
    listener_->service.shut_down();
    listener_->http.stop();
    listener_->thread.join();
}

int Server::port() const {
    return listener_->port;
}

}  // namespace playout::ggp_net
