#include "playout/rounds/wire_supports.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace playout::rounds {

using csp::VariableId;
using ggp::Node;
using ggp::node_of;
using ggp::Wire;

std::size_t WireSupports::combinations(const std::vector<VariableId>& scope) const {
    std::size_t product = 1;
    for (const VariableId variable : scope)
        product = std::min<std::size_t>(product * network_.domain_size(variable), std::size_t{1} << 40);
    return product;
}

// False: there would be too many combinations.
bool WireSupports::unite(std::vector<VariableId>& scope, const std::vector<VariableId>& more) const {
    std::vector<VariableId> both;
    std::set_union(scope.begin(), scope.end(), more.begin(), more.end(), std::back_inserter(both));
    scope = std::move(both);
    return combinations(scope) <= max_rows_;
}

std::vector<VariableId> WireSupports::of_input(Node node) const {
    return node == 0 ? std::vector<VariableId>() : std::vector{inputs_[node].variable};
}

std::optional<std::vector<VariableId>> WireSupports::find(Wire wire) {
    if (max_rows_ == 0) return {};
    const Node node = node_of(wire);
    if (!is_gate(node)) {
        std::vector<VariableId> one = of_input(node);
        if (combinations(one) > max_rows_) return {};
        return one;
    }
    find_all_below(node);
    if (known_[node - circuit_.first_gate] == Known::large) return {};
    return supports_[node - circuit_.first_gate];
}

// Of a gate and, before it, of all that it needs.
void WireSupports::find_all_below(Node gate) {
    std::vector<Node> stack{gate};
    while (!stack.empty()) {
        const Node node = stack.back();
        if (known_[node - circuit_.first_gate] != Known::no) {
            stack.pop_back();
        } else if (const auto missing = unite_inputs(node)) {
            stack.push_back(*missing);
        }
    }
}

// The support of a gate from those of its inputs; or the first input of which it is not known yet.
std::optional<Node> WireSupports::unite_inputs(Node node) {
    Known& known = known_[node - circuit_.first_gate];
    if (gate(node).ring != ggp::no_ring) {
        known = Known::large;
        return {};
    }
    bool small = true;
    std::vector<VariableId> scope;
    for (std::uint32_t i = 0; i < gate(node).count; ++i) {
        const Node input = node_of(circuit_.inputs[gate(node).first + i]);
        const std::size_t place = input - circuit_.first_gate;
        if (!is_gate(input)) {
            small = small && unite(scope, of_input(input));
        } else if (known_[place] == Known::no) {
            return input;
        } else if (known_[place] == Known::large) {
            small = false;
        } else {
            small = small && unite(scope, supports_[place]);
        }
    }
    known = small ? Known::yes : Known::large;
    if (small) supports_[node - circuit_.first_gate] = std::move(scope);
    return {};
}

// Only for wires that have a support: they are in no ring and small, so that the recursion is not deep.
bool WireSupports::evaluate(Wire wire) {
    const Node node = node_of(wire);
    bool holds = true;
    if (node != 0 && !is_gate(node)) {
        holds = now_[inputs_[node].variable] == inputs_[node].value;
    } else if (node != 0) {
        const std::size_t place = node - circuit_.first_gate;
        if (evaluated_[place] != combination_) {
            evaluated_[place] = combination_;
            const ggp::Gate& one = gate(node);
            bool result = one.all;
            for (std::uint32_t i = 0; i < one.count && result == one.all; ++i)
                result = evaluate(circuit_.inputs[one.first + i]);
            value_[place] = result;
        }
        holds = value_[place];
    }
    return holds != ggp::is_negated(wire);
}

}  // namespace playout::rounds
