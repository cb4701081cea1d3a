#include "playout/gdl/names.h"

#include <algorithm>
#include <utility>

namespace playout::gdl {

Names::Names(NameCase name_case) : case_(name_case) {
    constexpr std::array<std::string_view, keyword::count> words = {
        "role",  "init", "true",     "does", "next", "legal", "goal", "terminal", "base",
        "input", "sees", "distinct", "not",  "or",   "and",   "<=",   "random",   "alleq"};
    for (const std::string_view word : words) {
        in_lower_.emplace(word, static_cast<Symbol>(texts_.size()));
        texts_.emplace_back(word);
    }
}

Symbol Names::symbol(std::string_view spelled) {
    if (const auto known = symbols_.find(std::string(spelled)); known != symbols_.end()) return known->second;
    const auto next = static_cast<Symbol>(texts_.size());
    const auto [place, fresh] = in_lower_.try_emplace(lower_case(spelled), next);
    const Symbol first = place->second;
    const bool is_keyword = first < keyword::count;
    if (is_keyword && !std::exchange(written_[first], true)) texts_[first] = spelled;
    if (!is_keyword && !fresh) other_spellings_[first].emplace_back(spelled);
    const Symbol symbol = is_keyword || are_folded() ? first : next;
    if (symbol == next) texts_.emplace_back(spelled);
    symbols_.emplace(spelled, symbol);
    return symbol;
}

Symbol Names::find(std::string_view spelled) const {
    if (const auto place = symbols_.find(std::string(spelled)); place != symbols_.end()) return place->second;
    const auto lower = in_lower_.find(lower_case(spelled));
    if (lower == in_lower_.end()) return none;
    return lower->second < keyword::count || are_folded() ? lower->second : none;
}

Symbol Names::fresh(std::string_view stem) {
    std::string name;
    for (std::size_t number = texts_.size();; ++number) {
        name = std::string(stem) + "#" + std::to_string(number);
        if (find(name) == none) return symbol(name);
    }
}

std::string Names::canonical(std::string_view term) const {
    if (are_folded() || other_spellings_.empty()) return lower_case(term);
    const auto has_others = [this](const std::string& lower) {
        const auto first = in_lower_.find(lower);
        return first != in_lower_.end() && other_spellings_.contains(first->second);
    };
    std::string text;
    for (std::size_t at = 0; at < term.size();) {
        const std::size_t end = std::min(term.find_first_of(" ()", at), term.size());
        const std::string word(term.substr(at, end - at)), lower = lower_case(word);
        text += has_others(lower) || has_others("(" + lower + ")") ? word : lower;
        if (end < term.size()) text += term[end];
        at = end + 1;
    }
    return text;
}

}  // namespace playout::gdl
