// The sentences that have the form of a pattern, by a hash of what they have in the place of its bound
// variables: so those that may match are found when these variables are known. Different sentences may share a
// hash, so what is found has to be matched.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <tsl/robin_map.h>

#include "playout/base/hash.h"
#include "playout/ground/pattern.h"

namespace playout::ground {

class SentenceIndex {
  public:
    SentenceIndex(Pattern pattern, std::vector<bool> bound)
        : pattern_(std::move(pattern)), bound_(std::move(bound)) {}

    // The bytes that this takes; 0: the sentence does not have the form.
    std::int64_t add(const GroundTerms& terms, TermId sentence) {
        std::uint64_t key = 0;
        if (!key_of(terms, pattern_, sentence, key)) return 0;
        std::vector<TermId>& found = found_[key];
        // A new list has a place in the table, which is half full, and a piece of memory of its own.
        const std::int64_t bytes = found.empty() ? 112 : 2 * sizeof(TermId);
        found.push_back(sentence);
        return bytes;
    }

    // What may match `own`, a pattern of the same form, as its variables are bound now.
    std::span<const TermId> find(const Pattern& own, const Bindings& bindings) const {
        std::uint64_t key = 0;
        add_bindings(own, pattern_, bindings, key);
        const auto found = found_.find(key);
        return found == found_.end() ? std::span<const TermId>() : found->second;
    }

  private:
    bool is_bound(const Pattern& variable) const { return bound_[static_cast<std::size_t>(variable.variable)]; }

    // The hash of what a sentence has where the pattern's bound variables are; false: it has not the form.
    bool key_of(const GroundTerms& terms, const Pattern& pattern, TermId term, std::uint64_t& key) const {
        if (pattern.is_constant()) return pattern.constant == term;
        if (pattern.variable != no_variable) {
            if (is_bound(pattern)) key = combine(key, term);
            return true;
        }
        if (terms.name(term) != pattern.name) return false;
        const std::span<const TermId> arguments = terms.arguments(term);
        if (arguments.size() != pattern.arguments.size()) return false;
        for (std::size_t i = 0; i < arguments.size(); ++i)
            if (!key_of(terms, pattern.arguments[i], arguments[i], key)) return false;
        return true;
    }
    void add_bindings(const Pattern& own, const Pattern& pattern, const Bindings& bindings,
                      std::uint64_t& key) const {
        if (pattern.is_constant()) return;
        if (pattern.variable != no_variable) {
            if (is_bound(pattern)) key = combine(key, bindings[own.variable]);
            return;
        }
        for (std::size_t i = 0; i < pattern.arguments.size(); ++i)
            add_bindings(own.arguments[i], pattern.arguments[i], bindings, key);
    }

    Pattern pattern_;
    std::vector<bool> bound_;  // by variable of the pattern
    tsl::robin_map<std::uint64_t, std::vector<TermId>> found_;
};

}  // namespace playout::ground
