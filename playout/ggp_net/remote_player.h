// A player elsewhere, reached as a game manager reaches it.
#pragma once

#include <memory>
#include <string>

#include "playout/ggp_net/exchange.h"
#include "playout/players/player.h"

namespace playout::ggp_net {

struct RemoteMatch {
    Endpoint endpoint;
    std::string match;                           // its name in the messages
    std::string role;                            // as the rules spell it
    std::string rules;                           // prefix form
    double start_seconds = 1, move_seconds = 1;  // as it is told; others understand whole seconds only
};

// The seconds beyond a clock that an answer may take.
inline constexpr double network_grace = 1;

// Every exchange ends when `over` says so: that is for how long an answer is waited for.
std::unique_ptr<players::Player> make_remote_player(const RemoteMatch& match);

}  // namespace playout::ggp_net
