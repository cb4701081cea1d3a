#include "playout/ground/split.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace playout::ground {
namespace {

using gdl::Literal;
using gdl::Rule;
using gdl::Sign;
using gdl::Symbol;
using gdl::Term;
using Variables = std::set<Symbol>;

void add_variables(const Term& term, Variables& to) {
    to.merge(gdl::variables_of(term));
}

Variables variables_of(const std::vector<Literal>& literals) {
    Variables found;
    for (const Literal& literal : literals) add_variables(literal.atom, found);
    return found;
}

// The literals that have one variable in common, and the others.
struct Division {
    std::vector<Literal> group, rest;
    Variables inside, shared;  // of the group; those of them that the head or the rest has
};

Division divide(const Rule& rule, Symbol variable) {
    Division division;
    for (const Literal& literal : rule.body) {
        Variables found;
        add_variables(literal.atom, found);
        (found.contains(variable) ? division.group : division.rest).push_back(literal);
    }
    division.inside = variables_of(division.group);
    Variables outside = variables_of(division.rest);
    add_variables(rule.head, outside);
    std::set_intersection(division.inside.begin(), division.inside.end(), outside.begin(), outside.end(),
                          std::inserter(division.shared, division.shared.end()));
    return division;
}

// Every variable of the group is in a positive literal of it.
bool is_safe(const Division& division) {
    Variables bound;
    for (const Literal& literal : division.group)
        if (literal.sign == Sign::positive) add_variables(literal.atom, bound);
    return bound == division.inside;
}

class Splitter {
  public:
    explicit Splitter(gdl::Names& names) : names_(names) {}

    void add(Rule rule) {
        while (const auto division = best_division(rule)) {
            rule.body = division->rest;
            rule.body.push_back({Sign::positive, stand_in(*division, rule.line)});
        }
        rules.push_back(std::move(rule));
    }

    std::vector<Rule> rules;

  private:
    // The one with the fewest variables in its group, as long as those are fewer than the rule has.
    static std::optional<Division> best_division(const Rule& rule) {
        const Variables all = variables_of(rule.body);
        Variables in_head;
        add_variables(rule.head, in_head);
        std::optional<Division> best;
        for (const Symbol variable : all) {
            if (in_head.contains(variable)) continue;
            Division division = divide(rule, variable);
            if (division.rest.empty() || division.inside.size() >= all.size() || !is_safe(division)) continue;
            if (!best || division.inside.size() < best->inside.size()) best = std::move(division);
        }
        return best;
    }

    // The sentence that stands for a group; groups that differ only in the names of their variables share it.
    Term stand_in(const Division& division, std::int32_t line) {
        std::map<Symbol, Symbol> renamed;
        Rule rule{{}, division.group, line};
        for (Literal& literal : rule.body) rename(literal.atom, renamed);
        std::string key;
        for (const Literal& literal : rule.body)
            key += gdl::to_text(literal.atom, names_) + (literal.sign == Sign::negative ? "-" : "+");
        // In the order of the shared form, so that all groups that share it give their arguments alike.
        std::map<Symbol, Symbol> shared;  // by its name there
        for (const auto& [variable, place] : renamed)
            if (division.shared.contains(variable)) shared.emplace(place, variable);
        Term term{0, false, {}};
        for (const auto& [place, variable] : shared) {
            term.arguments.push_back({variable, true, {}});
            rule.head.arguments.push_back({place, true, {}});
            key += "," + names_.text(place);
        }
        const auto [known, fresh] = known_.try_emplace(key, 0);
        if (fresh) known->second = names_.fresh("part");
        term.name = rule.head.name = known->second;
        if (fresh) rules.push_back(std::move(rule));
        return term;
    }

    void rename(Term& term, std::map<Symbol, Symbol>& renamed) {
        if (term.variable) {
            const auto [place, fresh] = renamed.try_emplace(term.name, 0);
            if (fresh) place->second = names_.symbol("?#" + std::to_string(renamed.size()));
            term.name = place->second;
        }
        for (Term& argument : term.arguments) rename(argument, renamed);
    }

    gdl::Names& names_;
    std::map<std::string, Symbol> known_;
};

}  // namespace

std::vector<Rule> split_rules(const std::vector<Rule>& rules, gdl::Names& names) {
    Splitter splitter(names);
    for (const Rule& rule : rules) splitter.add(rule);
    return std::move(splitter.rules);
}

}  // namespace playout::ground
