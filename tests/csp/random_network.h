// Small random networks, and what plain enumeration says of them.
#pragma once

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "playout/base/rng.h"
#include "playout/csp/domains.h"

namespace playout::csp {

using Solutions = std::set<std::vector<Value>>;

inline std::vector<Value> values_of(const Domains& domains) {
    std::vector<Value> values;
    for (VariableId variable = 0; variable < domains.variables(); ++variable)
        values.push_back(domains.value(variable));
    return values;
}

inline Network random_network(Rng& rng, std::uint64_t max_variables = 6, std::uint64_t max_values = 4) {
    Network network;
    const std::size_t variables = 2 + rng.below(max_variables - 1);
    for (std::size_t i = 0; i < variables; ++i) {
        network.variables.push_back({.name = "x" + std::to_string(i), .values = {}, .stochastic = false});
        for (std::uint64_t value = 1 + rng.below(max_values); value > 0; --value)
            network.variables.back().values.push_back(std::to_string(value));
    }
    for (std::uint64_t tables = rng.below(6); tables > 0; --tables) {
        Table table;
        for (std::uint64_t arity = 1 + rng.below(3); arity > 0;
             --arity)  // the same variable twice, now and then
            table.allowed.scope.push_back(static_cast<VariableId>(rng.below(variables)));
        const std::uint64_t share = 1 + rng.below(9);  // of ten
        std::vector<Value> row(table.allowed.scope.size(), 0);
        for (;;) {
            if (rng.below(10) < share) table.allowed.add(row);
            std::size_t place = 0;
            while (place < row.size() && ++row[place] == network.domain_size(table.allowed.scope[place]))
                row[place++] = 0;
            if (place == row.size()) break;
        }
        network.tables.push_back(std::move(table));
    }
    return network;
}

// Up to three conjunctions, each of variables of which no two are the same, and now and then a derivation.
inline void add_formulas(Network& network, Rng& rng) {
    const auto atom = [&](VariableId variable) {
        Atom made{.variable = variable};
        for (Value value = 0; value < network.domain_size(variable); ++value)
            if (rng.below(2) == 0) made.values.push_back(value);
        network.atoms.push_back(std::move(made));
        return static_cast<AtomId>(network.atoms.size() - 1);
    };
    const auto some_variables = [&](std::size_t most) {
        std::vector<VariableId> all(network.variables.size());
        for (VariableId variable = 0; variable < all.size(); ++variable)
            std::swap(all[variable] = variable, all[rng.below(variable + 1)]);
        all.resize(1 + rng.below(std::min(most, all.size())));
        return all;
    };
    for (std::uint64_t count = rng.below(4); count > 0; --count) {
        Conjunction conjunction;
        for (const VariableId variable : some_variables(4))
            conjunction.inputs.push_back(literal_of(atom(variable), rng.below(2) == 0));
        if (rng.below(3) > 0) {
            conjunction.output = conjunction.inputs.back();
            conjunction.inputs.pop_back();
        }
        network.conjunctions.push_back(std::move(conjunction));
    }
    if (rng.below(3) > 0) return;
    Derivation derivation;
    std::vector<Literal> heads;
    std::set<VariableId> of_heads;
    for (const VariableId variable : some_variables(3)) {
        heads.push_back(literal_of(atom(variable)));
        of_heads.insert(variable);
    }
    for (const Literal head : heads)
        for (std::uint64_t count = 1 + rng.below(2); count > 0; --count) {
            Derivation::Rule rule{.head = head};
            for (const VariableId variable : some_variables(2)) {
                if (of_heads.contains(variable)) {
                    rule.body.push_back(heads[rng.below(heads.size())]);
                } else {
                    rule.body.push_back(literal_of(atom(variable), rng.below(2) == 0));
                }
            }
            derivation.rules.push_back(std::move(rule));
        }
    network.derivations.push_back(std::move(derivation));
}

inline bool holds(const Network& network, Literal literal, const std::vector<Value>& values) {
    const Atom& atom = network.atoms[atom_of(literal)];
    const bool has = std::count(atom.values.begin(), atom.values.end(), values[atom.variable]) > 0;
    return has != is_negated(literal);
}

inline bool allows(const Network& network, const Conjunction& conjunction, const std::vector<Value>& values) {
    bool all = true;
    for (const Literal input : conjunction.inputs) all = all && holds(network, input, values);
    return conjunction.output ? holds(network, *conjunction.output, values) == all : !all;
}

// Heads are derived one by one until nothing more is.
inline bool allows(const Network& network, const Derivation& derivation, const std::vector<Value>& values) {
    std::set<Literal> heads, derived;
    for (const Derivation::Rule& rule : derivation.rules) heads.insert(rule.head);
    for (bool again = true; again;) {
        again = false;
        for (const Derivation::Rule& rule : derivation.rules) {
            bool all = true;
            for (const Literal literal : rule.body)
                all = all &&
                      (heads.contains(literal) ? derived.contains(literal) : holds(network, literal, values));
            again = (all && derived.insert(rule.head).second) || again;
        }
    }
    for (const Literal head : heads)
        if (holds(network, head, values) != derived.contains(head)) return false;
    return true;
}

inline Table as_table(const Network& network, const Conjunction& conjunction) {
    Table table;
    std::vector<Literal> literals = conjunction.inputs;
    if (conjunction.output) literals.push_back(*conjunction.output);
    for (const Literal literal : literals) table.allowed.scope.push_back(network.variable_of(literal));
    std::vector<Value> row(table.allowed.scope.size(), 0), values(network.variables.size(), 0);
    for (;;) {
        for (std::size_t i = 0; i < row.size(); ++i) values[table.allowed.scope[i]] = row[i];
        if (allows(network, conjunction, values)) table.allowed.add(row);
        std::size_t place = 0;
        while (place < row.size() && ++row[place] == network.domain_size(table.allowed.scope[place]))
            row[place++] = 0;
        if (place == row.size()) return table;
    }
}

inline bool allows(const Table& table, const std::vector<Value>& values) {
    for (std::size_t row = 0; row < table.allowed.size(); ++row) {
        bool same = true;
        for (std::size_t i = 0; i < table.allowed.scope.size(); ++i)
            same = same && table.allowed.row(row)[i] == values[table.allowed.scope[i]];
        if (same) return true;
    }
    return false;
}

// Values that variables have left.
using Left = std::vector<std::set<Value>>;

inline Left left_of(const Domains& domains) {
    Left left(domains.variables());
    for (VariableId variable = 0; variable < left.size(); ++variable)
        for (const Value value : domains.values(variable)) left[variable].insert(value);
    return left;
}

inline Left all_values(const Network& network) {
    Left left(network.variables.size());
    for (VariableId variable = 0; variable < left.size(); ++variable)
        for (Value value = 0; value < network.domain_size(variable); ++value) left[variable].insert(value);
    return left;
}

// Until every value is in an allowed row of values that are left; false: some variable has none.
inline bool arc_consistent(const Network& network, Left& left) {
    for (bool again = true; again;) {
        again = false;
        for (const Table& table : network.tables) {
            Left seen(network.variables.size());
            for (std::size_t row = 0; row < table.allowed.size(); ++row) {
                bool possible = true;
                for (std::size_t i = 0; i < table.allowed.scope.size(); ++i) {
                    const VariableId variable = table.allowed.scope[i];
                    possible = possible && left[variable].contains(table.allowed.row(row)[i]);
                    for (std::size_t j = 0; j < i; ++j)
                        possible = possible && (table.allowed.scope[j] != variable ||
                                                table.allowed.row(row)[j] == table.allowed.row(row)[i]);
                }
                if (!possible) continue;
                for (std::size_t i = 0; i < table.allowed.scope.size(); ++i)
                    seen[table.allowed.scope[i]].insert(table.allowed.row(row)[i]);
            }
            for (const VariableId variable : table.allowed.scope)
                if (std::erase_if(left[variable],
                                  [&](Value value) { return !seen[variable].contains(value); }) > 0)
                    again = true;
        }
    }
    for (const std::set<Value>& values : left)
        if (values.empty()) return false;
    return true;
}

inline Solutions all_solutions(const Network& network) {
    Solutions found;
    std::vector<Value> values(network.variables.size(), 0);
    for (;;) {
        bool allowed = true;
        for (const Table& table : network.tables) allowed = allowed && allows(table, values);
        for (const Conjunction& one : network.conjunctions) allowed = allowed && allows(network, one, values);
        for (const Derivation& one : network.derivations) allowed = allowed && allows(network, one, values);
        if (allowed) found.insert(values);
        VariableId variable = 0;
        while (variable < values.size() && ++values[variable] == network.domain_size(variable))
            values[variable++] = 0;
        if (variable == values.size()) return found;
    }
}

}  // namespace playout::csp
