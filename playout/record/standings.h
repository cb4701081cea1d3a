// Who is the better player, by the records of many matches between the same ones.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "playout/record/match_record.h"

namespace playout {

struct Standing {
    std::string player = {};
    std::int64_t matches = 0, wins = 0, draws = 0, losses = 0;
    double goals = 0;  // their sum
    MatchFaults faults = {};
    double longest_seconds = 0;

    // Wins, and draws by half, a match.
    double score() const;
    // In which the true score lies with 95 %.
    std::array<double, 2> interval() const;
    double mean_goal() const;
};

// The interval of Wilson (1927) in which the true share lies with 95 %, from a share of so many trials.
std::array<double, 2> wilson_interval(double share, std::int64_t trials);

// How the first of two players fared beside the second in the matches in which both played.
struct Pairing {
    std::string first, second;
    Standing standing;
};

struct Standings {
    std::vector<Standing> players;
    std::vector<Pairing> pairings;
};

// Nobody has played yet. Each has a name of its own, also where two are the same player.
Standings standings_of(const std::vector<std::string>& players);

// Who sat where in a match: the roles that somebody plays, and which player (by number) sits at each.
struct Seating {
    std::vector<std::size_t> roles, players;
};

// A player wins where its goal is higher than those of all others that are played; where there are no others,
// with 100. A match without a goal for everybody does not count, but for the pairs that have one.
void enter_result(const MatchRecord& record, const Seating& seating, Standings& standings);

Json to_json(const Standing& standing);

}  // namespace playout
