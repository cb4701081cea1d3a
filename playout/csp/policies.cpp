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
    std::vector<double> of(VariableId variable, const std::vector<Value>& values) const {
        const auto& [probability, rows] = of_[variable];
        const std::size_t size = network_.domain_size(variable);
        if (probability != nullptr) {
            if (!probability->uniform.empty()) return uniform(*probability, values);
            if (const auto row = rows.find(values)) {
                const auto first = probability->chances.begin() + static_cast<std::ptrdiff_t>(*row * size);
                return {first, first + static_cast<std::ptrdiff_t>(size)};
            }
        }
        throw InputError("network",
                         fmt::format("nothing says how {} is distributed", network_.variables[variable].name));
    }

  private:
    std::vector<double> uniform(const Probability& probability, const std::vector<Value>& values) const {
        std::vector<double> chances;
        double sum = 0;
        for (const Literal literal : probability.uniform) {
            const Atom& atom = network_.atoms[atom_of(literal)];
            const bool holds =
                std::binary_search(atom.values.begin(), atom.values.end(), values[atom.variable]);
            chances.push_back(holds != is_negated(literal) ? 1 : 0);
            sum += chances.back();
        }
        for (double& chance : chances) chance /= std::max(sum, 1.0);
        return chances;
    }

    const Network& network_;
    std::vector<std::pair<const Probability*, RowIndex>> of_;  // by variable
};

// As where no condition of a uniform distribution holds.
bool nothing_is_drawn(const std::vector<double>& chances) {
    return std::all_of(chances.begin(), chances.end(), [](double chance) { return chance <= 0; });
}

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
        const std::vector<double> chances = chances_.of(variable, values_);
        if (nothing_is_drawn(chances)) return {};
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

// The decisions before the first draw that can be part of a feasible policy.
class ForwardChecking {
  public:
    ForwardChecking(const Network& network, const std::function<bool(const std::vector<Value>&)>& visit,
                    const std::function<bool()>& over)
        : network_(network),
          visit_(visit),
          over_(over),
          propagator_(network, Strength::forward),
          chances_(network),
          values_(network.variables.size(), 0) {
        while (first_draw_ < network.variables.size() && !network.variables[first_draw_].stochastic)
            ++first_draw_;
    }

    ForwardCheckingReport run() {
        if (!propagator_.propagate()) return report_;
        propagator_.mark();
        search(0);
        propagator_.go_back();
        return report_;
    }

  private:
    // False: the search is to end. Whoever calls goes back.
    bool search(VariableId variable) {
        if (!take_single_ways(variable, first_draw_)) return true;
        if (variable == first_draw_) {
            if (!feasible(variable)) return report_.complete;
            ++report_.policies;
            if (!visit_({values_.begin(), values_.begin() + first_draw_})) report_.complete = false;
            return report_.complete;
        }
        for (Value value = 0; value < network_.domain_size(variable) && report_.complete; ++value)
            try_value(variable, value, [&] { return search(variable + 1); });
        return report_.complete;
    }

    // Whether every draw can be met from here on. Whoever calls goes back.
    bool feasible(VariableId variable) {
        if (!take_single_ways(variable, network_.variables.size())) return false;
        if (variable == network_.variables.size()) return true;
        const bool stochastic = network_.variables[variable].stochastic;
        std::vector<double> chances;
        if (stochastic) chances = chances_.of(variable, values_);
        if (stochastic && nothing_is_drawn(chances)) return false;
        for (Value value = 0; value < network_.domain_size(variable) && report_.complete; ++value) {
            if (stochastic && chances[value] <= 0) continue;
            const bool possible = try_value(variable, value, [&] { return feasible(variable + 1); });
            if (possible != stochastic) return possible;  // a choice that works decides, or a draw that fails
        }
        return stochastic && report_.complete;
    }

    // Goes on with decisions up to `end` that have one value left. False: a contradiction.
    bool take_single_ways(VariableId& variable, std::size_t end) {
        const Domains& domains = propagator_.domains();
        for (; variable < end && !network_.variables[variable].stochastic && domains.size(variable) == 1;
             ++variable) {
            values_[variable] = domains.value(variable);
            propagator_.assign(variable, values_[variable]);
            if (!propagator_.propagate()) return false;
        }
        return true;
    }

    template <typename GoOn>
    bool try_value(VariableId variable, Value value, GoOn go_on) {
        if (!propagator_.domains().contains(variable, value)) return false;
        if (++report_.choices % 1024 == 0 && over_()) report_.complete = false;
        if (!report_.complete) return false;
        propagator_.mark();
        values_[variable] = value;
        propagator_.assign(variable, value);
        const bool possible = propagator_.propagate() && go_on();
        propagator_.go_back();
        return possible;
    }

    const Network& network_;
    const std::function<bool(const std::vector<Value>&)>& visit_;
    const std::function<bool()>& over_;
    Propagator propagator_;
    const Chances chances_;
    std::vector<Value> values_;
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
                                                 const std::function<bool(const std::vector<Value>&)>& visit,
                                                 const std::function<bool()>& over) {
    return ForwardChecking(network, visit, over).run();
}

}  // namespace playout::csp
