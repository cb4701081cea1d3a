// Stochastic constraint networks (004, Definition 2): decision and stochastic variables, hard constraints as
// tables of allowed tuples, utilities of k players, conditional probabilities, and a threshold. Plain data:
// what is made of it is in the other files of this room.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace playout::csp {

using VariableId = std::uint32_t;
using Value = std::uint32_t;  // its place in the variable's domain

struct VariableInfo {
    std::string name;
    std::vector<std::string> values;  // no two alike
    bool stochastic = false;
};

// Rows of values, one for every variable of the scope.
struct Tuples {
    std::vector<VariableId> scope;
    std::vector<Value> values;  // row by row

    std::size_t size() const { return scope.empty() ? 0 : values.size() / scope.size(); }
    std::span<const Value> row(std::size_t index) const {
        return std::span(values).subspan(index * scope.size(), scope.size());
    }
    void add(std::span<const Value> row) { values.insert(values.end(), row.begin(), row.end()); }
};

// A hard constraint: the rows are allowed, all else is not.
struct Table {
    Tuples allowed;
};

// A soft constraint: what the players get for a row; 0 for those that are not there.
struct Utility {
    Tuples rows;
    std::vector<double> gains;  // by row and player
};

// How a stochastic variable is distributed, for every row of what it depends on.
struct Probability {
    VariableId variable = 0;
    Tuples given;                 // no scope: one row for all
    std::vector<double> chances;  // by row and value of the variable
};

struct Network {
    std::size_t players = 1;
    std::vector<VariableInfo> variables;  // in the order in which they are chosen and drawn
    std::vector<Table> tables;
    std::vector<Utility> utilities;
    std::vector<Probability> probabilities;
    std::vector<double> threshold;  // by player

    std::size_t domain_size(VariableId variable) const { return variables[variable].values.size(); }
};

}  // namespace playout::csp
