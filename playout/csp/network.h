// Stochastic constraint networks (Koriche et al. 2016, Definition 2): decision and stochastic variables, hard
// constraints, utilities of k players, conditional probabilities, and a threshold. Hard constraints are tables
// of allowed tuples, and where tables would be too long, formulas. Plain data: what is made of it is in the
// other files of this room.
#pragma once

#include <cassert>
#include <compare>
#include <cstdint>
#include <optional>
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
    std::vector<Value> removed = {};  // values that it cannot have, found in preprocessing
};

// Rows of values, one for every variable of the scope.
struct Tuples {
    std::vector<VariableId> scope;
    std::vector<Value> values;  // row by row

    std::size_t size() const { return scope.empty() ? 0 : values.size() / scope.size(); }
    std::span<const Value> row(std::size_t index) const {
        assert((index + 1) * scope.size() <= values.size());
        return std::span(values).subspan(index * scope.size(), scope.size());
    }
    void add(std::span<const Value> row) {
        assert(row.size() == scope.size());
        values.insert(values.end(), row.begin(), row.end());
    }
};

// A hard constraint: the rows are allowed, all else is not.
struct Table {
    Tuples allowed;
};

// "The variable has one of these values."
using AtomId = std::uint32_t;
struct Atom {
    VariableId variable = 0;
    std::vector<Value> values = {};  // sorted, no two alike
    auto operator<=>(const Atom&) const = default;
};
// An atom of the network, negated if odd: atom * 2 + 1.
using Literal = std::uint32_t;
constexpr Literal literal_of(AtomId atom, bool negated = false) {
    return atom * 2 + (negated ? 1 : 0);
}
constexpr AtomId atom_of(Literal literal) {
    return literal / 2;
}
constexpr bool is_negated(Literal literal) {
    return literal % 2 != 0;
}
constexpr Literal negation_of(Literal literal) {
    return literal ^ 1;
}

// A hard constraint: the output holds if and only if all inputs do; where there is none, not all of them may.
struct Conjunction {
    std::optional<Literal> output = {};
    std::vector<Literal> inputs = {};
};

// A hard constraint: a head holds if and only if rules derive it (the least model). Heads are not negated;
// where one is in a body, it is not negated either.
struct Derivation {
    struct Rule {
        Literal head = 0;
        std::vector<Literal> body = {};
    };
    std::vector<Rule> rules = {};
};

// A soft constraint: what the players get for a row; 0 for those that are not there.
struct Utility {
    Tuples rows;
    std::vector<double> gains;  // by row and player
};

// How a stochastic variable is distributed, for every row of what it depends on.
struct Probability {
    VariableId variable = 0;
    Tuples given = {};                 // no scope: one row for all
    std::vector<double> chances = {};  // by row and value of the variable
    // In place of those: by value, what must hold for it to be drawn; all that can be are equally likely.
    std::vector<Literal> uniform = {};
};

struct Network {
    std::size_t players = 1;
    std::vector<VariableInfo> variables;  // in the order in which they are chosen and drawn
    std::vector<Table> tables;
    std::vector<Atom> atoms;  // what the formulas speak of
    std::vector<Conjunction> conjunctions;
    std::vector<Derivation> derivations;
    std::vector<Utility> utilities;
    std::vector<Probability> probabilities;
    std::vector<double> threshold;  // by player

    std::size_t domain_size(VariableId variable) const { return variables[variable].values.size(); }
    std::size_t constraints() const { return tables.size() + conjunctions.size() + derivations.size(); }
    VariableId variable_of(Literal literal) const { return atoms[atom_of(literal)].variable; }
};

}  // namespace playout::csp
