// What uct (uct_search.h) counts at a node.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace playout {

// What is counted at a node. Scores are values turned so that larger is better.
struct UctStatistics {
    static constexpr double nothing = -std::numeric_limits<double>::infinity();
    static constexpr float worst_limit = std::numeric_limits<float>::infinity();

    double best = nothing;  // of the feasible games below, what is closed left out
    double sum = 0;

    // Short, so that a node stays small; where that is not exact, to the side that is safe.
    float worst = worst_limit;
    float bound = 0;         // as the domain gives it
    float inverse_root = 0;  // of the visits
    std::uint32_t visits = 0;

    void add(double score) {
        best = std::max(best, score);
        if (score < static_cast<double>(worst)) worst = shortened(score, -worst_limit);
        sum += score;
        count();
    }
    void count() {
        visits += visits < std::numeric_limits<std::uint32_t>::max();
        inverse_root = 1 / std::sqrt(static_cast<float>(visits));
    }
    // The nearest short number on the side of `safe`.
    static float shortened(double number, float safe) {
        const auto near = static_cast<float>(number);
        const bool wrong_side =
            safe > 0 ? static_cast<double>(near) < number : static_cast<double>(near) > number;
        return wrong_side ? std::nextafter(near, safe) : near;
    }
    double mean() const { return sum / visits; }
    bool feasible() const { return true; }
    std::uint32_t feasible_games() const { return visits; }
};

// With infeasible games as well (Rei, section 3.3).
struct ConstrainedStatistics : UctStatistics {
    double least_violation = -nothing;  // of the infeasible games below, what is closed left out
    double max_violation = 0;
    std::uint32_t feasible_visits = 0;

    void add(double score, double violation) {
        if (violation == 0) {
            UctStatistics::add(score);
            ++feasible_visits;
        } else {
            count();
            least_violation = std::min(least_violation, violation);
            max_violation = std::max(max_violation, violation);
        }
    }
    double mean() const { return sum / feasible_visits; }
    bool feasible() const { return best > nothing; }
    std::uint32_t feasible_games() const { return feasible_visits; }
};

// Where the domain lists its moves one at a time: how far it has come.
template <typename Statistics>
struct WithCursor : Statistics {
    std::uint64_t cursor = 0;
};

}  // namespace playout
