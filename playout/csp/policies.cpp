#include "playout/csp/policies.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "playout/base/errors.h"
#include "playout/csp/propagator.h"

namespace playout::csp {
namespace {

constexpr double rounding = 1e-9;

bool matches(const Tuples& rows, std::size_t row, const std::vector<Value>& values) {
    for (std::size_t i = 0; i < rows.scope.size(); ++i)
        if (rows.row(row)[i] != values[rows.scope[i]]) return false;
    return true;
}

std::optional<std::size_t> find_row(const Tuples& rows, const std::vector<Value>& values) {
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (matches(rows, row, values)) return row;
    return std::nullopt;
}

// How the variable is distributed where the ones before it have these values.
std::span<const double> chances_of(const Network& network, VariableId variable,
                                   const std::vector<Value>& values) {
    for (const Probability& probability : network.probabilities) {
        if (probability.variable != variable) continue;
        const std::size_t size = network.domain_size(variable);
        const auto row = probability.given.scope.empty() ? std::optional<std::size_t>(0)
                                                         : find_row(probability.given, values);
        if (row) return std::span(probability.chances).subspan(*row * size, size);
    }
    throw InputError("network",
                     fmt::format("nothing says how {} is distributed", network.variables[variable].name));
}

bool at_least(const std::vector<double>& one, const std::vector<double>& other) {
    for (std::size_t player = 0; player < one.size(); ++player)
        if (one[player] < other[player] - rounding) return false;
    return true;
}

// Adds a policy unless one that is there is as good for everybody; drops those that it beats.
void add(std::vector<ValuedPolicy>& front, ValuedPolicy made) {
    for (const ValuedPolicy& known : front)
        if (at_least(known.expected, made.expected)) return;
    std::erase_if(front, [&](const ValuedPolicy& known) { return at_least(made.expected, known.expected); });
    front.push_back(std::move(made));
}

class Evaluation {
  public:
    Evaluation(const Network& network, const std::function<bool()>& over)
        : network_(network), over_(over), propagator_(network), values_(network.variables.size(), 0) {}

    PolicyReport run() {
        if (propagator_.propagate()) report_.best = from(0);
        if (!report_.complete) report_.best.clear();
        return std::move(report_);
    }

  private:
    std::vector<ValuedPolicy> from(VariableId variable) {
        if (variable == network_.variables.size()) return {{utilities(), nullptr}};
        if (++report_.nodes % 1024 == 0 && over_()) report_.complete = false;
        if (!report_.complete) return {};
        return network_.variables[variable].stochastic ? drawn(variable) : chosen(variable);
    }

    // The policies after giving the variable a value.
    std::vector<ValuedPolicy> after(VariableId variable, Value value) {
        if (!propagator_.domains().contains(variable, value)) return {};
        propagator_.mark();
        propagator_.assign(variable, value);
        values_[variable] = value;
        std::vector<ValuedPolicy> front;
        if (propagator_.propagate()) front = from(variable + 1);
        propagator_.go_back();
        return front;
    }

    std::vector<ValuedPolicy> chosen(VariableId variable) {
        std::vector<ValuedPolicy> front;
        for (Value value = 0; value < network_.domain_size(variable); ++value)
            for (ValuedPolicy& below : after(variable, value)) {
                auto policy = std::make_shared<Policy>();
                policy->variable = variable;
                policy->ways.push_back({value, 1, std::move(below.policy)});
                add(front, {std::move(below.expected), std::move(policy)});
            }
        return front;
    }

    // One policy for every value that may be drawn, in all combinations.
    std::vector<ValuedPolicy> drawn(VariableId variable) {
        const std::span<const double> chances = chances_of(network_, variable, values_);
        auto nothing = std::make_shared<Policy>();
        nothing->variable = variable;
        std::vector<ValuedPolicy> front{{std::vector<double>(network_.players, 0.0), std::move(nothing)}};
        for (Value value = 0; value < network_.domain_size(variable); ++value) {
            if (chances[value] <= 0) continue;
            const std::vector<ValuedPolicy> below = after(variable, value);
            std::vector<ValuedPolicy> longer;
            for (const ValuedPolicy& so_far : front)
                for (const ValuedPolicy& one : below) {
                    ValuedPolicy both = so_far;
                    for (std::size_t player = 0; player < network_.players; ++player)
                        both.expected[player] += chances[value] * one.expected[player];
                    auto policy = std::make_shared<Policy>(*so_far.policy);
                    policy->ways.push_back({value, chances[value], one.policy});
                    both.policy = std::move(policy);
                    add(longer, std::move(both));
                }
            front = std::move(longer);
            if (front.empty()) break;
        }
        return front;
    }

