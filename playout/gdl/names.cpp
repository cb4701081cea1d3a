#include "playout/gdl/names.h"

#include <algorithm>
#include <array>

namespace playout::gdl {
namespace {

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& letter : lower)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return lower;
}

}  // namespace

Names::Names() {
    constexpr std::array<std::string_view, keyword::count> words = {
        "role",  "init", "true",     "does", "next", "legal", "goal", "terminal", "base",
        "input", "sees", "distinct", "not",  "or",   "and",   "<=",   "random"};
    for (const std::string_view word : words) symbol(word);
}

Symbol Names::symbol(std::string_view spelled) {
    const auto [place, fresh] = symbols_.try_emplace(lower_case(spelled), static_cast<Symbol>(texts_.size()));
    if (fresh) {
        texts_.push_back(place->first);
        spellings_.emplace_back(spelled);
    } else if (place->second >= keyword::count && spellings_[place->second] != spelled) {
        other_spellings_.try_emplace(place->second, spelled);
    }
    return place->second;
}

Symbol Names::find(std::string_view spelled) const {
    const auto place = symbols_.find(lower_case(spelled));
    return place == symbols_.end() ? none : place->second;
}

Symbol Names::fresh(std::string_view stem) {
    std::string name;
    for (std::size_t number = texts_.size();; ++number) {
        name = std::string(stem) + "#" + std::to_string(number);
        if (!symbols_.contains(name)) return symbol(name);
    }
}

}  // namespace playout::gdl
