// Small random networks, and what plain enumeration says of them.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "playout/base/rng.h"
#include "playout/csp/network.h"

namespace playout::csp {

using Solutions = std::set<std::vector<Value>>;

inline Network random_network(Rng& rng, std::uint64_t most_variables = 6, std::uint64_t most_values = 4) {
    Network network;
    const std::size_t variables = 2 + rng.below(most_variables - 1);
    for (std::size_t i = 0; i < variables; ++i) {
        network.variables.push_back({.name = "x" + std::to_string(i), .values = {}, .stochastic = false});
        for (std::uint64_t value = 1 + rng.below(most_values); value > 0; --value)
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
        if (allowed) found.insert(values);
        VariableId variable = 0;
        while (variable < values.size() && ++values[variable] == network.domain_size(variable))
            values[variable++] = 0;
        if (variable == values.size()) return found;
    }
}

}  // namespace playout::csp
