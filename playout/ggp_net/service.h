// A player behind the GGP protocol: what it answers to a manager's messages, whoever carries them. One match at
// a time; any number of threads may bring messages.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "playout/base/clock.h"
#include "playout/ggp_net/message.h"
#include "playout/players/make_player.h"
#include "playout/players/timed_player.h"

namespace playout::ggp_net {

struct ServiceConfig {
    std::string name = "playout";           // of INFO
    std::string player = "uct";             // of players::player_names()
    double margin = -1;                     // seconds kept back of each clock; less than 0: by the clock
    players::PlayerSettings settings = {};  // the seed counts up from match to match
    gdl::NameCase names = gdl::NameCase::exact;
    std::function<void(const std::string&)> log = [](const std::string&) {};  // a line an event
};

class Service {
  public:
    Service(ServiceConfig config, Clock clock);
    ~Service();

    struct Reply {
        bool understood = true;  // false: the text says what is wrong with the message
        std::string text;
    };
    // Waits for the player where the message asks for a move, but never beyond the clock, which runs from when
    // the message was received.
    Reply answer(std::string_view message, double received);
    Reply answer(std::string_view message) { return answer(message, clock_()); }
    // Ends what is under way; from here on it is busy.
    void shut_down();

  private:
    struct Match;

    std::string info();
    Reply start(const Message& message, double received);
    std::string play(const Message& message, double received);
    std::string stop(const Message& message);
    std::shared_ptr<Match> match_of(const Message& message);
    bool can_start(std::vector<std::shared_ptr<Match>>& ended);
    void retire(std::shared_ptr<Match> match);
    players::TimedPlayer::Times times(double received, double seconds) const;

    const ServiceConfig config_;
    const Clock clock_;
    std::mutex mutex_;
    std::shared_ptr<Match> match_;                 // the one that is played
    std::vector<std::shared_ptr<Match>> retired_;  // whose threads may still be at work
    std::uint64_t matches_ = 0;
    bool shut_down_ = false;
};

}  // namespace playout::ggp_net
