#include "playout/gdl/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "playout/base/components.h"
#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/gdl/dependencies.h"

namespace playout::gdl {
namespace {

struct Arity {
    Symbol name;
    std::size_t arguments;
};
constexpr std::array<Arity, 11> keyword_arities = {{{keyword::role, 1},
                                                    {keyword::init, 1},
                                                    {keyword::true_, 1},
                                                    {keyword::does, 2},
                                                    {keyword::next, 1},
                                                    {keyword::legal, 2},
                                                    {keyword::goal, 2},
                                                    {keyword::terminal, 0},
                                                    {keyword::base, 1},
                                                    {keyword::input, 2},
                                                    {keyword::sees, 2}}};

bool is_ground(const Term& term) {
    return variables_of(term).empty();
}

class Checker {
  public:
    Checker(const Sheet& sheet, const Watch& watch)
        : sheet_(sheet), names_(sheet.names), watch_(watch), dependencies_(sheet.rules, sheet.names.size()) {
        verdict_.warnings = sheet.remarks;
    }

    Verdict check() {
        for (const Rule& rule : sheet_.rules) {
            check_sentence(rule.head, rule.line);
            check_head(rule);
            for (const Literal& literal : rule.body) {
                watch_.look();
                if (literal.sign == Sign::distinct) {
                    for (const Term& term : literal.atom.arguments) check_term(term, rule.line);
                } else {
                    check_sentence(literal.atom, rule.line);
                    check_in_body(literal.atom, rule.line);
                }
            }
            check_safety(rule);
            check_recursion(rule);
        }
        check_negation();
        check_keyword_dependencies();
        check_presence();
        warn_of_names();
        for (std::vector<Remark>* remarks : {&verdict_.errors, &verdict_.warnings}) tidy(*remarks);
        return verdict_;
    }

  private:
    const std::string& text(Symbol name) const { return names_.text(name); }
    void error(std::int32_t line, const std::string& message) { verdict_.errors.push_back({line, message}); }
    void warning(std::int32_t line, const std::string& message) {
        verdict_.warnings.push_back({line, message});
    }

    // By line, and what the alternatives of one rule have in common only once.
    static void tidy(std::vector<Remark>& remarks) {
        const auto before = [](const Remark& one, const Remark& other) {
            return std::tie(one.line, one.text) < std::tie(other.line, other.text);
        };
        const auto same = [](const Remark& one, const Remark& other) {
            return one.line == other.line && one.text == other.text;
        };
        std::stable_sort(remarks.begin(), remarks.end(), before);
        remarks.erase(std::unique(remarks.begin(), remarks.end(), same), remarks.end());
    }

    void check_sentence(const Term& sentence, std::int32_t line) {
        for (const Arity& arity : keyword_arities)
            if (sentence.name == arity.name && sentence.arguments.size() != arity.arguments)
                error(line,
                      fmt::format("'{}' takes {} argument{}, not {}", text(sentence.name), arity.arguments,
                                  arity.arguments == 1 ? "" : "s", sentence.arguments.size()));
        note_arity(sentence_arity_, sentence, line);
        for (const Term& argument : sentence.arguments) check_term(argument, line);
    }

    void check_term(const Term& term, std::int32_t line) {
        if (term.variable) return;
        for (const Arity& arity : keyword_arities)
            if (term.name == arity.name && arity.name != keyword::sees)
                error(line, fmt::format("the keyword '{}' is used as a term", text(term.name)));
        if (term.name == keyword::distinct || term.name == keyword::not_ || term.name == keyword::or_ ||
            term.name == keyword::implied_by)
            error(line, fmt::format("the keyword '{}' is used as a term", text(term.name)));
        if (!term.arguments.empty()) note_arity(function_arity_, term, line);
        for (const Term& argument : term.arguments) check_term(argument, line);
    }

    void note_arity(std::map<Symbol, std::size_t>& arities, const Term& term, std::int32_t line) {
        const auto [place, fresh] = arities.try_emplace(term.name, term.arguments.size());
        if (!fresh && place->second != term.arguments.size())
            warning(line, fmt::format("'{}' has {} arguments here and {} elsewhere", text(term.name),
                                      term.arguments.size(), place->second));
    }

