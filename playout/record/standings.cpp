#include "playout/record/standings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace playout {
namespace {

void enter_players(const MatchRecord& record, const Seating& seating, std::vector<Standing>& standings) {
    const std::size_t seats = seating.roles.size();
    const auto goal = [&](std::size_t seat) { return record.seats[seating.roles[seat]].goal; };
    bool counts = record.end != MatchEnd::interrupted;
    for (std::size_t seat = 0; seat < seats; ++seat) counts = counts && goal(seat);
    for (std::size_t seat = 0; seat < seats; ++seat) {
        const MatchSeat& own = record.seats[seating.roles[seat]];
        Standing& standing = standings[seating.players[seat]];
        standing.faults.late += own.faults.late;
        standing.faults.unreachable += own.faults.unreachable;
        standing.faults.illegal += own.faults.illegal;
        standing.longest_seconds = std::max(standing.longest_seconds, own.longest_seconds);
        if (!counts) continue;
        int best_other = seats == 1 ? 99 : -1;
        for (std::size_t other = 0; other < seats; ++other)
            if (other != seat) best_other = std::max(best_other, *goal(other));
        ++standing.matches;
        standing.goals += *own.goal;
        if (*own.goal > best_other) ++standing.wins;
        if (*own.goal == best_other && seats > 1) ++standing.draws;
        if (*own.goal < best_other || (seats == 1 && *own.goal <= 99)) ++standing.losses;
    }
}

Standing& standing_of_pair(Standings& standings, std::size_t first, std::size_t second) {
    const std::string& one = standings.players[first].player;
    const std::string& other = standings.players[second].player;
    auto place = std::find_if(standings.pairings.begin(), standings.pairings.end(),
                              [&](const Pairing& pair) { return pair.first == one && pair.second == other; });
    if (place == standings.pairings.end()) place = standings.pairings.insert(place, {one, other, {}});
    return place->standing;
}

// Every two of those who played, by their own goals.
void enter_pairings(const MatchRecord& record, const Seating& seating, Standings& standings) {
    if (record.end == MatchEnd::interrupted) return;
    for (std::size_t i = 0; i < seating.players.size(); ++i)
        for (std::size_t j = 0; j < seating.players.size(); ++j) {
            const auto one = record.seats[seating.roles[i]].goal, other = record.seats[seating.roles[j]].goal;
            if (seating.players[i] >= seating.players[j] || !one || !other) continue;
            Standing& standing = standing_of_pair(standings, seating.players[i], seating.players[j]);
            ++standing.matches;
            ++(*one > *other ? standing.wins : *one == *other ? standing.draws : standing.losses);
            standing.goals += *one;
        }
}

}  // namespace

double Standing::score() const {
    if (matches == 0) return 0;
    return (static_cast<double>(wins) + static_cast<double>(draws) / 2) / static_cast<double>(matches);
}

std::array<double, 2> Standing::interval() const {
    return wilson_interval(score(), matches);
}

double Standing::mean_goal() const {
    return goals / static_cast<double>(std::max<std::int64_t>(matches, 1));
}

std::array<double, 2> wilson_interval(double share, std::int64_t trials) {
    if (trials == 0) return {0, 1};
    const double n = static_cast<double>(trials), z = 1.959963984540054;
    const double centre = (share + z * z / (2 * n)) / (1 + z * z / n);
    const double half = z / (1 + z * z / n) * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

Standings standings_of(const std::vector<std::string>& players) {
    Standings standings;
    for (const std::string& player : players) {
        const auto before = std::count_if(
            standings.players.begin(), standings.players.end(),
            [&](const Standing& one) { return one.player == player || one.player.starts_with(player + "#"); });
        standings.players.push_back(
            {.player = before == 0 ? player : fmt::format("{}#{}", player, before + 1)});
    }
    return standings;
}

void enter_result(const MatchRecord& record, const Seating& seating, Standings& standings) {
    enter_players(record, seating, standings.players);
    enter_pairings(record, seating, standings);
}

Json to_json(const Standing& standing) {
    return {{"player", standing.player},
            {"matches", standing.matches},
            {"wins", standing.wins},
            {"draws", standing.draws},
            {"losses", standing.losses},
            {"score", standing.score()},
            {"interval", standing.interval()},
            {"mean_goal", standing.mean_goal()},
            {"faults", to_json(standing.faults)},
            {"longest_seconds", standing.longest_seconds}};
}

}  // namespace playout
