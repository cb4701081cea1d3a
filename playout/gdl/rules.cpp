#include "playout/gdl/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "playout/base/errors.h"
#include "playout/base/text.h"

namespace playout::gdl {
namespace {

constexpr std::size_t max_alternatives = 20'000;  // of one rule
constexpr std::size_t max_literals = 2'000'000;   // of a sheet, alternatives multiplied out
constexpr std::size_t max_term_size = 10'000;
// Of one rule. Whoever joins them does so by calls, one within the other.
constexpr std::size_t max_conditions = 10'000;

using Conjunction = std::vector<Literal>;

class SheetReader {
  public:
    // `defines_alleq`: the sheet has rules for it, so that it is a sentence like any other.
    SheetReader(Sheet& sheet, bool defines_alleq, const Watch& watch)
        : sheet_(sheet), defines_alleq_(defines_alleq), watch_(watch) {}

    void add(const Expression& expression) {
        if (expression.variable) fail(expression, "a variable may only appear within a rule");
        if (!expression.list || expression.items.empty() || expression.items[0].list ||
            expression.items[0].variable || symbol(expression.items[0]) != keyword::implied_by) {
            Term fact = sentence(expression);
            bool ground = true;
            for_each_variable(fact, [&](Symbol) { ground = false; });
            if (!ground) fail(expression, "a variable may only appear within a rule");
            sheet_.rules.push_back({std::move(fact), {}, expression.line});
            return;
        }
        if (expression.items.size() < 2) fail(expression, "a rule without a head");
        if (expression.items.size() == 2) remark(expression, "a rule with an empty body could be a fact");
        const Term head = sentence(expression.items[1]);
        std::vector<Conjunction> alternatives(1);
        for (const Expression& item : std::span(expression.items).subspan(2))
            alternatives = both(std::move(alternatives), formula(item), item);
        for (Conjunction& body : alternatives) {
            if (body.size() > max_conditions) fail(expression, "the rule has too many conditions");
            sheet_.rules.push_back({head, std::move(body), expression.line});
            resolve_equalities(sheet_.rules.back());
        }
    }

    Term term(const Expression& expression) {
        if (expression.variable) return {variable_symbol(expression.word), true, {}};
        if (!expression.list) return {symbol(expression), false, {}};
        if (expression.items.empty()) fail(expression, "an empty list is no term");
        if (expression.items[0].list || expression.items[0].variable)
            fail(expression, "a term begins with a name");
        if (expression.items.size() == 1) return {in_parentheses(expression), false, {}};
        Term made{symbol(expression.items[0]), false, {}};
        for (const Expression& item : std::span(expression.items).subspan(1))
            made.arguments.push_back(term(item));
        return made;
    }

  private:
    [[noreturn]] void fail(const Expression& where, const std::string& message) const {
        throw InputError(sheet_.file, where.line, message);
    }
    void remark(const Expression& where, const std::string& text) {
        sheet_.remarks.push_back({where.line, text});
    }

    Symbol symbol(const Expression& expression) { return sheet_.names.symbol(expression.word); }
    // The reference too tells `(pass)` from `pass`, and expects an answer as it is written.
    Symbol in_parentheses(const Expression& list) {
        const Symbol name = symbol(list.items[0]);
        remark(list, fmt::format("'({0})' in parentheses is another term than '{0}'", list.items[0].word));
        return name < keyword::count ? name : sheet_.names.symbol("(" + std::string(list.items[0].word) + ")");
    }
    Symbol variable_symbol(std::string_view word) { return sheet_.names.symbol("?" + std::string(word)); }

    // What may be true or false: a name, or a name with arguments, but none of the connectives.
    Term sentence(const Expression& expression) {
        if (expression.variable) fail(expression, "expected a sentence, found a variable");
        const bool single = expression.list && expression.items.size() == 1 && !expression.items[0].list &&
                            !expression.items[0].variable;
        if (single) remark(expression, "parentheses around a single name");
        Term made = term(single ? expression.items[0] : expression);
        const Symbol name = made.name;
        if (name == keyword::not_ || name == keyword::or_ || name == keyword::and_ ||
            name == keyword::implied_by || name == keyword::distinct)
            fail(expression, fmt::format("'{}' cannot stand here", sheet_.names.text(name)));
        return made;
    }