    void check_head(const Rule& rule) {
        const Symbol name = rule.head.name;
        if (name == keyword::does || name == keyword::true_)
            error(rule.line, fmt::format("'{}' cannot be the head of a rule", text(name)));
        if (name == keyword::role && !rule.body.empty()) error(rule.line, "roles must be facts");
        if (name == keyword::goal && rule.head.arguments.size() == 2 && is_ground(rule.head.arguments[1])) {
            const std::string value = to_text(rule.head.arguments[1], names_);
            const auto number = parse_integer(value);
            if (!number || *number < 0 || *number > 100)
                error(rule.line, fmt::format("a goal must be a number from 0 to 100, not '{}'", value));
        }
    }

    void check_in_body(const Term& sentence, std::int32_t line) {
        if (sentence.name == keyword::next || sentence.name == keyword::init)
            error(line, fmt::format("'{}' cannot be in the body of a rule", text(sentence.name)));
    }

    // Every variable is in a positive literal of the body.
    void check_safety(const Rule& rule) {
        std::set<Symbol> bound;
        for (const Literal& literal : rule.body)
            if (literal.sign == Sign::positive) bound.merge(variables_of(literal.atom));
        const auto require_bound = [&](const Term& term, std::string_view where) {
            for (const Symbol variable : variables_of(term))
                if (!bound.contains(variable))
                    error(rule.line, fmt::format("unsafe rule: {} is in {}, but in no positive condition",
                                                 text(variable), where));
        };
        require_bound(rule.head, "the head");
        for (const Literal& literal : rule.body) {
            watch_.look();
            if (literal.sign == Sign::negative) require_bound(literal.atom, "a negated sentence");
            if (literal.sign == Sign::distinct) require_bound(literal.atom, "a distinct clause");
        }
    }

    // An argument of a sentence that leads back to the head is a constant, an argument of the head, or bound by
    // a sentence that does not lead back: so terms cannot grow for ever.
    void check_recursion(const Rule& rule) {
        const auto leads_back = [&](const Literal& literal) {
            return literal.sign == Sign::positive &&
                   dependencies_.on_one_ring(literal.atom.name, rule.head.name);
        };
        for (const Literal& literal : rule.body) {
            if (!leads_back(literal)) continue;
            for (const Term& argument : literal.atom.arguments) {
                const auto has_it = [&](const Term& sentence) {
                    return std::find(sentence.arguments.begin(), sentence.arguments.end(), argument) !=
                           sentence.arguments.end();
                };
                const bool bound =
                    is_ground(argument) || has_it(rule.head) ||
                    std::any_of(rule.body.begin(), rule.body.end(), [&](const Literal& other) {
                        watch_.look();
                        return other.sign == Sign::positive && !leads_back(other) && has_it(other.atom);
                    });
                if (!bound)
                    error(rule.line,
                          fmt::format("the recursion restriction: {} is bound by the recursion alone",
                                      to_text(argument, names_)));
            }
        }
    }

    void check_negation() {
        const std::span<const Rule> rules = sheet_.rules;
        const std::vector<std::vector<std::uint32_t>> used = rules_used(rules, watch_);
        const std::vector<std::uint32_t> ring = components(used);
        for (std::size_t i = 0; i < rules.size(); ++i)
            for (const Literal& literal : rules[i].body) {
                const auto depends = [&](std::uint32_t rule) {
                    watch_.look();
                    return ring[rule] == ring[i] && may_match(rules[rule].head, literal.atom);
                };
                if (literal.sign == Sign::negative && std::any_of(used[i].begin(), used[i].end(), depends))
                    error(rules[i].line, fmt::format("'{}' depends on its own negation, through '{}'",
                                                     text(rules[i].head.name), text(literal.atom.name)));
            }
    }

