// The formulas by which searches choose among arms, each from what was seen of one arm and of all together.
// Larger is better.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>

namespace playout {

// Of rewards from their number, sum and sum of squares.
inline double variance_of(double visits, double sum, double squares) {
    assert(visits > 0);
    const double mean = sum / visits;
    return std::max(0.0, squares / visits - mean * mean);
}

// UCT's exploration term, Rei, (2.4).
inline double uct_exploration(double c, double parent_visits, double visits) {
    assert(parent_visits >= 1 && visits > 0);
    return c * std::sqrt(std::log(parent_visits) / visits);
}

// The third term of Schadd et al. 2012, (1): a possible deviation, with the constant D that makes rarely
// visited nodes promising.
inline double possible_deviation(double visits, double sum, double squares, double d) {
    return std::sqrt(variance_of(visits, sum, squares) + d / visits);
}

// UCB1-TUNED's term of uncertainty (Baier and Winands 2012, section II), of rewards in [0, 1]; the mean is to
// be added.
inline double ucb1_tuned(double c, double parent_visits, double visits, double variance) {
    assert(parent_visits >= 1 && visits > 0 && variance >= 0);
    const double width = 2 * std::log(parent_visits) / visits;
    return c * std::sqrt(width * std::min(0.25, variance + std::sqrt(width)));
}

// Rei, (3.1) and (3.2): where a child's best lies between the worst (0) and the best (1) seen below its parent.
inline double share_of_range(double own, double best, double worst) {
    return best == worst ? 0 : (own - worst) / (best - worst);
}

// Rei, (3.3), with the coefficients of the feasible case as its interval needs them: every feasible child above
// every infeasible one, and the more of a kind were seen below the parent, the more room it has.
inline double joint_exploitation(bool feasible, double share, double feasible_seen, double infeasible_seen) {
    const double all = feasible_seen + infeasible_seen;
    assert(!feasible || all > 0);
    if (!feasible) return infeasible_seen / (all + 1) * share;
    return infeasible_seen / all + feasible_seen / all * share;
}

// How much of a child's worth is taken from the moves played later in the games below its parent (Gelly and
// Silver 2007), where `equivalence` is the number of visits at which both count alike.
inline double rave_weight(double equivalence, double visits) {
    assert(equivalence > 0 && visits >= 0);
    return std::sqrt(equivalence / (3 * visits + equivalence));
}

// sqrt(ln n) is asked for at every step down, so it is looked up: small n as they are, larger ones by their
// leading nine bits, which is right to four digits.
class RootOfLog {
  public:
    RootOfLog() {
        for (std::size_t i = 1; i < small; ++i) exact_[i] = of(static_cast<double>(i));
        for (std::size_t i = 0; i < rough_.size(); ++i)
            rough_[i] =
                of(std::ldexp(1 + (static_cast<double>(i % steps) + 0.5) / steps, static_cast<int>(i / steps)));
    }
    float operator()(std::uint32_t visits) const {
        if (visits < small) return exact_[visits];
        const int power = std::bit_width(visits) - 1;
        const std::uint32_t step = (visits >> (power - step_bits)) - steps;
        return rough_[static_cast<std::size_t>(power) * steps + step];
    }

  private:
    static constexpr std::uint32_t small = 2048, step_bits = 8, steps = 1 << step_bits;
    static float of(double n) { return static_cast<float>(std::sqrt(std::log(n))); }

    std::array<float, small> exact_{};
    std::array<float, 32 * steps> rough_{};
};

}  // namespace playout