    std::vector<Conjunction> formula(const Expression& expression) {
        const bool is_list = expression.list && !expression.items.empty() && !expression.items[0].list;
        const Symbol name =
            is_list && !expression.items[0].variable ? symbol(expression.items[0]) : Names::none;
        const std::span<const Expression> parts =
            is_list ? std::span(expression.items).subspan(1) : std::span<const Expression>();
        switch (name) {
            case keyword::and_: {
                std::vector<Conjunction> all(1);
                for (const Expression& part : parts) all = both(std::move(all), formula(part), part);
                return all;
            }
            case keyword::or_: {
                if (parts.empty()) fail(expression, "'or' without alternatives");
                std::vector<Conjunction> all;
                for (const Expression& part : parts) {
                    if (part.list && !part.items.empty() && !part.items[0].list &&
                        symbol(part.items[0]) == keyword::or_)
                        remark(part, "'or' within 'or'");
                    for (Conjunction& alternative : formula(part)) all.push_back(std::move(alternative));
                    if (all.size() > max_alternatives) fail(expression, "the rule has too many alternatives");
                }
                return all;
            }
            case keyword::not_:
                if (parts.size() != 1) fail(expression, "'not' takes one sentence");
                return {{{Sign::negative, negated(parts[0])}}};
            case keyword::distinct: {
                if (parts.size() != 2) fail(expression, "'distinct' takes two terms");
                return {{{Sign::distinct, term(expression)}}};
            }
            default:
                return {{{Sign::positive, sentence(expression)}}};
        }
    }

    Term negated(const Expression& expression) {
        const bool names = expression.list && !expression.items.empty() && !expression.items[0].list;
        const Symbol name = names ? symbol(expression.items[0]) : Names::none;
        if (name == keyword::not_ || name == keyword::or_ || name == keyword::and_ || name == keyword::distinct)
            fail(expression, "only a sentence may be negated");
        if (!defines_alleq_ && name == keyword::alleq)
            fail(expression, "the built-in 'alleq' cannot be negated");
        return sentence(expression);
    }

    std::vector<Conjunction> both(std::vector<Conjunction> left, const std::vector<Conjunction>& right,
                                  const Expression& where) {
        if (left.size() * right.size() > max_alternatives) fail(where, "the rule has too many alternatives");
        const auto append = [&](Conjunction& one, const Conjunction& other) {
            watch_.look();
            literals_ += other.size();
            one.insert(one.end(), other.begin(), other.end());
            if (literals_ > max_literals) fail(where, "the rules have too many alternatives");
        };
        if (right.size() == 1) {
            for (Conjunction& one : left) append(one, right[0]);
            return left;
        }
        std::vector<Conjunction> all;
        for (const Conjunction& one : left)
            for (const Conjunction& other : right) {
                literals_ += one.size();
                all.push_back(one);
                append(all.back(), other);
            }
        return all;
    }

    // alleq(X, Y, ...), which Koriche et al. (2016) call built-in, makes its terms one: the rule holds for what
    // unifies them.
    void resolve_equalities(Rule& rule) {
        if (defines_alleq_) return;
        for (std::size_t i = 0; i < rule.body.size();) {
            watch_.look();
            std::vector<Term>& terms = rule.body[i].atom.arguments;  // the substitution reaches them too
            if (rule.body[i].sign != Sign::positive || rule.body[i].atom.name != keyword::alleq) {
                ++i;
            } else if (terms.size() < 2) {
                rule.body.erase(rule.body.begin() + static_cast<std::ptrdiff_t>(i));
            } else {
                const Term one = terms[0], other = terms[1];
                terms.erase(terms.begin() + 1);
                if (!unify(rule, one, other)) {  // never true
                    rule.body = {{Sign::distinct, {keyword::distinct, false, {rule.head, rule.head}}}};
                    return;
                }
            }
        }
    }

