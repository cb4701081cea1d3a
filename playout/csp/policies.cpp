#include "playout/csp/policies.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "playout/base/errors.h"
#include "playout/csp/propagator.h"

namespace playout::csp {
namespace {

constexpr double rounding = 1e-9;

// Where a row is that the values of all variables match.
class RowIndex {
  public:
    RowIndex() = default;
    explicit RowIndex(const Tuples& rows) : scope_(rows.scope), row_(scope_.size()) {
        for (std::size_t row = 0; row < rows.size(); ++row)
            places_.emplace(std::vector<Value>(rows.row(row).begin(), rows.row(row).end()), row);
    }
    std::optional<std::size_t> find(const std::vector<Value>& values) const {
        if (scope_.empty()) return 0;  // one row for all
        for (std::size_t i = 0; i < scope_.size(); ++i) row_[i] = values[scope_[i]];
        const auto found = places_.find(row_);
        return found == places_.end() ? std::nullopt : std::optional(found->second);
    }

  private:
    std::vector<VariableId> scope_;
    std::map<std::vector<Value>, std::size_t> places_;
    mutable std::vector<Value> row_;  // for the moment only
};

// How variables are distributed.
class Chances {
  public:
    explicit Chances(const Network& network) : network_(network), of_(network.variables.size()) {
        for (const Probability& probability : network.probabilities)
            of_[probability.variable] = {&probability, RowIndex(probability.given)};
    }
    // Where the variables before it have these values.
    std::span<const double> of(VariableId variable, const std::vector<Value>& values) const {
        const auto& [probability, rows] = of_[variable];
        const std::size_t size = network_.domain_size(variable);
        if (probability != nullptr)
            if (const auto row = rows.find(values))
                return std::span(probability->chances).subspan(*row * size, size);
        throw InputError("network",
                         fmt::format("nothing says how {} is distributed", network_.variables[variable].name));
    }

  private:
    const Network& network_;
    std::vector<std::pair<const Probability*, RowIndex>> of_;  // by variable
};

bool at_least(const std::vector<double>& one, const std::vector<double>& other) {
    for (std::size_t player = 0; player < other.size(); ++player)
        if (one[player] < other[player] - rounding) return false;
    return true;
}

// One that is there is as good for everybody.
bool is_beaten(const std::vector<ValuedPolicy>& front, const std::vector<double>& expected) {
    return std::any_of(front.begin(), front.end(),
                       [&](const ValuedPolicy& known) { return at_least(known.expected, expected); });
}

// Drops those that the new one beats.
void add(std::vector<ValuedPolicy>& front, ValuedPolicy made) {
    std::erase_if(front, [&](const ValuedPolicy& known) { return at_least(made.expected, known.expected); });
    front.push_back(std::move(made));
}

class Evaluation {
  public:
    Evaluation(const Network& network, const std::function<bool()>& over)
        : network_(network),
          over_(over),
          propagator_(network),
          chances_(network),
          values_(network.variables.size(), 0) {
        for (const Utility& utility : network.utilities) utilities_.emplace_back(utility.rows);
    }

    PolicyReport run() {
        if (propagator_.propagate()) report_.best = from(0);
        if (!report_.complete) report_.best.clear();
        return std::move(report_);
    }

  private:
    std::vector<ValuedPolicy> from(VariableId variable) {
        if (!goes_on()) return {};
        if (variable == network_.variables.size()) return {{utilities(), nullptr}};
        return network_.variables[variable].stochastic ? drawn(variable) : chosen(variable);
    }

    bool goes_on() {
        if (report_.complete && ++report_.nodes % 1024 == 0 && over_()) report_.complete = false;
        return report_.complete;
    }

    // The policies after giving the variable a value.
    std::vector<ValuedPolicy> after(VariableId variable, Value value) {
        if (!report_.complete || !propagator_.domains().contains(variable, value)) return {};
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
                if (!goes_on()) return {};
                if (is_beaten(front, below.expected)) continue;
                auto policy = std::make_shared<Policy>();
                policy->variable = variable;
                policy->ways.push_back({value, 1, std::move(below.policy)});
                add(front, {std::move(below.expected), std::move(policy)});
            }
        return front;
    }

    // One policy for every value that may be drawn, in all combinations.
    std::vector<ValuedPolicy> drawn(VariableId variable) {
        const std::span<const double> chances = chances_.of(variable, values_);
        auto nothing = std::make_shared<Policy>();
        nothing->variable = variable;
        std::vector<ValuedPolicy> front{{std::vector<double>(network_.players, 0.0), std::move(nothing)}};
        for (Value value = 0; value < network_.domain_size(variable); ++value) {
            if (chances[value] <= 0) continue;
            const std::vector<ValuedPolicy> below = after(variable, value);
            std::vector<ValuedPolicy> longer;
            for (const ValuedPolicy& so_far : front)
                for (const ValuedPolicy& one : below) {
                    if (!goes_on()) return {};
                    std::vector<double> expected = so_far.expected;
                    for (std::size_t player = 0; player < network_.players; ++player)
                        expected[player] += chances[value] * one.expected[player];
                    if (is_beaten(longer, expected)) continue;
                    auto policy = std::make_shared<Policy>(*so_far.policy);
                    policy->ways.push_back({value, chances[value], one.policy});
                    add(longer, {std::move(expected), std::move(policy)});
                }
            front = std::move(longer);
            if (front.empty()) break;
        }
        return front;
    }

    std::vector<double> utilities() const {
        std::vector<double> sum(network_.players, 0);
        for (std::size_t i = 0; i < utilities_.size(); ++i)
            if (const auto row = utilities_[i].find(values_))
                for (std::size_t player = 0; player < network_.players; ++player)
                    sum[player] += network_.utilities[i].gains[*row * network_.players + player];
        return sum;
    }

    const Network& network_;
    const std::function<bool()>& over_;
    Propagator propagator_;
    const Chances chances_;
    std::vector<RowIndex> utilities_;
    std::vector<Value> values_;
    PolicyReport report_;
};

// Forward checking: after a choice, values that a constraint with one open variable does not allow go.
class ForwardChecking {
  public:
    ForwardChecking(const Network& network, const std::function<bool(const std::vector<Value>&)>& visit)
        : network_(network),
          visit_(visit),
          chances_(network),
          values_(network.variables.size(), 0),
          left_(network.variables.size()) {
        for (const Table& table : network.tables) tables_.emplace_back(table.allowed);
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
            stochastic ? chances_.of(variable, values_) : std::span<const double>();
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
        for (std::size_t i = 0; i < tables_.size(); ++i) {
            std::optional<VariableId> open;
            bool several = false;
            for (const VariableId variable : network_.tables[i].allowed.scope) {
                if (variable < assigned) continue;
                several = several || (open && *open != variable);
                open = variable;
            }
            if (several) continue;
            if (!open) {
                if (!tables_[i].find(values_)) return false;
                continue;
            }
            bool any = false;
            for (Value value = 0; value < network_.domain_size(*open); ++value) {
                if (!left_[*open][value]) continue;
                values_[*open] = value;
                left_[*open][value] = tables_[i].find(values_).has_value();
                any = any || left_[*open][value];
            }
            if (!any) return false;
        }
        return true;
    }

    const Network& network_;
    const std::function<bool(const std::vector<Value>&)>& visit_;
    const Chances chances_;
    std::vector<RowIndex> tables_;
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
