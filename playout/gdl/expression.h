// What a text of the Game Description Language says before anybody asks what it means: words and lists of them,
// each with its line. Rule sheets and the messages of game managers are both read here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace playout::gdl {

// The words are views into the text that was read, which must outlive them.
struct Expression {
    std::string_view word;          // of a variable without its question mark
    std::vector<Expression> items;  // of a list
    std::int32_t line = 0;
    bool list = false;
    bool variable = false;
};

inline constexpr int deepest_nesting = 200;

// Prefix form (KIF): `(<= (legal ?p noop) (role ?p))`, `;` begins a comment. Throws InputError with the line.
std::vector<Expression> read_kif(std::string_view text, const std::string& file);

// Infix form (Koriche et al. 2016, Fig. 1): `legal(P, noop) <- role(P).`; names that begin with a capital
// letter, _ or ? are variables, `:-`, `<=`, `<-` and the arrow are the same, `%` and `;` begin comments, & and
// the comma join. The result is what the prefix form gives.
std::vector<Expression> read_infix(std::string_view text, const std::string& file);

// Which of the two a text is.
bool looks_infix(std::string_view text);

// In prefix form on one line, names as they were written.
std::string to_kif(const Expression& expression);

}  // namespace playout::gdl
