// Which sentences depend on which, by their names; and which rules depend on which, where it counts that
// (goal ?r 0) and (goal ?r 100) are different sentences.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "playout/gdl/rules.h"

namespace playout::gdl {

class Dependencies {
  public:
    Dependencies(std::span<const Rule> rules, std::size_t names);

    // Whether each of two names depends on the other (or they are one name, recursive or not).
    bool on_one_ring(Symbol one, Symbol other) const { return ring_[one] == ring_[other]; }
    // Names that depend on any of these, by however many rules, and these.
    std::vector<bool> dependents(std::span<const Symbol> on) const;
    std::vector<bool> dependents(Symbol on) const { return dependents(std::span(&on, 1)); }

  private:
    std::vector<std::vector<Symbol>> used_, users_;  // by the rules of a name; by the name that they use
    std::vector<std::uint32_t> ring_;
};

// Whether one sentence may be an instance of both. (That a variable occurs twice is not looked at.)
bool may_match(const Term& one, const Term& other);

// By rule: the rules whose heads a condition of it may match, the negated ones too. Facts, which depend on
// nothing, are left out. Throws WorkEnded, and InputError where there are too many such pairs to be kept.
std::vector<std::vector<std::uint32_t>> rules_used(std::span<const Rule> rules, const Watch& watch = {});

// By rule: a number that is above those of the rules that it depends on, but for those of its own ring, which
// have the same. A rule that depends on its own negation, if there is one, makes this no order to evaluate in.
std::vector<std::uint32_t> rule_order(std::span<const Rule> rules, const Watch& watch = {});

}  // namespace playout::gdl
