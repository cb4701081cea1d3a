#include "playout/rounds/circuit_network.h"

#include <algorithm>
#include <set>

namespace playout::rounds {
namespace {

using csp::atom_of;
using csp::Literal;
using csp::negation_of;
using csp::Value;
using csp::VariableId;
using ggp::Node;
using ggp::node_of;
using ggp::Wire;

}  // namespace

CircuitNetwork::CircuitNetwork(const ggp::Circuit& circuit, csp::Network& network, std::vector<Input> inputs,
                               std::size_t max_rows, const Watch& watch)
    : circuit_(circuit),
      network_(network),
      inputs_(std::move(inputs)),
      max_rows_(max_rows),
      watch_(watch),
      of_gate_(circuit.gates.size(), none),
      levels_(network.variables.size(), 0),
      made_(network.variables.size(), false),
      supports_(circuit, network, inputs_, max_rows, watch_) {
    // Something that always holds: a variable has one of its values.
    csp::Atom all{.variable = 0};
    while (all.variable < network.variables.size() && network.domain_size(all.variable) == 0) ++all.variable;
    if (all.variable == network.variables.size()) make_variable("@0", 0);
    for (Value value = 0; value < network.domain_size(all.variable); ++value) all.values.push_back(value);
    network_.atoms.push_back(std::move(all));
    always_ = csp::literal_of(static_cast<csp::AtomId>(network_.atoms.size() - 1));
}

void CircuitNetwork::set_level(VariableId variable, int level) {
    levels_.resize(network_.variables.size(), 0);
    made_.resize(network_.variables.size(), false);
    levels_[variable] = level;
}

Literal CircuitNetwork::atom(csp::Atom atom) {
    const auto [place, fresh] = atoms_.emplace(atom, static_cast<csp::AtomId>(network_.atoms.size()));
    if (fresh) network_.atoms.push_back(std::move(atom));
    return csp::literal_of(place->second);
}

VariableId CircuitNetwork::make_variable(const std::string& name, int level) {
    network_.variables.push_back({.name = name, .values = {"false", "true"}});
    const auto variable = static_cast<VariableId>(network_.variables.size() - 1);
    set_level(variable, level);
    made_[variable] = true;
    return variable;
}

// The values of its variable with which it holds.
std::vector<Value> CircuitNetwork::values(Literal literal) const {
    const csp::Atom& atom = network_.atoms[atom_of(literal)];
    if (!csp::is_negated(literal)) return atom.values;
    std::vector<Value> others;
    for (Value value = 0; value < network_.domain_size(atom.variable); ++value)
        if (!std::binary_search(atom.values.begin(), atom.values.end(), value)) others.push_back(value);
    return others;
}

// One of these values: said by the shorter of the two lists.
Literal CircuitNetwork::merged(VariableId variable, const std::vector<Value>& values) {
    const std::size_t size = network_.domain_size(variable);
    if (values.empty()) return negation_of(always_);
    if (values.size() == size) return always_;
    if (2 * values.size() <= size) return atom({variable, values});
    csp::Atom others{.variable = variable};
    for (Value value = 0; value < size; ++value)
        if (!std::binary_search(values.begin(), values.end(), value)) others.values.push_back(value);
    return negation_of(atom(std::move(others)));
}

// Inputs of the same variable become one: the values with which all of them hold.
CircuitNetwork::Clause CircuitNetwork::clause(Node node) {
    Clause made{.negated = !gate(node).all, .inputs = {}};
    std::map<VariableId, std::vector<Value>> by_variable;
    for (std::uint32_t i = 0; i < gate(node).count; ++i) {
        Literal input = literal(circuit_.inputs[gate(node).first + i]);
        if (made.negated) input = negation_of(input);
        const VariableId variable = network_.variable_of(input);
        const auto [place, fresh] = by_variable.emplace(variable, std::vector<Value>());
        if (fresh) {
            place->second = values(input);
        } else {
            std::vector<Value> both;
            const std::vector<Value> more = values(input);
            std::set_intersection(place->second.begin(), place->second.end(), more.begin(), more.end(),
                                  std::back_inserter(both));
            place->second = std::move(both);
        }
    }
    for (const auto& [variable, its_values] : by_variable) {
        const Literal input = merged(variable, its_values);
        if (input == always_) continue;
        if (input == negation_of(always_)) return {.negated = made.negated, .inputs = {input}};
        made.inputs.push_back(input);
    }
    if (made.inputs.empty()) made.inputs.push_back(always_);
    return made;
}

Literal CircuitNetwork::literal(Wire wire) {
    const Node node = node_of(wire);
    Literal made = always_;
    if (node != 0 && !is_gate(node)) {
        made = merged(inputs_[node].variable, {inputs_[node].value});
    } else if (node != 0) {
        make_all_below(wire);
        made = of_gate_[node - circuit_.first_gate];
    }
    return ggp::is_negated(wire) ? negation_of(made) : made;
}

// Those that it needs first.
void CircuitNetwork::make_all_below(Wire wire) {
    std::vector<Node> stack{node_of(wire)};
    while (!stack.empty()) {
        const Node node = stack.back();
        if (!is_gate(node) || of_gate_[node - circuit_.first_gate] != none) {
            stack.pop_back();
            continue;
        }
        const std::size_t before = stack.size();
        const bool by_table = supports_.find(ggp::wire_of(node)).has_value();
        const std::uint32_t ring = gate(node).ring;
        const auto look_below = [&](Node one) {
            for (std::uint32_t i = 0; i < gate(one).count; ++i) {
                const Node input = node_of(circuit_.inputs[gate(one).first + i]);
                if (!is_gate(input) || of_gate_[input - circuit_.first_gate] != none) continue;
                if (ring == ggp::no_ring || gate(input).ring != ring) stack.push_back(input);
            }
        };
        if (ring != ggp::no_ring) {
            const auto [first, end] = ring_of(node);
            for (Node one = first; one < end; ++one) look_below(one);
        } else if (!by_table) {
            look_below(node);
        }
        if (stack.size() != before) continue;
        stack.pop_back();
        ring == ggp::no_ring ? make(node) : make_ring(node);
    }
}

void CircuitNetwork::make(Node node) {
    watch_.look();
    Literal& made = of_gate_[node - circuit_.first_gate];
    if (const auto scope = supports_.find(ggp::wire_of(node))) {
        made = make_by_table(node, *scope);
        return;
    }
    const Clause all = clause(node);
    if (all.inputs.size() == 1) {
        made = all.negated ? negation_of(all.inputs[0]) : all.inputs[0];
        return;
    }
    int level = 0;
    for (const Literal input : all.inputs) level = std::max(level, levels_[network_.variable_of(input)]);
    const Literal positive = is(make_variable("@" + std::to_string(node), level), 1);
    made = positive;
    network_.conjunctions.push_back(
        {.output = all.negated ? negation_of(positive) : positive, .inputs = all.inputs});
}

// `scope`: the variables that decide it.
Literal CircuitNetwork::make_by_table(Node node, const std::vector<VariableId>& scope) {
    if (scope.size() == 1) {
        std::vector<Value> with_it;
        supports_.for_each_combination(scope, [&](const std::vector<Value>& row) {
            if (supports_.evaluate(ggp::wire_of(node))) with_it.push_back(row[0]);
        });
        return merged(scope[0], with_it);
    }
    int level = 0;
    for (const VariableId variable : scope) level = std::max(level, levels_[variable]);
    const VariableId variable = make_variable("@" + std::to_string(node), level);
    csp::Table table{.allowed = {.scope = scope, .values = {}}};
    table.allowed.scope.push_back(variable);
    supports_.for_each_combination(scope, [&](std::vector<Value> row) {
        row.push_back(supports_.evaluate(ggp::wire_of(node)) ? 1 : 0);
        table.allowed.add(row);
    });
    network_.tables.push_back(std::move(table));
    return is(variable, 1);
}

std::pair<Node, Node> CircuitNetwork::ring_of(Node node) const {
    const Node all = circuit_.first_gate + static_cast<Node>(circuit_.gates.size());
    Node first = node, end = node + 1;
    while (first > circuit_.first_gate && gate(first - 1).ring == gate(node).ring) --first;
    while (end < all && gate(end).ring == gate(node).ring) ++end;
    return {first, end};
}

// All gates of a ring at once.
void CircuitNetwork::make_ring(Node node) {
    const std::uint32_t ring = gate(node).ring;
    const auto [first, end] = ring_of(node);
    int level = 0;
    for (Node one = first; one < end; ++one)
        for (std::uint32_t i = 0; i < gate(one).count; ++i) {
            const Wire input = circuit_.inputs[gate(one).first + i];
            if (is_gate(node_of(input)) && gate(node_of(input)).ring == ring) continue;
            level = std::max(level, levels_[network_.variable_of(literal(input))]);
        }
    for (Node one = first; one < end; ++one)
        of_gate_[one - circuit_.first_gate] = is(make_variable("@" + std::to_string(one), level), 1);
    csp::Derivation derivation;
    for (Node one = first; one < end; ++one) {
        const Literal head = of_gate_[one - circuit_.first_gate];
        std::vector<std::vector<Literal>> bodies(gate(one).all ? 1 : 0);
        for (std::uint32_t i = 0; i < gate(one).count; ++i) {
            const Literal input = literal(circuit_.inputs[gate(one).first + i]);
            if (!gate(one).all) bodies.emplace_back();
            bodies.back().push_back(input);
        }
        if (bodies.empty())
            network_.variables[network_.variable_of(head)].removed.push_back(1);  // never derived
        for (std::vector<Literal>& body : bodies) derivation.rules.push_back({head, std::move(body)});
    }
    network_.derivations.push_back(std::move(derivation));
}

void CircuitNetwork::define(Literal output, Wire wire) {
    const Node node = node_of(wire);
    if (is_gate(node) && gate(node).ring == ggp::no_ring && !supports_.find(ggp::wire_of(node))) {
        for (std::uint32_t i = 0; i < gate(node).count; ++i) literal(circuit_.inputs[gate(node).first + i]);
        const Clause all = clause(node);
        const bool negated = all.negated != ggp::is_negated(wire);
        network_.conjunctions.push_back(
            {.output = negated ? negation_of(output) : output, .inputs = all.inputs});
        return;
    }
    network_.conjunctions.push_back({.output = output, .inputs = {literal(wire)}});
}

void CircuitNetwork::require(Literal condition, Wire wire) {
    if (wire == ggp::always) return;
    if (auto found = supports_.find(wire)) {
        std::vector<VariableId>& scope = *found;
        if (supports_.unite(scope, {network_.variable_of(condition)})) {
            csp::Table table{.allowed = {.scope = scope, .values = {}}};
            const VariableId conditional = network_.variable_of(condition);
            const std::vector<Value> with_it = values(condition);
            supports_.for_each_combination(scope, [&](const std::vector<Value>& row) {
                if (!std::binary_search(with_it.begin(), with_it.end(), supports_.value(conditional)) ||
                    supports_.evaluate(wire))
                    table.allowed.add(row);
            });
            if (table.allowed.size() < supports_.combinations(scope))
                network_.tables.push_back(std::move(table));
            return;
        }
    }
    const Node node = node_of(wire);
    if (!is_gate(node) || gate(node).ring != ggp::no_ring) {
        network_.conjunctions.push_back({.inputs = {condition, negation_of(literal(wire))}});
        return;
    }
    for (std::uint32_t i = 0; i < gate(node).count; ++i) literal(circuit_.inputs[gate(node).first + i]);
    const Clause all = clause(node);
    if (all.negated == ggp::is_negated(wire)) {  // each of them
        for (const Literal input : all.inputs)
            network_.conjunctions.push_back({.inputs = {condition, negation_of(input)}});
    } else {  // not all of them
        csp::Conjunction never{.inputs = all.inputs};
        never.inputs.push_back(condition);
        network_.conjunctions.push_back(std::move(never));
    }
}

void CircuitNetwork::choose(VariableId variable, const std::vector<Wire>& wires) {
    const std::size_t size = network_.domain_size(variable);
    std::vector<VariableId> scope;
    bool small = max_rows_ > 0;
    for (const Wire wire : wires) {
        const auto found = small ? supports_.find(wire) : std::nullopt;
        small = found && supports_.unite(scope, *found);
    }
    if (small) {
        csp::Table table{.allowed = {.scope = scope, .values = {}}};
        table.allowed.scope.push_back(variable);
        supports_.for_each_combination(scope, [&](std::vector<Value> row) {
            auto chosen = static_cast<Value>(wires.size());
            std::size_t hold = 0;
            for (Value value = 0; value < wires.size(); ++value)
                if (supports_.evaluate(wires[value])) {
                    chosen = value;
                    ++hold;
                }
            if (hold > 1 || chosen >= size) return;
            row.push_back(chosen);
            table.allowed.add(row);
        });
        network_.tables.push_back(std::move(table));
        return;
    }
    for (Value value = 0; value < wires.size(); ++value) {
        if (wires[value] == ggp::never) {
            network_.variables[variable].removed.push_back(value);
        } else {
            define(merged(variable, {value}), wires[value]);
        }
    }
}

}  // namespace playout::rounds
