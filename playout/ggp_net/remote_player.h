// A player elsewhere, reached as a game manager reaches it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "playout/players/player.h"

namespace playout::ggp_net {

struct RemoteMatch {
    std::string address;  // http://HOST:PORT
    std::string match;    // its name in the messages
    std::string role;     // as the rules spell it
    std::string rules;    // prefix form
    double start_seconds = 0, move_seconds = 1;
};

// The seconds beyond a clock that an answer may take.
inline constexpr double network_grace = 1;

// Throws UsageError where the text is no address.
void require_address(const std::string& address);

// Throws UsageError where the address is none.
std::unique_ptr<players::Player> make_remote_player(const RemoteMatch& match);

}  // namespace playout::ggp_net
