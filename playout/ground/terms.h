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
    // Prefix form: `(cell 1 1 b)`.
    std::string text(TermId id, const gdl::Names& names) const;

  private:
    struct Entry {
        gdl::Symbol name;
        std::uint32_t first;
        std::uint32_t count;
    };
    static std::uint32_t hash_of(std::span<const TermId> arguments);

    // Open addressing, at most half full. The hash beside the number saves a look at the term where it differs.
    struct Slot {
        std::uint32_t hash = 0;
        TermId id = none;
    };
    // Every name has a table of its own: few names are looked for at a time, and theirs stay near.
    struct Table {
        std::vector<Slot> slots = std::vector<Slot>(4);
        std::size_t terms = 0;
    };
    std::size_t slot_of(const Table& table, std::span<const TermId> arguments, std::uint32_t hash) const;
    void grow(Table& table);

    std::vector<Entry> entries_;
    std::vector<TermId> arguments_;
    std::vector<Table> tables_;  // by name
    std::int64_t table_bytes_ = 0;
};

}  // namespace playout::ground
