#include "playout/ggp_net/server.h"

#include <fmt/format.h>

namespace playout::ggp_net {
namespace {

// Pages in a browser may ask too.
constexpr const char* fields =
    "Access-Control-Allow-Origin: *\r\n"
    "Access-Control-Allow-Methods: POST, GET, OPTIONS\r\n"
    "Access-Control-Allow-Headers: Content-Type, Accept, Sender, Receiver\r\n"
    "Access-Control-Max-Age: 86400\r\n";

HttpLimits limits() {
    HttpLimits limits;
    limits.request.body = longest_message;
    return limits;
}

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

HttpAnswer answer(Service& service, const HttpRequest& request) {
    if (request.status == 413) return {413, fmt::format("message: longer than {} bytes", longest_message)};
    if (request.status != 0)
        return {request.status, "message: not an HTTP request of the game protocol: " + request.body};
    if (request.method == "OPTIONS") return {};
    if (request.method != "POST" && request.method != "GET")
        return {405, "message: not an HTTP request of the game protocol: not POST, GET or OPTIONS"};
    const Service::Reply reply =
        service.answer(request.method == "POST" ? request.body : decoded(request.target), request.received);
    return {reply.understood ? 200 : 400, reply.text};
}

}  // namespace

Server::Server(ServiceConfig config, const Clock& clock, const std::string& address, int port)
    : service_(std::move(config), clock),
      http_(
          address, port, limits(), fields,
          [this](const HttpRequest& request) { return answer(service_, request); }, clock) {}

Server::~Server() {
    service_.shut_down();  // so that nobody waits for a move
}

}  // namespace playout::ggp_net