    // False: they cannot be one.
    bool unify(Rule& rule, const Term& one, const Term& other) {
        if (one == other) return true;
        if (one.variable || other.variable) {
            const Term& variable = other.variable ? other : one;
            const Term& by = other.variable ? one : other;
            bool within = false;
            for_each_variable(by, [&](Symbol name) { within = within || name == variable.name; });
            if (within) return false;
            const Symbol name = variable.name;
            const Term value = by;
            replace(rule.head, name, value);
            for (Literal& literal : rule.body) replace(literal.atom, name, value);
            if (size_of(rule.head) > max_term_size)
                throw InputError(sheet_.file, rule.line, "terms grow too large");
            for (const Literal& literal : rule.body) {
                watch_.look();
                if (size_of(literal.atom) > max_term_size)
                    throw InputError(sheet_.file, rule.line, "terms grow too large");
            }
            return true;
        }
        if (one.name != other.name || one.arguments.size() != other.arguments.size() || one.arguments.empty())
            return false;
        // Argument by argument, as terms that are to be equal, which later substitutions reach.
        for (std::size_t i = 0; i < one.arguments.size(); ++i)
            rule.body.push_back(
                {Sign::positive, {keyword::alleq, false, {one.arguments[i], other.arguments[i]}}});
        return true;
    }

    static std::size_t size_of(const Term& term) {
        std::size_t size = 1;
        for (const Term& argument : term.arguments) size += size_of(argument);
        return size;
    }

    static void replace(Term& term, Symbol variable, const Term& by) {
        if (term.variable && term.name == variable) {
            term = by;
            return;
        }
        for (Term& argument : term.arguments) replace(argument, variable, by);
    }

    Sheet& sheet_;
    bool defines_alleq_ = false;
    const Watch& watch_;
    std::size_t literals_ = 0;
};

bool mentions_head(std::span<const Expression> expressions, std::string_view name) {
    return std::any_of(expressions.begin(), expressions.end(), [&](const Expression& top) {
        const Expression* head = &top;
        if (head->list && head->items.size() > 1 && head->items[0].word == "<=") head = &head->items[1];
        if (head->list && !head->items.empty()) head = &head->items[0];
        return lower_case(head->word) == name;
    });
}

}  // namespace

Sheet read_sheet(std::span<const Expression> expressions, const std::string& file, NameCase name_case,
                 const Watch& watch) {
    Sheet sheet{.file = file, .names = Names(name_case), .rules = {}, .remarks = {}};
    SheetReader reader(sheet, mentions_head(expressions, "alleq"), watch);
    for (const Expression& expression : expressions) {
        watch.look();
        reader.add(expression);
    }
    return sheet;
}

Sheet read_sheet(std::string_view text, const std::string& file, NameCase name_case, const Watch& watch) {
    return read_sheet(looks_infix(text) ? read_infix(text, file) : read_kif(text, file), file, name_case,
                      watch);
}

std::string term_text(const Expression& expression, const std::string& file) {
    if (expression.variable) throw InputError(file, expression.line, "expected a term without variables");
    if (!expression.list) return std::string(expression.word);
    if (expression.items.empty()) throw InputError(file, expression.line, "an empty list is no term");
    if (expression.items[0].list) throw InputError(file, expression.line, "a term begins with a name");
    std::string text;
    for (const Expression& item : expression.items) text += (text.empty() ? "(" : " ") + term_text(item, file);
    return text + ")";
}

std::set<Symbol> variables_of(const Term& term) {
    std::set<Symbol> variables;
    for_each_variable(term, [&](Symbol name) { variables.insert(name); });
    return variables;
}

std::vector<Term> roles_of(const Sheet& sheet) {
    std::vector<Term> roles;
    for (const Rule& rule : sheet.rules)
        if (rule.head.name == keyword::role && rule.head.arguments.size() == 1 &&
            std::find(roles.begin(), roles.end(), rule.head.arguments[0]) == roles.end())
            roles.push_back(rule.head.arguments[0]);
    return roles;
}

std::string to_text(const Term& term, const Names& names) {
    if (term.arguments.empty()) return names.text(term.name);
    std::string text = "(" + names.text(term.name);
    for (const Term& argument : term.arguments) text += " " + to_text(argument, names);
    return text + ")";
}

std::string to_text(const Rule& rule, const Names& names) {
    if (rule.body.empty()) return to_text(rule.head, names);
    std::string text = "(<= " + to_text(rule.head, names);
    for (const Literal& literal : rule.body) {
        const std::string atom = to_text(literal.atom, names);
        text += literal.sign == Sign::negative ? " (not " + atom + ")" : " " + atom;
    }
    return text + ")";
}

}  // namespace playout::gdl
