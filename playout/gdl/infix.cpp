#include <algorithm>
#include <array>

#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/gdl/expression.h"

namespace playout::gdl {
namespace {

constexpr std::array<std::string_view, 4> arrows = {":-", "<=", "<-", "\u2190"};

bool is_name_letter(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '_' || letter == '+' || letter == '-' || letter == '?';
}

Expression word(std::string_view text, std::int32_t line, bool variable = false) {
    return {.word = text, .items = {}, .line = line, .list = false, .variable = variable};
}

class Reader {
  public:
    Reader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

    std::vector<Expression> read() {
        std::vector<Expression> clauses;
        for (skip(); at_ < text_.size(); skip()) clauses.push_back(clause());
        return clauses;
    }

  private:
    [[noreturn]] void fail(const std::string& message) const { throw InputError(file_, line_, message); }

    void skip() {
        for (; at_ < text_.size(); ++at_) {
            if (text_[at_] == '\n') {
                ++line_;
            } else if (text_[at_] == '%' || text_[at_] == ';') {
                while (at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
            } else if (text_[at_] != ' ' && (text_[at_] < '\t' || text_[at_] > '\r')) {
                return;
            }
        }
    }

    bool take(std::string_view sign) {
        skip();
        if (!text_.substr(at_).starts_with(sign)) return false;
        at_ += sign.size();
        return true;
    }

    bool take_arrow() {
        return std::any_of(arrows.begin(), arrows.end(),
                           [this](std::string_view arrow) { return take(arrow); });
    }

    // head. or head <- a, b & c.
    Expression clause() {
        const std::int32_t line = (skip(), line_);
        Expression head = term(0);
        if (take_arrow()) {
            Expression rule{.word = {}, .items = {}, .line = line, .list = true, .variable = false};
            rule.items.push_back(word("<=", line));
            rule.items.push_back(std::move(head));
            do {
                rule.items.push_back(term(0));
            } while (take(",") || take("&"));
            head = std::move(rule);
        }
        if (!take(".")) {
            skip();
            if (at_ < text_.size())
                fail("expected a point, a comma or an arrow, found '" + excerpt(text_.substr(at_, 12)) + "'");
        }
        return head;
    }

    Expression term(int depth) {
        if (depth > deepest_nesting) fail("terms are nested too deeply");
        skip();
        if (take("~")) {
            Expression negation{.word = {}, .items = {}, .line = line_, .list = true, .variable = false};
            negation.items.push_back(word("not", line_));
            negation.items.push_back(term(depth + 1));
            return negation;
        }
        const std::size_t start = at_;
        while (at_ < text_.size() && is_name_letter(text_[at_])) ++at_;
        std::string_view name = text_.substr(start, at_ - start);
        if (name.empty())
            fail(at_ < text_.size() ? "expected a name, found '" + excerpt(text_.substr(at_, 12)) + "'"
                                    : "expected a name, found the end of the text");
        const std::int32_t line = line_;
        const bool variable =
            name.front() == '?' || name.front() == '_' || (name.front() >= 'A' && name.front() <= 'Z');
        if (name.front() == '?') name.remove_prefix(1);
        if (name.empty()) fail("a variable without a name");
        if (variable || at_ >= text_.size() || text_[at_] != '(') return word(name, line, variable);
        ++at_;
        Expression list{.word = {}, .items = {}, .line = line, .list = true, .variable = false};
        list.items.push_back(word(name, line));
        do {
            list.items.push_back(term(depth + 1));
        } while (take(","));
        if (!take(")")) fail("expected a comma or a closing parenthesis");
        return list;
    }

    std::string_view text_;
    const std::string& file_;
    std::size_t at_ = 0;
    std::int32_t line_ = 1;
};

}  // namespace

std::vector<Expression> read_infix(std::string_view text, const std::string& file) {
    return Reader(text, file).read();
}

// The first thing that is no comment: a list, or a name with a parenthesis, point or arrow right behind it.
bool looks_infix(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        if (text[at] == ';' || text[at] == '%') {
            while (at < text.size() && text[at] != '\n') ++at;
        } else if (text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r')) {
            ++at;
        } else {
            break;
        }
    }
    const std::size_t start = at;
    while (at < text.size() && is_name_letter(text[at])) ++at;
    if (at == start || at == text.size()) return false;
    if (text[at] == '(' || text[at] == '.') return true;
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    return std::any_of(arrows.begin(), arrows.end(),
                       [&](std::string_view arrow) { return text.substr(at).starts_with(arrow); });
}

}  // namespace playout::gdl
