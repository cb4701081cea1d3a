// A rule sheet as rules: a head and a conjunction of literals each. Disjunctions are multiplied out, so that a
// rule with `or` becomes several.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "playout/base/watch.h"
#include "playout/gdl/expression.h"
#include "playout/gdl/names.h"

namespace playout::gdl {

// A variable, or a name with arguments; a constant has none. `(pass)` is a constant too, and another one than
// `pass`: its name has the parentheses.
struct Term {
    Symbol name = 0;
    bool variable = false;
    std::vector<Term> arguments;

    friend bool operator==(const Term&, const Term&) = default;
};

enum class Sign { positive, negative, distinct };

struct Literal {
    Sign sign = Sign::positive;
    Term atom;  // of distinct: that name, and the two terms as arguments

    friend bool operator==(const Literal&, const Literal&) = default;
};

// A fact has no body.
struct Rule {
    Term head;
    std::vector<Literal> body;
    std::int32_t line = 0;
};

struct Remark {
    std::int32_t line = 0;
    std::string text;
};

struct Sheet {
    std::string file;
    Names names;
    std::vector<Rule> rules;
    std::vector<Remark> remarks;  // what the reader found odd, but can be read
};

// KIF or infix, by its looks. Throws InputError where the text is no sheet of rules, and WorkEnded.
Sheet read_sheet(std::string_view text, const std::string& file, NameCase name_case = NameCase::exact,
                 const Watch& watch = {});
// The same for lists that were read already, as in a message.
Sheet read_sheet(std::span<const Expression> expressions, const std::string& file,
                 NameCase name_case = NameCase::exact, const Watch& watch = {});

// In the order of the sheet, each once.
std::vector<Term> roles_of(const Sheet& sheet);

// The text of a term without variables, such as a move in a message or in a file, as it is spelled there.
// Throws InputError where it is none.
std::string term_text(const Expression& expression, const std::string& file);

// Prefix form with single blanks, names as they were first written: `(cell 1 1 b)`.
std::string to_text(const Term& term, const Names& names);
std::string to_text(const Rule& rule, const Names& names);

// Calls visit(name) for every variable of a term, as often as it occurs.
template <typename Visit>
void for_each_variable(const Term& term, Visit&& visit) {
    if (term.variable) visit(term.name);
    for (const Term& argument : term.arguments) for_each_variable(argument, visit);
}

std::set<Symbol> variables_of(const Term& term);

}  // namespace playout::gdl
