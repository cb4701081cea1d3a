// Many matches between the same players, and who is the better one.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "playout/players/match.h"

namespace playout::players {

struct Standing {
    std::string name = {};
    std::int64_t matches = 0, wins = 0, draws = 0, losses = 0;
    double goals = 0;  // their sum
    Faults faults = {};
    double longest_seconds = 0;

    // Wins, and draws by half, a match.
    double score() const;
};

// The interval of Wilson (1927) in which the true share lies with 95 %, given the share seen in a number of
// trials.
std::array<double, 2> wilson_interval(double share, std::int64_t trials);

// Which player (by number) sits at which role that somebody plays, match by match: every choice of as many
// players as there are seats meets `matches` times, and each time the players move on by one seat.
std::vector<std::vector<std::size_t>> seatings(std::size_t players, std::size_t seats, std::int64_t matches);

// A player wins where its goal is higher than those of all others that are played; where there are no others,
// with 100. A match without a goal for everybody does not count.
void enter_result(const MatchReport& report, const std::vector<std::size_t>& played_roles,
                  const std::vector<std::size_t>& players, std::vector<Standing>& standings);

}  // namespace playout::players
