#include "playout/players/tournament.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace playout::players {

double Standing::score() const {
    if (matches == 0) return 0;
    return (static_cast<double>(wins) + static_cast<double>(draws) / 2) / static_cast<double>(matches);
}

std::array<double, 2> wilson_interval(double share, std::int64_t trials) {
    if (trials == 0) return {0, 1};
    const double n = static_cast<double>(trials), z = 1.959963984540054;
    const double centre = (share + z * z / (2 * n)) / (1 + z * z / n);
    const double half = z / (1 + z * z / n) * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

std::vector<std::vector<std::size_t>> seatings(std::size_t players, std::size_t seats, std::int64_t matches) {
    std::vector<std::vector<std::size_t>> all;
    std::vector<std::size_t> chosen(seats);
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
    for (;;) {
        for (std::int64_t match = 0; match < matches; ++match) {
            std::vector<std::size_t> seated = chosen;
            std::rotate(seated.begin(), seated.begin() + match % static_cast<std::int64_t>(seats),
                        seated.end());
            all.push_back(std::move(seated));
        }
        std::size_t last = seats;  // the next choice, in the order of a dictionary
        while (last > 0 && chosen[last - 1] == players - seats + last - 1) --last;
        if (last == 0) return all;
        ++chosen[last - 1];
        for (std::size_t i = last; i < seats; ++i) chosen[i] = chosen[i - 1] + 1;
    }
}

void enter_result(const MatchReport& report, const std::vector<std::size_t>& played_roles,
                  const std::vector<std::size_t>& players, std::vector<Standing>& standings) {
    const auto goal = [&](std::size_t seat) { return report.seats[played_roles[seat]].goal; };
    bool counts = report.end != MatchReport::End::interrupted;
    for (std::size_t seat = 0; seat < played_roles.size(); ++seat) counts = counts && goal(seat);
    for (std::size_t seat = 0; seat < played_roles.size(); ++seat) {
        const SeatReport& own = report.seats[played_roles[seat]];
        Standing& standing = standings[players[seat]];
        standing.faults.late += own.faults.late;
        standing.faults.unreachable += own.faults.unreachable;
        standing.faults.illegal += own.faults.illegal;
        standing.longest_seconds = std::max(standing.longest_seconds, own.longest_seconds);
        if (!counts) continue;
        int best_other = played_roles.size() == 1 ? 99 : -1;
        for (std::size_t other = 0; other < played_roles.size(); ++other)
            if (other != seat) best_other = std::max(best_other, *goal(other));
        ++standing.matches;
        standing.goals += *own.goal;
        if (*own.goal > best_other) ++standing.wins;
        if (*own.goal == best_other && played_roles.size() > 1) ++standing.draws;
        if (*own.goal < best_other || (played_roles.size() == 1 && *own.goal <= 99)) ++standing.losses;
    }
}

}  // namespace playout::players