    void check_keyword_dependencies() {
        const std::vector<bool> on_moves = dependencies_.dependents(keyword::does);
        const std::vector<bool> on_states = dependencies_.dependents(keyword::true_);
        const auto line_of = [&](Symbol name) {
            const auto rule = std::find_if(sheet_.rules.begin(), sheet_.rules.end(),
                                           [&](const Rule& one) { return one.head.name == name; });
            return rule == sheet_.rules.end() ? 0 : rule->line;
        };
        for (const Symbol name : {keyword::init, keyword::base, keyword::input, keyword::role})
            if (on_moves[name] || on_states[name])
                error(line_of(name), fmt::format("'{}' must not depend on the state or the moves", text(name)));
        for (const Symbol name : {keyword::legal, keyword::goal, keyword::terminal})
            if (on_moves[name])
                error(line_of(name), fmt::format("'{}' must not depend on the moves", text(name)));
    }

    void check_presence() {
        for (const Symbol name : {keyword::role, keyword::legal, keyword::goal, keyword::terminal})
            if (std::none_of(sheet_.rules.begin(), sheet_.rules.end(),
                             [&](const Rule& rule) { return rule.head.name == name; }))
                error(0, fmt::format("there is no rule for '{}'", text(name)));
    }

    // Names that differ only in case; variables count where one rule has both.
    void warn_of_spellings() {
        const char* what =
            names_.are_folded() ? "are taken for the same name" : "differ only in case and are two names";
        std::set<Symbol> variables;
        for (const auto& [first, others] : names_.other_spellings())
            for (const std::string& other : others) {
                if (other.front() == '?')
                    variables.insert({first, names_.find(other)});
                else
                    warning(0, fmt::format("'{}' and '{}' {}", text(first), other, what));
            }
        if (variables.empty() || names_.are_folded()) return;
        for (const Rule& rule : sheet_.rules) {
            std::set<Symbol> in_rule = variables_of(rule.head);
            for (const Literal& literal : rule.body) in_rule.merge(variables_of(literal.atom));
            std::map<std::string, Symbol> by_lower;
            for (const Symbol variable : in_rule) {
                if (!variables.contains(variable)) continue;
                const auto [other, fresh] = by_lower.emplace(lower_case(text(variable)), variable);
                if (!fresh)
                    warning(rule.line, fmt::format("'{}' and '{}' differ only in case and are two variables",
                                                   text(other->second), text(variable)));
            }
        }
    }

    void warn_of_names() {
        warn_of_spellings();
        std::set<Symbol> made, used;
        std::map<Symbol, std::int32_t> used_at;
        for (const Rule& rule : sheet_.rules) {
            made.insert(rule.head.name);
            for (const Literal& literal : rule.body)
                if (literal.sign != Sign::distinct && used.insert(literal.atom.name).second)
                    used_at[literal.atom.name] = rule.line;
        }
        for (const Symbol name : used)
            if (name >= keyword::count && !made.contains(name))
                warning(used_at[name], fmt::format("'{}' is asked for, but no rule makes it", text(name)));
        for (const Symbol name : made)
            if (name >= keyword::count && !used.contains(name))
                warning(0, fmt::format("'{}' is never used", text(name)));
        for (const auto& [name, arity] : function_arity_)
            if (sentence_arity_.contains(name))
                warning(0, fmt::format("'{}' is both a sentence and a term", text(name)));
    }

    const Sheet& sheet_;
    const Names& names_;
    const Watch& watch_;
    Dependencies dependencies_;
    std::map<Symbol, std::size_t> sentence_arity_, function_arity_;
    Verdict verdict_;
};

}  // namespace

Verdict check(const Sheet& sheet, const Watch& watch) {
    return Checker(sheet, watch).check();
}

void require_valid(const Sheet& sheet, const Watch& watch) {
    const Verdict verdict = check(sheet, watch);
    if (verdict.errors.empty()) return;
    const Remark& first = verdict.errors.front();
    const std::string more =
        verdict.errors.size() == 1 ? "" : fmt::format(" (and {} more)", verdict.errors.size() - 1);
    if (first.line == 0) throw InputError(sheet.file, first.text + more);
    throw InputError(sheet.file, first.line, first.text + more);
}

}  // namespace playout::gdl
