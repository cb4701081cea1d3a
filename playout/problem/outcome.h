// What a finished solution is worth, and the one place where two of them are compared.
#pragma once

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
