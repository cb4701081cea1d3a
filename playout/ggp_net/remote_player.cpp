#include "playout/ggp_net/remote_player.h"

#include <optional>

#include "playout/base/clock.h"
#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/gdl/rules.h"
#include "playout/ggp_net/http_reader.h"
#include "playout/ggp_net/message.h"

namespace playout::ggp_net {
namespace {

constexpr double abort_seconds = 0.05;  // whoever ends a match does not wait for long

class RemotePlayer final : public players::Player {
  public:
    explicit RemotePlayer(const RemoteMatch& match) : match_(match) {}

    ~RemotePlayer() override {
        if (!started_ || finished_) return;
        try {
            const Clock clock = steady_clock();
            const double begin = clock();
            send({.kind = Message::Kind::abort, .match = match_.match},
                 [&] { return clock() - begin > abort_seconds; });
        } catch (const std::exception&) {
            // It will notice by itself that nobody asks any more.
        }
    }

    void prepare(const players::Over& over) override {
        started_ = true;
        const std::string answer = send({.kind = Message::Kind::start,
                                         .match = match_.match,
                                         .role = match_.role,
                                         .rules = match_.rules,
                                         .start_seconds = match_.start_seconds,
                                         .move_seconds = match_.move_seconds},
                                        over);
        if (same_word(answer, "ready")) return;
        started_ = false;
        throw InputError(match_.endpoint.text, "it is not ready: " + excerpt(answer, 60));
    }

    std::string choose(const players::Over& over, const players::SoFar&) override {
        const std::string answer =
            send({.kind = Message::Kind::play, .match = match_.match, .moves = last_}, over);
        try {
            const auto read = gdl::read_kif(answer, match_.endpoint.text);
            if (read.size() == 1) return gdl::term_text(read[0], match_.endpoint.text);
        } catch (const InputError&) {
            // told below
        }
        throw InputError(match_.endpoint.text, "not a move: " + excerpt(answer, 60));
    }

    void advance(std::span<const std::string> joint) override { last_.emplace(joint.begin(), joint.end()); }

    void finish(const players::Over& over) override {
        finished_ = true;
        send({.kind = Message::Kind::stop, .match = match_.match, .moves = last_}, over);
    }

  private:
    std::string send(const Message& message, const players::Over& over) const {
        std::string answer = exchange(match_.endpoint, to_text(message), over);
        const std::size_t end = answer.find_last_not_of(" \t\r\n");
        answer.resize(end == std::string::npos ? 0 : end + 1);
        return answer;
    }

    const RemoteMatch match_;
    std::optional<std::vector<std::string>> last_;
    bool started_ = false, finished_ = false;
};

}  // namespace

std::unique_ptr<players::Player> make_remote_player(const RemoteMatch& match) {
    return std::make_unique<RemotePlayer>(match);
}

}  // namespace playout::ggp_net
