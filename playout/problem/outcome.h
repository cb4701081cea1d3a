// What a finished solution is worth, and the one place where two of them are compared.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>

namespace playout {

enum class Sense { minimise, maximise };

// A solution with less violation is better, whatever its value; at equal violation the value decides.
struct Outcome {
    double violation = 0;  // degree of infeasibility, 0 = feasible
    double value = 0;

    bool feasible() const { return violation == 0; }
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

inline bool better_value(double left, double right, Sense sense) {
    return sense == Sense::maximise ? left > right : left < right;
}

// The value is better than a bound allows. Whole numbers must keep it exactly; of others a billionth is left to
// rounding, since a bound and a value may be summed up in another order.
inline bool breaks_bound(double value, double bound, Sense sense) {
    if (!better_value(value, bound, sense)) return std::isnan(bound);
    if (value == std::trunc(value) && bound == std::trunc(bound)) return true;
    return std::abs(value - bound) > 1e-9 * std::max(std::abs(value), std::abs(bound));
}

// A domain whose values a double cannot hold exactly derives its own outcome from Outcome and gives the order:
// `left.exact_order(right)` is negative where left is the smaller value, 0 where they are equal.
template <typename T>
concept ExactOutcome = std::derived_from<T, Outcome> && requires(const T& left, const T& right) {
    { left.exact_order(right) } -> std::convertible_to<int>;
};

template <std::derived_from<Outcome> T>
bool better(const T& left, const T& right, Sense sense) {
    if (left.violation != right.violation) return left.violation < right.violation;
    if constexpr (ExactOutcome<T>) {
        return better_value(static_cast<double>(left.exact_order(right)), 0, sense);
    } else {
        return better_value(left.value, right.value, sense);
    }
}

}  // namespace playout
