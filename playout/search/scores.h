// What a finished game is worth as a number, where that is what a search needs: larger is better, whatever the
// sense of the problem. Counted from the first game's, so that small differences between large values are not
// lost in short numbers; formulas see differences only. An infeasible game is below every feasible one seen so
// far, by its violation.
#pragma once

#include <algorithm>

#include "playout/base/archive.h"
#include "playout/problem/outcome.h"
#include "playout/problem/state.h"

namespace playout {

class Scores {
  public:
    explicit Scores(Sense sense) : sign_(sense == Sense::maximise ? 1 : -1) {}

    double of(const Outcome& outcome) {
        double score = sign_ * outcome.value;
        if (first_) origin_ = score;
        first_ = false;
        score -= origin_;
        if (outcome.feasible()) {
            least_ = std::min(least_, score);
            return score;
        }
        return least_ - outcome.violation;
    }

    // By the smooth value, where the domain has one.
    template <State S>
    double of_smooth(const S& end) {
        Outcome outcome{0, smooth_value_of(end)};
        if constexpr (HasViolation<S>) outcome.violation = static_cast<double>(end.violation());
        return of(outcome);
    }

    // The value of a feasible game with this score.
    double value(double score) const { return sign_ * (score + origin_); }

    void archive(Archive& archive) { archive(first_, origin_, least_); }

  private:
    double sign_;
    bool first_ = true;
    double origin_ = 0;
    double least_ = 0;  // of the feasible ones
};

}  // namespace playout
