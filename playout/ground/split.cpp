#include "playout/ground/split.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "playout/base/hash.h"

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

Division divide(const Rule& rule, Symbol variable, const Watch& watch) {
    Division division;
    for (const Literal& literal : rule.body) {
        watch.look();
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

Variables variables_of(const Term& head, const std::vector<Literal>& body) {
    Variables found = variables_of(body);
    add_variables(head, found);
    return found;
}

// Whoever sees a move is told so by the form of the rule's instances: such a rule stays as it is.
bool tells_a_move(const Rule& rule) {
    return rule.head.name == gdl::keyword::sees &&
           std::any_of(rule.body.begin(), rule.body.end(),
                       [](const Literal& literal) { return literal.atom.name == gdl::keyword::does; });
}

// Sentences that stand for conditions; those that differ only in the names of their variables share one.
class StandIns {
  public:
    explicit StandIns(gdl::Names& names) : names_(names) {}

    // One that holds where any of the bodies does, with the variables that are shared with others. A new one is
    // called by `name`, and its rules are added.
    Term make(const std::string& name, std::vector<std::vector<Literal>> bodies, const Variables& shared,
              std::int32_t line, std::vector<Rule>& rules) {
        std::map<Symbol, Symbol> renamed;
        std::string key;
        for (std::vector<Literal>& body : bodies) {
            for (Literal& literal : body) {
                rename(literal.atom, renamed);
                key += gdl::to_text(literal.atom, names_) + (literal.sign == Sign::negative ? "-" : "+");
            }
            key += "|";
        }
        // In the order of the shared form, so that all that share it give their arguments alike.
        std::map<Symbol, Symbol> arguments;  // by its name there
        for (const auto& [variable, place] : renamed)
            if (shared.contains(variable)) arguments.emplace(place, variable);
        Term term{0, false, {}}, head{0, false, {}};
        for (const auto& [place, variable] : arguments) {
            term.arguments.push_back({variable, true, {}});
            head.arguments.push_back({place, true, {}});
            key += "," + names_.text(place);
        }
        const auto [known, fresh] = known_.try_emplace(key, 0);
        if (fresh) known->second = names_.fresh(name);
        term.name = head.name = known->second;
        if (fresh)
            for (std::vector<Literal>& body : bodies) rules.push_back({head, std::move(body), line});
        return term;
    }

  private:
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

// Rules that differ in one condition only.
class Alternatives {
  public:
    Alternatives(gdl::Names& names, StandIns& stand_ins, const Watch& watch)
        : names_(names), stand_ins_(stand_ins), watch_(watch) {}

    // Where the rest speaks of more than that condition does, every alternative would have to be joined with
    // all that: a sentence that holds with any of them takes their place.
    std::vector<Rule> merge(std::vector<Rule> rules) {
        std::vector<bool> merged(rules.size(), false), left_out(rules.size(), false);
        std::vector<Rule> made;
        for (std::vector<Place>& group : groups_of(rules)) {
            std::erase_if(group, [&](const Place& place) { return merged[place.rule]; });
            for (const auto& [shared, places] : by_shared(rules, group)) {
                if (places.size() < 2) continue;
                std::vector<std::vector<Literal>> bodies;
                for (const auto [rule, condition] : places) {
                    merged[rule] = left_out[rule] = true;
                    bodies.push_back({rules[rule].body[condition]});
                }
                const auto [first, condition] = places[0];
                rules[first].body[condition].atom =
                    stand_ins_.make("any", std::move(bodies), shared, rules[first].line, made);
                left_out[first] = false;
            }
        }
        for (std::size_t i = 0; i < rules.size(); ++i)
            if (!left_out[i]) made.push_back(std::move(rules[i]));
        return made;
    }

  private:
    struct Place {
        std::size_t rule, condition;
    };

    // The largest first.
    std::vector<std::vector<Place>> groups_of(const std::vector<Rule>& rules) const {
        std::map<std::uint64_t, std::vector<Place>> alike;  // by a hash of all but one condition
        for (std::size_t i = 0; i < rules.size(); ++i) {
            const Rule& rule = rules[i];
            if (tells_a_move(rule) || variables_of(rule.head, rule.body).empty()) continue;
            std::uint64_t all = hash_text(gdl::to_text(rule.head, names_)) + rule.body.size();
            std::vector<std::uint64_t> hashes;
            for (const Literal& literal : rule.body) {
                watch_.look();
                const std::uint64_t text = hash_text(gdl::to_text(literal.atom, names_));
                hashes.push_back(
                    combine(combine(hashes.size(), static_cast<std::uint64_t>(literal.sign)), text));
                all += hashes.back();
            }
            for (std::size_t j = 0; j < rule.body.size(); ++j)
                if (rule.body[j].sign == Sign::positive) alike[combine(all - hashes[j], j)].push_back({i, j});
        }
        std::vector<std::vector<Place>> groups;
        for (auto& [hash, places] : alike) {
            if (places.size() < 2) continue;
            const Place first = places[0];
            std::erase_if(places, [&](const Place& place) { return !same_rest(rules, first, place); });
            if (places.size() > 1) groups.push_back(std::move(places));
        }
        std::sort(groups.begin(), groups.end(), [](const auto& one, const auto& other) {
            if (one.size() != other.size()) return one.size() > other.size();
            return std::pair(one[0].rule, one[0].condition) < std::pair(other[0].rule, other[0].condition);
        });
        return groups;
    }

    bool same_rest(const std::vector<Rule>& rules, Place one, Place other) const {
        const Rule &left = rules[one.rule], &right = rules[other.rule];
        if (one.condition != other.condition || left.head != right.head ||
            left.body.size() != right.body.size())
            return false;
        for (std::size_t i = 0; i < left.body.size(); ++i) {
            watch_.look();
            if (i != one.condition && left.body[i] != right.body[i]) return false;
        }
        return true;
    }

    // Those whose condition and rest have the same variables in common, if the rest has others.
    std::map<Variables, std::vector<Place>> by_shared(const std::vector<Rule>& rules,
                                                      const std::vector<Place>& group) const {
        std::map<Variables, std::vector<Place>> found;
        for (const Place& place : group) {
            watch_.look_now();
            std::vector<Literal> rest = rules[place.rule].body;
            const Variables own = gdl::variables_of(rest[place.condition].atom);
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(place.condition));
            const Variables others = variables_of(rules[place.rule].head, rest);
            Variables shared;
            std::set_intersection(own.begin(), own.end(), others.begin(), others.end(),
                                  std::inserter(shared, shared.end()));
            if (shared.size() < others.size()) found[shared].push_back(place);
        }
        return found;
    }

    gdl::Names& names_;
    StandIns& stand_ins_;
    const Watch& watch_;
};

class Splitter {
  public:
    Splitter(StandIns& stand_ins, const Watch& watch) : stand_ins_(stand_ins), watch_(watch) {}

    void add(Rule rule) {
        while (const auto division = tells_a_move(rule) ? std::nullopt : best_division(rule)) {
            rule.body = division->rest;
            rule.body.push_back({Sign::positive, stand_ins_.make("part", {division->group}, division->shared,
                                                                 rule.line, rules)});
        }
        rules.push_back(std::move(rule));
    }

    std::vector<Rule> rules;

  private:
    // The one with the fewest variables in its group, as long as those are fewer than the rule has.
    std::optional<Division> best_division(const Rule& rule) const {
        const Variables all = variables_of(rule.body);
        Variables in_head;
        add_variables(rule.head, in_head);
        std::optional<Division> best;
        for (const Symbol variable : all) {
            if (in_head.contains(variable)) continue;
            Division division = divide(rule, variable, watch_);
            if (division.rest.empty() || division.inside.size() >= all.size() || !is_safe(division)) continue;
            if (!best || division.inside.size() < best->inside.size()) best = std::move(division);
        }
        return best;
    }

    StandIns& stand_ins_;
    const Watch& watch_;
};

// Rules, and the conditions of each.
std::vector<Rule> each_once(const std::vector<Rule>& rules, const gdl::Names& names, const Watch& watch) {
    std::set<std::string> known;
    std::vector<Rule> once;
    for (const Rule& rule : rules) {
        if (!known.insert(gdl::to_text(rule, names)).second) continue;
        once.push_back({rule.head, {}, rule.line});
        std::set<std::pair<Sign, std::string>> conditions;
        for (const Literal& literal : rule.body) {
            watch.look();
            if (conditions.emplace(literal.sign, gdl::to_text(literal.atom, names)).second)
                once.back().body.push_back(literal);
        }
    }
    return once;
}

}  // namespace

std::vector<Rule> split_rules(const std::vector<Rule>& rules, gdl::Names& names, const Watch& watch) {
    StandIns stand_ins(names);
    Splitter splitter(stand_ins, watch);
    for (Rule& rule : Alternatives(names, stand_ins, watch).merge(each_once(rules, names, watch)))
        splitter.add(std::move(rule));
    return std::move(splitter.rules);
}

}  // namespace playout::ground
