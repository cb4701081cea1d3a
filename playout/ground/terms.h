// Terms without variables, each kept once and named by a number. Sentences are terms like any other.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "playout/gdl/rules.h"

namespace playout::ground {

using TermId = std::uint32_t;

class GroundTerms {
  public:
    static constexpr TermId none = ~TermId{0};

    // The arguments must not be a view into this store.
    TermId make(gdl::Symbol name, std::span<const TermId> arguments);
    // None if it was never made.
    TermId find(gdl::Symbol name, std::span<const TermId> arguments) const;
    TermId make(const gdl::Term& term);
    TermId find(const gdl::Term& term) const;

    gdl::Symbol name(TermId id) const { return entries_[id].name; }
    std::span<const TermId> arguments(TermId id) const {
        return {arguments_.data() + entries_[id].first, entries_[id].count};
    }
    std::size_t size() const { return entries_.size(); }
    std::int64_t bytes() const;
    // Canonical prefix form: `(cell 1 1 b)`.
    std::string text(TermId id, const gdl::Names& names) const;

  private:
    struct Entry {
        gdl::Symbol name;
        std::uint32_t first;
        std::uint32_t count;
        std::uint32_t hash;
    };
    static std::uint32_t hash_of(gdl::Symbol name, std::span<const TermId> arguments);
    std::size_t slot_of(gdl::Symbol name, std::span<const TermId> arguments, std::uint32_t hash) const;
    void grow();

    std::vector<Entry> entries_;
    std::vector<TermId> arguments_;
    // Open addressing, at most half full. The hash beside the number saves a look at the term where it differs.
    struct Slot {
        std::uint32_t hash = 0;
        TermId id = none;
    };
    std::vector<Slot> slots_ = std::vector<Slot>(1024);
};

}  // namespace playout::ground
