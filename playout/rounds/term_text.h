// Terms as single words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace playout::rounds {

// The name of a term in prefix form and its arguments, each as it is written: `(cell 1 (at 2) b)` has four.
std::vector<std::string> words_of(std::string_view term);
// Joined by dots, without blanks, brackets and what the text of a network uses itself.
std::string dotted(const std::vector<std::string>& words);

}  // namespace playout::rounds
