#include "playout/ground/join_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "playout/gdl/dependencies.h"

namespace playout::ground {
namespace {

using gdl::Literal;
using gdl::Rule;
using gdl::Sign;
using gdl::Symbol;

// Where the variables of a rule's conditions are.
struct Shape {
    struct Use {
        std::uint32_t condition;
        int places;  // in it
    };
    std::vector<std::map<int, int>> places;  // by condition: of each of its variables
    std::vector<int> constants;              // by condition
    std::vector<std::vector<Use>> uses;      // by variable
};
void find_places(const Pattern& pattern, std::map<int, int>& places, int& constants) {
    if (pattern.variable != no_variable) {
        ++places[pattern.variable];
    } else if (pattern.is_constant()) {
        ++constants;
    }
    for (const Pattern& argument : pattern.arguments) find_places(argument, places, constants);
}
Shape shape_of(const CompiledRule& rule) {
    Shape shape;
    shape.places.resize(rule.conditions.size());
    shape.constants.resize(rule.conditions.size(), 0);
    shape.uses.resize(static_cast<std::size_t>(rule.variables));
    for (std::uint32_t i = 0; i < rule.conditions.size(); ++i) {
        find_places(rule.conditions[i], shape.places[i], shape.constants[i]);
        for (const auto& [variable, places] : shape.places[i])
            shape.uses[static_cast<std::size_t>(variable)].push_back({i, places});
    }
    return shape;
}

// Indexes are told apart by the form of the pattern and by what is bound in it.
void describe(const Pattern& pattern, const std::vector<bool>& bound, std::string& text) {
    if (pattern.is_constant()) {
        text += fmt::format("={}", pattern.constant);
    } else if (pattern.variable != no_variable) {
        text += bound[static_cast<std::size_t>(pattern.variable)] ? "!" : "?";
    } else {
        text += fmt::format("{}(", pattern.name);
        for (const Pattern& argument : pattern.arguments) {
            describe(argument, bound, text);
            text += ",";
        }
        text += ")";
    }
}

// The order for one rule.
class Planner {
  public:
    Planner(const CompiledRule& rule, const Shape& shape, const Watch& watch)
        : rule_(rule),
          shape_(shape),
          watch_(watch),
          bound_(static_cast<std::size_t>(rule.variables), false),
          free_(rule.conditions.size()),
          known_(shape.constants) {}

    // `first`: the condition that is met already. index_for(pattern, bound) says which index to scan.
    template <typename IndexFor>
    JoinPlan plan(std::optional<std::uint32_t> first, IndexFor index_for) {
        for (std::uint32_t i = 0; i < rule_.conditions.size(); ++i) {
            free_[i] = static_cast<int>(shape_.places[i].size());
            if (i == first) continue;
            if (rule_.signs[i] == Sign::positive) {
                open_.insert(rank(i));
            } else if (free_[i] == 0) {
                tests_.push_back(i);
            }
        }
        if (first) bind(*first);
        JoinPlan steps;
        for (;;) {
            add_tests(steps);
            if (open_.empty()) break;
            watch_.look();
            const std::uint32_t best = std::get<4>(*open_.begin());
            open_.erase(open_.begin());
            if (free_[best] == 0) {
                steps.push_back({JoinStep::Kind::look_up, best});
            } else {
                steps.push_back({JoinStep::Kind::scan, best, index_for(rule_.conditions[best], bound_)});
            }
            bind(best);
        }
        return steps;
    }

  private:
    // The lowest is taken first: a condition that has to do with what is bound, with the fewest free variables,
    // and of these the one that knows most.
    using Rank = std::tuple<bool, int, int, int, std::uint32_t>;
    Rank rank(std::uint32_t i) const {
        return {free_[i] > 0 && known_[i] == 0, free_[i], -known_[i], rule_.dynamic[i] ? 1 : 0, i};
    }

    // The variables of a condition.
    void bind(std::uint32_t condition) {
        for (const auto& [variable, here] : shape_.places[condition]) {
            if (bound_[static_cast<std::size_t>(variable)]) continue;
            bound_[static_cast<std::size_t>(variable)] = true;
            for (const auto& [user, places] : shape_.uses[static_cast<std::size_t>(variable)]) {
                watch_.look();
                const bool waits = open_.erase(rank(user)) > 0;
                --free_[user];
                known_[user] += places;
                if (waits) open_.insert(rank(user));
                if (rule_.signs[user] != Sign::positive && free_[user] == 0) tests_.push_back(user);
            }
        }
    }

    void add_tests(JoinPlan& steps) {
        std::sort(tests_.begin(), tests_.end());
        for (const std::uint32_t i : tests_) {
            // The negation of what depends on the state is not decided here.
            if (rule_.signs[i] == Sign::distinct) steps.push_back({JoinStep::Kind::distinct, i});
            if (rule_.signs[i] == Sign::negative && !rule_.dynamic[i])
                steps.push_back({JoinStep::Kind::refuse, i});
        }
        tests_.clear();
    }

