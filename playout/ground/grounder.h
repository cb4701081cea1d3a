// From rules to their reachable instances without variables.
//
// Sentences that do not depend on the state are evaluated exactly, one ring of rules that depend on each other
// after the other. Of the others, all that may hold in some state are found, by taking more for possible than
// is: a state may have every fluent that the start or some move may bring, a move may be made wherever it may
// be legal, and the negation of what depends on the state may hold or not. So all states that can be reached
// are covered, and some that cannot. Evaluation is semi-naive: every new sentence is joined with all that came
// before it, through indexes by what is known of the other conditions at that point.
//
// Where the sheet has `base` for fluents of a name, and it covers those of the start, only fluents that it
// names are taken.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "playout/ground/terms.h"

namespace playout::ground {

struct GroundLimits {
    std::int64_t memory = std::int64_t{2} << 30;  // bytes; compiling takes as much again
    Over over = never_over;                       // asked now and then; true ends the work
    // With more rule instances than this it begins again, and makes only sentences that others ask for.
    std::size_t ask_from = 2'000'000;
};

// Why a sheet was not grounded.
struct TooLarge {
    std::string reason;
};

// Rule instances, one after the other.
class GroundRules {
  public:
    struct Instance {
        TermId head;
        std::span<const TermId> positive, negative;
    };
    void add(TermId head, std::span<const TermId> positive, std::span<const TermId> negative);
    // visit(instance) for every one of them.
    template <typename Visit>
    void for_each(Visit visit) const {
        for (std::size_t at = 0; at < words_.size();) {
            const std::size_t positive = words_[at + 1], negative = words_[at + 2];
            const TermId* body = words_.data() + at + 3;
            visit(Instance{words_[at], {body, positive}, {body + positive, negative}});
            at += 3 + positive + negative;
        }
    }
    std::size_t size() const { return size_; }
    std::int64_t bytes() const { return static_cast<std::int64_t>(words_.capacity() * sizeof(TermId)); }

  private:
    std::vector<TermId> words_;  // head, how many positive and negative ones, those
    std::size_t size_ = 0;
};

struct GroundProgram {
    gdl::Names names;
    GroundTerms terms;
    std::vector<TermId> roles;    // their names, in the order of the sheet
    std::vector<TermId> initial;  // fluents
    std::vector<TermId> fluents;  // that may hold in some state, in the order in which they were found
    std::vector<std::vector<TermId>> moves;  // by role: those that may be legal
    GroundRules rules;                       // of what depends on the state or the moves
    std::vector<TermId> facts;               // that hold always: the static sentences
};

// Of a valid sheet. Throws TooLarge.
GroundProgram ground(const gdl::Sheet& sheet, const GroundLimits& limits = {});

}  // namespace playout::ground
