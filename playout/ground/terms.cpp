#include "playout/ground/terms.h"

#include <algorithm>

#include "playout/base/hash.h"

namespace playout::ground {

std::uint32_t GroundTerms::hash_of(std::span<const TermId> arguments) {
    // Lighter than `combine`: half of grounding is looking up terms.
    std::uint64_t hash = golden_gamma;
    for (const TermId argument : arguments) {
        hash = (hash ^ argument) * golden_gamma;
        hash ^= hash >> 29;
    }
    return static_cast<std::uint32_t>(mix(hash) >> 32);
}

// Where the term is, or the free place for it.
std::size_t GroundTerms::slot_of(const Table& table, std::span<const TermId> arguments,
                                 std::uint32_t hash) const {
    const std::size_t mask = table.slots.size() - 1;
    for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
        const auto [known, id] = table.slots[slot];
        if (id == none || (known == hash && std::ranges::equal(this->arguments(id), arguments))) return slot;
    }
}

TermId GroundTerms::make(gdl::Symbol name, std::span<const TermId> arguments) {
    if (name >= tables_.size()) tables_.resize(name + 1);
    Table& table = tables_[name];
    const std::uint32_t hash = hash_of(arguments);
    Slot& slot = table.slots[slot_of(table, arguments, hash)];
    if (slot.id != none) return slot.id;
    const auto id = static_cast<TermId>(entries_.size());
    entries_.push_back(
        {name, static_cast<std::uint32_t>(arguments_.size()), static_cast<std::uint32_t>(arguments.size())});
    arguments_.insert(arguments_.end(), arguments.begin(), arguments.end());
    slot = {hash, id};
    if (2 * ++table.terms > table.slots.size()) grow(table);
    return id;
}

void GroundTerms::grow(Table& table) {
    const std::vector<Slot> old = std::move(table.slots);
    table.slots.assign(2 * old.size(), {});
    table_bytes_ += static_cast<std::int64_t>(old.size() * sizeof(Slot));
    const std::size_t mask = table.slots.size() - 1;
    for (const Slot& slot : old) {
        if (slot.id == none) continue;
        std::size_t place = slot.hash & mask;
        while (table.slots[place].id != none) place = (place + 1) & mask;  // all of them differ
        table.slots[place] = slot;
    }
}

TermId GroundTerms::find(gdl::Symbol name, std::span<const TermId> arguments) const {
    if (name >= tables_.size()) return none;
    const Table& table = tables_[name];
    return table.slots[slot_of(table, arguments, hash_of(arguments))].id;
}

TermId GroundTerms::make(const gdl::Term& term) {
    std::vector<TermId> arguments;
    for (const gdl::Term& argument : term.arguments) arguments.push_back(make(argument));
    return make(term.name, arguments);
}

TermId GroundTerms::find(const gdl::Term& term) const {
    std::vector<TermId> arguments;
    for (const gdl::Term& argument : term.arguments) {
        arguments.push_back(find(argument));
        if (arguments.back() == none) return none;
    }
    return find(term.name, arguments);
}

std::int64_t GroundTerms::bytes() const {
    return static_cast<std::int64_t>(entries_.capacity() * sizeof(Entry) +
                                     arguments_.capacity() * sizeof(TermId)) +
           table_bytes_;
}

std::string GroundTerms::text(TermId id, const gdl::Names& names) const {
    if (arguments(id).empty()) return names.text(name(id));
    std::string text = "(" + names.text(name(id));
    for (const TermId argument : arguments(id)) text += " " + this->text(argument, names);
    return text + ")";
}

}  // namespace playout::ground