    const CompiledRule& rule_;
    const Shape& shape_;
    const Watch& watch_;
    std::vector<bool> bound_;           // by variable
    std::vector<int> free_, known_;     // by condition: its free variables, its places that are known
    std::vector<std::uint32_t> tests_;  // that can be made
    std::set<Rank> open_;               // the positive conditions that are left
};

class Compiler {
  public:
    Compiler(const RuleNames& names, GroundTerms& terms, const Watch& watch,
             const std::function<void(std::int64_t)>& check_memory)
        : names_(names), terms_(terms), watch_(watch), check_memory_(check_memory) {}

    CompiledRules compile(const std::vector<Rule>& rules) {
        const std::vector<std::uint32_t> order = gdl::rule_order(rules, watch_);
        for (std::size_t i = 0; i < rules.size(); ++i) made_.rules.push_back(patterns_of(rules[i], order[i]));
        for (std::uint32_t i = 0; i < made_.rules.size(); ++i) add_plans(i);
        return std::move(made_);
    }

  private:
    bool only_asks(Symbol name) const { return names_.asked_for.contains(name); }

    Pattern pattern_of(const gdl::Term& term, std::map<Symbol, int>& variables) {
        Pattern pattern{term.name, no_variable, GroundTerms::none, {}};
        if (term.variable) {
            pattern.variable =
                variables.try_emplace(term.name, static_cast<int>(variables.size())).first->second;
            return pattern;
        }
        std::vector<TermId> arguments;
        for (const gdl::Term& argument : term.arguments) {
            pattern.arguments.push_back(pattern_of(argument, variables));
            if (pattern.arguments.back().is_constant()) arguments.push_back(pattern.arguments.back().constant);
        }
        if (arguments.size() == term.arguments.size()) pattern.constant = terms_.make(term.name, arguments);
        return pattern;
    }

    // All but its plans.
    CompiledRule patterns_of(const Rule& rule, std::uint32_t ring) {
        CompiledRule made;
        std::map<Symbol, int> variables;
        for (const Literal& literal : rule.body) {
            made.conditions.push_back(pattern_of(literal.atom, variables));
            made.signs.push_back(literal.sign);
            made.dynamic.push_back(literal.sign != Sign::distinct && names_.dynamic[literal.atom.name]);
            made.recorded.push_back(made.dynamic.back() && !only_asks(literal.atom.name));
        }
        made.head = pattern_of(rule.head, variables);
        for (std::uint32_t j = 0; j < rule.body.size(); ++j) {
            const auto asked = names_.asked_for.find(rule.body[j].atom.name);
            if (asked != names_.asked_for.end() && asked->second == rule.head.name &&
                made.conditions[j].arguments == made.head.arguments)
                made.asks_head = j;
        }
        made.variables = static_cast<int>(variables.size());
        made.ring = ring;
        made.is_dynamic = names_.dynamic[rule.head.name];
        made.only_asks = only_asks(rule.head.name);
        return made;
    }

    void add_plans(std::uint32_t number) {
        CompiledRule& rule = made_.rules[number];
        const Shape shape = shape_of(rule);
        const auto kept = [&](JoinPlan plan) {
            made_.bytes += static_cast<std::int64_t>(plan.capacity() * sizeof(JoinStep));
            check_memory_(made_.bytes);
            return plan;
        };
        rule.full = kept(plan(rule, shape, std::nullopt));
        for (std::uint32_t j = 0; j < rule.conditions.size(); ++j) {
            if (rule.signs[j] != Sign::positive || (rule.is_dynamic && !rule.dynamic[j])) continue;
            rule.after[j] = kept(plan(rule, shape, j));
            made_.occurrences[rule.conditions[j].name].push_back({number, j});
        }
    }

    JoinPlan plan(const CompiledRule& rule, const Shape& shape, std::optional<std::uint32_t> first) {
        return Planner(rule, shape, watch_)
            .plan(first, [&](const Pattern& pattern, const std::vector<bool>& bound) {
                return index_for(pattern, bound);
            });
    }

    std::uint32_t index_for(const Pattern& pattern, const std::vector<bool>& bound) {
        std::string text;
        describe(pattern, bound, text);
        const auto [place, fresh] =
            index_numbers_.try_emplace(text, static_cast<std::uint32_t>(made_.indexes.size()));
        if (fresh) {
            made_.indexes.emplace_back(pattern, bound);
            made_.indexes_of[pattern.name].push_back(place->second);
        }
        return place->second;
    }

    const RuleNames& names_;
    GroundTerms& terms_;
    const Watch& watch_;
    const std::function<void(std::int64_t)>& check_memory_;
    CompiledRules made_;
    std::map<std::string, std::uint32_t> index_numbers_;  // by what they have
};

}  // namespace

CompiledRules compile_rules(const std::vector<Rule>& rules, const RuleNames& names, GroundTerms& terms,
                            const Watch& watch, const std::function<void(std::int64_t)>& check_memory) {
    return Compiler(names, terms, watch, check_memory).compile(rules);
}

}  // namespace playout::ground
