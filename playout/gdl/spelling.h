// How names are written. Rules are in one spelling, and what others say of them may be in another: some
// managers and players change the case of all that they send, some leave out the parentheses of `(pass)`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace playout::gdl {

// Whether names that differ only in case are two names, or one. Keywords are the same in any case.
enum class NameCase { exact, folded };

std::string lower_case(std::string_view text);

// The text of a term without what others may write differently: in lower case, single names without
// parentheses.
std::string folded(std::string_view term);

// Which of `count` terms a text means: the one that is written like that, or else the only one that is the same
// folded. text_of(i) is the text of the i-th.
template <typename TextOf>
std::optional<std::size_t> find_term(std::size_t count, TextOf text_of, std::string_view text) {
    for (std::size_t i = 0; i < count; ++i)
        if (text_of(i) == text) return i;
    const std::string meant = folded(text);
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < count; ++i) {
        if (folded(text_of(i)) != meant) continue;
        if (found) return std::nullopt;
        found = i;
    }
    return found;
}

}  // namespace playout::gdl
