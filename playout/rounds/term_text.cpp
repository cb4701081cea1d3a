#include "playout/rounds/term_text.h"

namespace playout::rounds {

std::vector<std::string> words_of(std::string_view term) {
    if (term.empty() || term.front() != '(') return {std::string(term)};
    std::vector<std::string> words;
    int depth = 0;
    bool open = false;
    for (const char letter : term.substr(1, term.size() - 2)) {
        depth += letter == '(' ? 1 : letter == ')' ? -1 : 0;
        if (letter == ' ' && depth == 0) {
            open = false;
            continue;
        }
        if (!open) words.emplace_back();
        open = true;
        words.back() += letter;
    }
    return words;
}

std::string dotted(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        if (!text.empty()) text += '.';
        for (const char letter : word) {
            if (letter == '(' || letter == ')') continue;
            text += letter == ' '                                                       ? '.'
                    : std::string_view("=,!:|#").find(letter) != std::string_view::npos ? '_'
                                                                                        : letter;
        }
    }
    return text.empty() ? "." : text == "end" ? "end_" : text;  // `end` ends a list in the text of a network
}

}  // namespace playout::rounds
