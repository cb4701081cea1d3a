#include "playout/gdl/spelling.h"

namespace playout::gdl {

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& letter : lower)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return lower;
}

std::string folded(std::string_view term) {
    std::string text;
    std::size_t open = std::string::npos;  // a parenthesis with nothing but a name behind it so far
    for (const char letter : lower_case(term)) {
        if (letter == ')' && open != std::string::npos) {
            text.erase(open, 1);
            open = std::string::npos;
            continue;
        }
        if (letter == '(') open = text.size();
        if (letter == ' ' || letter == ')') open = std::string::npos;
        text += letter;
    }
    return text;
}

}  // namespace playout::gdl
