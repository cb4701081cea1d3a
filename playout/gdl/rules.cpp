#include "playout/gdl/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "playout/base/errors.h"
#include "playout/base/text.h"

namespace playout::gdl {
namespace {

constexpr std::size_t most_alternatives = 20'000;  // of one rule

using Conjunction = std::vector<Literal>;

class SheetReader {
  public:
    explicit SheetReader(Sheet& sheet) : sheet_(sheet) {}

    void add(const Expression& expression) {
        if (expression.variable) fail(expression, "a variable may only appear within a rule");
        if (!expression.list || expression.items.empty() || expression.items[0].list ||
            symbol(expression.items[0]) != keyword::implied_by) {
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
            alternatives = both(alternatives, formula(item), item);
        for (Conjunction& body : alternatives) {
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
        if (expression.items.size() == 1) remark(expression, "parentheses around a single name");
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
    Symbol variable_symbol(std::string_view word) { return sheet_.names.symbol("?" + std::string(word)); }

    // What may be true or false: a name, or a name with arguments, but none of the connectives.
    Term sentence(const Expression& expression) {
        if (expression.variable) fail(expression, "expected a sentence, found a variable");
        Term made = term(expression);
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
                for (const Expression& part : parts) all = both(all, formula(part), part);
                return all;
            }
            case keyword::or_: {
                if (parts.empty()) fail(expression, "'or' without alternatives");
                std::vector<Conjunction> all;
                for (const Expression& part : parts) {
                    if (part.list && !part.items.empty() && part.items[0].word == "or")
                        remark(part, "'or' within 'or'");
                    for (Conjunction& alternative : formula(part)) all.push_back(std::move(alternative));
                    if (all.size() > most_alternatives) fail(expression, "the rule has too many alternatives");
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
        return sentence(expression);
    }

    std::vector<Conjunction> both(const std::vector<Conjunction>& left, const std::vector<Conjunction>& right,
                                  const Expression& where) {
        if (left.size() * right.size() > most_alternatives) fail(where, "the rule has too many alternatives");
        std::vector<Conjunction> all;
        for (const Conjunction& one : left)
            for (const Conjunction& other : right) {
                all.push_back(one);
                all.back().insert(all.back().end(), other.begin(), other.end());
            }
        return all;
    }

    // alleq(X, Y, ...), which 004 calls built-in, makes its terms one: the variables take its first term's
    // place.
    void resolve_equalities(Rule& rule) {
        const Symbol alleq = sheet_.names.find("alleq");
        if (alleq == Names::none || defines_alleq_) return;
        for (std::size_t i = 0; i < rule.body.size();) {
            const Literal literal = rule.body[i];
            if (literal.sign != Sign::positive || literal.atom.name != alleq ||
                literal.atom.arguments.empty()) {
                ++i;
                continue;
            }
            rule.body.erase(rule.body.begin() + static_cast<std::ptrdiff_t>(i));
            for (std::size_t j = 1; j < literal.atom.arguments.size(); ++j)
                unify(rule, literal.atom.arguments[0], literal.atom.arguments[j]);
        }
    }

    void unify(Rule& rule, Term one, Term other) {
        if (!other.variable) std::swap(one, other);
        if (!other.variable) {  // two constants: true or false for good
            if (!(one == other)) rule.body.push_back({Sign::distinct, {keyword::distinct, false, {one, one}}});
            return;
        }
        replace(rule.head, other.name, one);
        for (Literal& literal : rule.body) replace(literal.atom, other.name, one);
    }

    static void replace(Term& term, Symbol variable, const Term& by) {
        if (term.variable && term.name == variable) {
            term = by;
            return;
        }
        for (Term& argument : term.arguments) replace(argument, variable, by);
    }

  public:
    bool defines_alleq_ = false;

  private:
    Sheet& sheet_;
};

bool mentions_head(std::span<const Expression> expressions, std::string_view name) {
    return std::any_of(expressions.begin(), expressions.end(), [&](const Expression& top) {
        const Expression* head = &top;
        if (head->list && head->items.size() > 1 && head->items[0].word == "<=") head = &head->items[1];
        if (head->list && !head->items.empty()) head = &head->items[0];
        return head->word == name;
    });
}

}  // namespace

Sheet read_sheet(std::span<const Expression> expressions, const std::string& file) {
    Sheet sheet;
    sheet.file = file;
    SheetReader reader(sheet);
    reader.defines_alleq_ = mentions_head(expressions, "alleq");
    for (const Expression& expression : expressions) reader.add(expression);
    return sheet;
}

Sheet read_sheet(std::string_view text, const std::string& file) {
    return read_sheet(looks_infix(text) ? read_infix(text, file) : read_kif(text, file), file);
}

Term read_term(const Expression& expression, Names& names, const std::string& file) {
    Sheet sheet;
    sheet.file = file;
    std::swap(sheet.names, names);
    Term term;
    try {
        term = SheetReader(sheet).term(expression);
    } catch (...) {
        std::swap(sheet.names, names);
        throw;
    }
    std::swap(sheet.names, names);
    for_each_variable(
        term, [&](Symbol) { throw InputError(file, expression.line, "expected a term without variables"); });
    return term;
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
