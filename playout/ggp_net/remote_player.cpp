#include "playout/ggp_net/remote_player.h"

#include <fmt/format.h>
#include <httplib.h>

#include <algorithm>
#include <chrono>

#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/gdl/rules.h"
#include "playout/ggp_net/message.h"

namespace playout::ggp_net {
namespace {

constexpr std::size_t longest_answer = std::size_t{1} << 20;

struct Address {
    std::string host;
    int port;
};

Address address_of(const std::string& text) {
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
    std::string_view host = rest.substr(0, colon);
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);  // IPv6
    return {std::string(host), static_cast<int>(*port)};
}

class RemotePlayer final : public players::Player {
  public:
    explicit RemotePlayer(const RemoteMatch& match) : match_(match), address_(address_of(match.address)) {}

    ~RemotePlayer() override {
        if (!started_ || finished_) return;
        try {
            send({.kind = Message::Kind::abort, .match = match_.match}, 1);
        } catch (const std::exception&) {
            // It will notice by itself that nobody asks any more.
        }
    }

    void prepare(const players::Over&) override {
        started_ = true;
        const std::string answer = send({.kind = Message::Kind::start,
                                         .match = match_.match,
                                         .role = match_.role,
                                         .rules = match_.rules,
                                         .start_seconds = match_.start_seconds,
                                         .move_seconds = match_.move_seconds},
                                        match_.start_seconds + network_grace);
        if (answer != "ready") throw InputError(match_.address, "it is not ready: " + excerpt(answer, 60));
    }

    std::string choose(const players::Over&, const players::SoFar&) override {
        const std::string answer = send({.kind = Message::Kind::play, .match = match_.match, .moves = last_},
                                        match_.move_seconds + network_grace);
        try {
            const auto read = gdl::read_kif(answer, match_.address);
            if (read.size() == 1) return gdl::term_text(read[0], match_.address);
        } catch (const InputError&) {
            // told below
        }
        throw InputError(match_.address, "not a move: " + excerpt(answer, 60));
    }

    void advance(std::span<const std::string> joint) override { last_.emplace(joint.begin(), joint.end()); }

    void finish() override {
        finished_ = true;
        send({.kind = Message::Kind::stop, .match = match_.match, .moves = last_}, match_.move_seconds);
    }

  private:
    std::string send(const Message& message, double seconds) const {
        httplib::Client client(address_.host, address_.port);
        const auto of_seconds = [](double time) {
            return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::duration<double>(time));
        };
        client.set_connection_timeout(of_seconds(std::clamp(seconds, 0.1, 5.0)));
        client.set_read_timeout(of_seconds(std::max(seconds, 0.1)));
        client.set_keep_alive(false);
        std::string answer;
        httplib::Request request;
        request.method = "POST";
        request.path = "/";
        request.headers = {{"Accept", "text/delim"}, {"Sender", "GAMESERVER"}, {"Content-Type", "text/acl"}};
        request.body = to_text(message);
        request.content_receiver = [&](const char* data, std::size_t size, std::uint64_t, std::uint64_t) {
            answer.append(data, size);
            return answer.size() <= longest_answer;
        };
        const auto result = client.send(request);
        if (!result) {
            const std::string reason = fmt::format("{}: {}", match_.address, to_string(result.error()));
            if (result.error() == httplib::Error::Read) throw players::PlayerLate(reason);
            throw players::PlayerUnreachable(reason);
        }
        const std::size_t end = answer.find_last_not_of(" \t\r\n");
        answer.resize(end == std::string::npos ? 0 : end + 1);
        return answer;
    }

    const RemoteMatch match_;
    const Address address_;
    std::optional<std::vector<std::string>> last_;
    bool started_ = false, finished_ = false;
};

}  // namespace

void require_address(const std::string& address) {
    address_of(address);
}

std::unique_ptr<players::Player> make_remote_player(const RemoteMatch& match) {
    return std::make_unique<RemotePlayer>(match);
}

}  // namespace playout::ggp_net
