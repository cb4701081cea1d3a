// Names of a rule sheet as small numbers. Upper and lower case are the same name; those that the language gives
// a meaning come first.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

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
    count
};
}  // namespace keyword

class Names {
  public:
    Names();

    Symbol symbol(std::string_view spelled);
    // Without making it a name; `none` when it is not one.
    Symbol find(std::string_view spelled) const;
    const std::string& text(Symbol symbol) const { return texts_[symbol]; }
    std::size_t size() const { return texts_.size(); }
    // A name that nothing has yet: `stem`, a hash sign and a number.
    Symbol fresh(std::string_view stem);

    // Names that were written in two ways, with both of them.
    const std::map<Symbol, std::string>& other_spellings() const { return other_spellings_; }
    const std::string& spelling(Symbol symbol) const { return spellings_[symbol]; }

    static constexpr Symbol none = ~Symbol{0};

  private:
    std::unordered_map<std::string, Symbol> symbols_;
    std::vector<std::string> texts_;      // lower case
    std::vector<std::string> spellings_;  // as first written
    std::map<Symbol, std::string> other_spellings_;
};

}  // namespace playout::gdl
