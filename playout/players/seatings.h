// Who sits where, so that many matches between the same players are fair.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace playout::players {

// Which player (by number) sits at which role that somebody plays, match by match: every choice of as many
// players as there are seats meets `matches` times, and each time the players move on by one seat.
std::vector<std::vector<std::size_t>> seatings(std::size_t players, std::size_t seats, std::int64_t matches);

}  // namespace playout::players