    std::vector<double> utilities() const {
        std::vector<double> sum(network_.players, 0);
        for (const Utility& utility : network_.utilities)
            if (const auto row = find_row(utility.rows, values_))
                for (std::size_t player = 0; player < network_.players; ++player)
                    sum[player] += utility.gains[*row * network_.players + player];
        return sum;
    }

    const Network& network_;
    const std::function<bool()>& over_;
    Propagator propagator_;
    std::vector<Value> values_;
    PolicyReport report_;
};

// Forward checking: after a choice, values that a constraint with one open variable does not allow go.
class ForwardChecking {
  public:
    ForwardChecking(const Network& network, const std::function<bool(const std::vector<Value>&)>& visit)
        : network_(network),
          visit_(visit),
          values_(network.variables.size(), 0),
          left_(network.variables.size()) {
        for (VariableId variable = 0; variable < left_.size(); ++variable)
            left_[variable].assign(network.domain_size(variable), true);
        first_draw_ = 0;
        while (first_draw_ < network.variables.size() && !network.variables[first_draw_].stochastic)
            ++first_draw_;
    }

    ForwardCheckingReport run() {
        if (check(0)) search(0);
        return report_;
    }

  private:
    bool search(VariableId variable) {
        if (variable == first_draw_) {
            if (!feasible(variable)) return true;
            ++report_.policies;
            if (visit_({values_.begin(), values_.begin() + first_draw_})) return true;
            report_.complete = false;
            return false;
        }
        const std::vector<std::vector<bool>> before = left_;
        for (Value value = 0; value < network_.domain_size(variable); ++value) {
            if (!left_[variable][value]) continue;
            ++report_.choices;
            values_[variable] = value;
            const bool go_on = !check(variable + 1) || search(variable + 1);
            left_ = before;
            if (!go_on) return false;
        }
        return true;
    }

    // Whether every draw can be met from here on.
    bool feasible(VariableId variable) {
        if (variable == network_.variables.size()) return true;
        const bool stochastic = network_.variables[variable].stochastic;
        const std::span<const double> chances =
            stochastic ? chances_of(network_, variable, values_) : std::span<const double>();
        const std::vector<std::vector<bool>> before = left_;
        for (Value value = 0; value < network_.domain_size(variable); ++value) {
            if (stochastic && chances[value] <= 0) continue;
            values_[variable] = value;
            ++report_.choices;
            const bool possible = before[variable][value] && check(variable + 1) && feasible(variable + 1);
            left_ = before;
            if (possible != stochastic) return possible;  // one choice is enough, and one draw that fails
        }
        return stochastic;
    }

    // The first `assigned` variables have values. False: a variable has none left.
    bool check(VariableId assigned) {
        for (const Table& table : network_.tables) {
            std::optional<VariableId> open;
            bool several = false;
            for (const VariableId variable : table.allowed.scope) {
                if (variable < assigned) continue;
                several = several || (open && *open != variable);
                open = variable;
            }
            if (several) continue;
            if (!open) {
                if (!find_row(table.allowed, values_)) return false;
                continue;
            }
            bool any = false;
            for (Value value = 0; value < network_.domain_size(*open); ++value) {
                if (!left_[*open][value]) continue;
                values_[*open] = value;
                left_[*open][value] = find_row(table.allowed, values_).has_value();
                any = any || left_[*open][value];
            }
            if (!any) return false;
        }
        return true;
    }

    const Network& network_;
    const std::function<bool(const std::vector<Value>&)>& visit_;
    std::vector<Value> values_;
    std::vector<std::vector<bool>> left_;
    VariableId first_draw_ = 0;
    ForwardCheckingReport report_;
};

}  // namespace

PolicyReport best_policies(const Network& network, const std::function<bool()>& over) {
    return Evaluation(network, over).run();
}

bool reaches(const std::vector<double>& expected, const std::vector<double>& threshold) {
    return at_least(expected, threshold);
}

ForwardCheckingReport for_each_feasible_decision(const Network& network,
                                                 const std::function<bool(const std::vector<Value>&)>& visit) {
    return ForwardChecking(network, visit).run();
}

}  // namespace playout::csp
