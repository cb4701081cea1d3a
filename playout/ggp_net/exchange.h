// One question to a player elsewhere and its answer, over HTTP. All of it (connecting, sending, a head and a
// body that trickle in) ends when `over` says so, and no more than a megabyte is read.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "playout/ggp_net/socket.h"
#include "playout/players/player.h"

namespace playout::ggp_net {

// Somebody who listens at http://HOST:PORT.
struct Endpoint {
    std::string text;                      // as it was given; errors begin with it
    std::string host;                      // and the port, for the head of a request
    std::vector<SocketAddress> addresses;  // tried one after the other
};
// Throws UsageError where the text is no address, and InputError where nobody knows the host. See `resolve`.
Endpoint endpoint_of(const std::string& text);

// The body of the answer, whatever its status. Throws PlayerUnreachable where there is no connection or it is
// closed without an answer, PlayerLate where the answer is not complete when it is over, InputError where it is
// not HTTP or too long.
std::string exchange(const Endpoint& endpoint, const std::string& message, const players::Over& over);

}  // namespace playout::ggp_net
