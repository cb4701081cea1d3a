// Names of a rule sheet as small numbers. Those that the language gives a meaning come first, and are the same
// in any case; whether others are is the caller's choice.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "playout/gdl/spelling.h"

namespace playout::gdl {

using Symbol = std::uint32_t;

namespace keyword {
enum : Symbol {
    role,
    init,
    true_,
    does,
    next,
    legal,
    goal,
    terminal,
    base,
    input,
    sees,
    distinct,
    not_,
    or_,
    and_,
    implied_by,
    random,
    alleq,
    count
};
}  // namespace keyword

class Names {
  public:
    explicit Names(NameCase name_case = NameCase::exact);

    Symbol symbol(std::string_view spelled);
    // Without making it a name; `none` when it is not one.
    Symbol find(std::string_view spelled) const;
    // As it was first written.
    const std::string& text(Symbol symbol) const { return texts_[symbol]; }
    std::size_t size() const { return texts_.size(); }
    // A name that nothing has yet: `stem`, a hash sign and a number.
    Symbol fresh(std::string_view stem);

    // Ways to write a name in another case, by the first name that was written so: other names, or the same if
    // names are folded.
    const std::map<Symbol, std::vector<std::string>>& other_spellings() const { return other_spellings_; }
    bool are_folded() const { return case_ == NameCase::folded; }
    // The text of a term for programs that compare texts: in lower case, but for names that differ only in
    // case.
    std::string canonical(std::string_view term) const;

    static constexpr Symbol none = ~Symbol{0};

  private:
    NameCase case_;
    std::unordered_map<std::string, Symbol> symbols_;   // as written
    std::unordered_map<std::string, Symbol> in_lower_;  // in lower case: the first one
    std::vector<std::string> texts_;
    std::array<bool, keyword::count> written_ = {};  // keywords that the sheet has
    std::map<Symbol, std::vector<std::string>> other_spellings_;
};

}  // namespace playout::gdl
