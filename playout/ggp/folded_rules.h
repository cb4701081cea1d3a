// The rules of a ground program with what is the same in every state taken out: sentences that always hold or
// never do, rules that never apply, and conditions that are always met.
#pragma once

#include <array>
#include <cstdint>
#include <ranges>
#include <span>
#include <vector>

#include "playout/ground/grounder.h"

namespace playout::ggp {

class FoldedRules {
  public:
    using Atom = std::uint32_t;  // a sentence of the program, numbered densely
    static constexpr Atom no_atom = ~Atom{0};
    using RuleId = std::uint32_t;

    // The program must outlive it. Throws TooLarge by the limits.
    FoldedRules(const ground::GroundProgram& program, const ground::GroundLimits& limits);

    std::size_t atoms() const { return term_of_.size(); }
    ground::TermId term_of(Atom atom) const { return term_of_[atom]; }
    // No atom where the rules do not have the sentence.
    Atom find(ground::TermId sentence) const {
        return sentence == ground::GroundTerms::none ? no_atom : atom_of_[sentence];
    }
    Atom find(gdl::Symbol name, ground::TermId argument) const { return find(sentence(name, argument)); }
    Atom find(gdl::Symbol name, std::size_t role, ground::TermId move) const {
        return find(sentence(name, role, move));
    }

    bool is_input(Atom atom) const { return is_input_[atom]; }  // a fluent of the state, or a move that is made
    bool is_always(Atom atom) const { return constancy_[atom] == Constancy::always; }
    // Neither always true nor never.
    bool is_open(Atom atom) const { return atom != no_atom && constancy_[atom] == Constancy::open; }

    // Of an open one: those that may apply.
    auto rules_of(Atom atom) const { return std::views::iota(first_rule_[atom], first_rule_[atom + 1]); }
    // Its open conditions: atom * 2, negated if odd.
    std::span<const std::uint32_t> body(RuleId rule) const {
        return {literals_.data() + rules_[rule].first, rules_[rule + 1].first - rules_[rule].first};
    }
    std::size_t words() const {
        return literals_.capacity() + 2 * rules_.capacity();
    }  // of memory, in the rules

  private:
    friend class RuleFolder;
    enum class Constancy : std::uint8_t { open, always, never };
    struct Rule {
        Atom head;
        std::uint32_t first;  // of its literals
    };

    ground::TermId sentence(gdl::Symbol name, ground::TermId argument) const {
        return program_.terms.find(name, std::span(&argument, 1));
    }
    ground::TermId sentence(gdl::Symbol name, std::size_t role, ground::TermId move) const {
        const std::array<ground::TermId, 2> arguments = {program_.roles[role], move};
        return program_.terms.find(name, arguments);
    }

    const ground::GroundProgram& program_;
    std::vector<Atom> atom_of_;  // by term
    std::vector<ground::TermId> term_of_;
    std::vector<Rule> rules_;  // and one at the end that says where the literals end
    std::vector<std::uint32_t> literals_;
    std::vector<Constancy> constancy_;  // by atom
    std::vector<bool> is_input_;        // by atom
    std::vector<RuleId> first_rule_;    // by atom, and one past the last
};

}  // namespace playout::ggp
