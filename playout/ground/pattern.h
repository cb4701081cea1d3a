// Conditions and heads of rules, with their variables numbered, and what they match.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "playout/ground/terms.h"

namespace playout::ground {

inline constexpr int no_variable = -1;

struct Pattern {
    gdl::Symbol name = 0;
    int variable = no_variable;
    TermId constant = GroundTerms::none;  // of a pattern without variables
    std::vector<Pattern> arguments;

    bool is_constant() const { return constant != GroundTerms::none; }
    friend bool operator==(const Pattern&, const Pattern&) = default;
};

// What the variables of a rule stand for while its conditions are met one after the other.
class Bindings {
  public:
    explicit Bindings(GroundTerms& terms) : terms_(terms) {}

    void start(int variables) {
        bindings_.assign(static_cast<std::size_t>(variables), GroundTerms::none);
        trail_.clear();
    }
    TermId operator[](int variable) const { return bindings_[static_cast<std::size_t>(variable)]; }

    // Binds the variables that are free. Those stay bound where it fails too: go back to the mark.
    bool match(const Pattern& pattern, TermId term) {
        if (pattern.is_constant()) return pattern.constant == term;
        if (pattern.variable != no_variable) {
            TermId& value = bindings_[static_cast<std::size_t>(pattern.variable)];
            if (value != GroundTerms::none) return value == term;
            value = term;
            trail_.push_back(static_cast<std::uint32_t>(pattern.variable));
            return true;
        }
        if (terms_.name(term) != pattern.name) return false;
        const std::span<const TermId> arguments = terms_.arguments(term);
        if (arguments.size() != pattern.arguments.size()) return false;
        for (std::size_t i = 0; i < arguments.size(); ++i)
            if (!match(pattern.arguments[i], arguments[i])) return false;
        return true;
    }
    std::size_t mark() const { return trail_.size(); }
    void undo_to(std::size_t mark) {
        for (; trail_.size() > mark; trail_.pop_back()) bindings_[trail_.back()] = GroundTerms::none;
    }

    // The pattern with all variables bound; only looked for, not made, unless `make`.
    TermId instance(const Pattern& pattern, bool make) {
        if (pattern.is_constant()) return pattern.constant;
        if (pattern.variable != no_variable) return (*this)[pattern.variable];
        const std::size_t base = scratch_.size();
        for (const Pattern& argument : pattern.arguments) {
            const TermId term = instance(argument, make);
            if (term == GroundTerms::none) {
                scratch_.resize(base);
                return term;
            }
            scratch_.push_back(term);
        }
        const std::span<const TermId> arguments(scratch_.data() + base, scratch_.size() - base);
        const TermId made = make ? terms_.make(pattern.name, arguments) : terms_.find(pattern.name, arguments);
        scratch_.resize(base);
        return made;
    }

  private:
    GroundTerms& terms_;
    std::vector<TermId> bindings_;      // by variable; none: it is free
    std::vector<std::uint32_t> trail_;  // variables in the order in which they were bound
    std::vector<TermId> scratch_;
};

}  // namespace playout::ground
