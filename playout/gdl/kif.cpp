#include <fmt/format.h>

#include <utility>

#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/gdl/expression.h"

namespace playout::gdl {
namespace {

bool is_blank(char letter) {
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

// To one text, so that the time does not grow with the depth.
void append_kif(const Expression& expression, std::string& text) {
    if (!expression.list) {
        if (expression.variable) text += '?';
        text += expression.word;
        return;
    }
    text += '(';
    bool first = true;
    for (const Expression& item : expression.items) {
        if (!std::exchange(first, false)) text += ' ';
        append_kif(item, text);
    }
    text += ')';
}

}  // namespace

std::vector<Expression> read_kif(std::string_view text, const std::string& file) {
    std::vector<Expression> open(1);  // the lists around the place that is being read; the first is the text
    open[0].list = true;
    std::int32_t line = 1;
    for (std::size_t at = 0; at < text.size();) {
        const char letter = text[at];
        if (letter == '\n') ++line;
        if (is_blank(letter)) {
            ++at;
        } else if (letter == ';') {
            while (at < text.size() && text[at] != '\n') ++at;
        } else if (letter == '(') {
            if (std::ssize(open) > deepest_nesting) throw InputError(file, line, "lists are nested too deeply");
            open.push_back({.word = {}, .items = {}, .line = line, .list = true, .variable = false});
            ++at;
        } else if (letter == ')') {
            if (open.size() == 1) throw InputError(file, line, "a closing parenthesis without an opening one");
            Expression list = std::move(open.back());
            open.pop_back();
            open.back().items.push_back(std::move(list));
            ++at;
        } else {
            const std::size_t start = at;
            while (at < text.size() && !is_blank(text[at]) && text[at] != '(' && text[at] != ')' &&
                   text[at] != ';')
                ++at;
            std::string_view word = text.substr(start, at - start);
            const bool variable = word.front() == '?';
            if (variable) word.remove_prefix(1);
            if (word.empty()) throw InputError(file, line, "a variable without a name");
            if (has_control(word))
                throw InputError(file, line, fmt::format("control characters in '{}'", excerpt(word)));
            open.back().items.push_back(
                {.word = word, .items = {}, .line = line, .list = false, .variable = variable});
        }
    }
    if (open.size() > 1) throw InputError(file, open.back().line, "the parenthesis opened here is not closed");
    return std::move(open[0].items);
}

std::string to_kif(const Expression& expression) {
    std::string text;
    append_kif(expression, text);
    return text;
}

}  // namespace playout::gdl
