#include "playout/ground/terms.h"

#include <algorithm>

#include "playout/base/hash.h"

namespace playout::ground {

std::uint32_t GroundTerms::hash_of(gdl::Symbol name, std::span<const TermId> arguments) {
    // Lighter than `combine`: half of grounding is looking up terms.
    std::uint64_t hash = (name + 1) * golden_gamma;
    for (const TermId argument : arguments) {
        hash = (hash ^ argument) * golden_gamma;
        hash ^= hash >> 29;
    }
    return static_cast<std::uint32_t>(mix(hash) >> 32);
}

// Where the term is, or the free place for it.
std::size_t GroundTerms::slot_of(gdl::Symbol name, std::span<const TermId> arguments,
                                 std::uint32_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
        const auto [known, id] = slots_[slot];
        if (id == none) return slot;
        if (known == hash && entries_[id].name == name && std::ranges::equal(this->arguments(id), arguments))
            return slot;
    }
}

TermId GroundTerms::make(gdl::Symbol name, std::span<const TermId> arguments) {
    const std::uint32_t hash = hash_of(name, arguments);
    const std::size_t slot = slot_of(name, arguments, hash);
    if (slots_[slot].id != none) return slots_[slot].id;
    const auto id = static_cast<TermId>(entries_.size());
    entries_.push_back({name, static_cast<std::uint32_t>(arguments_.size()),
                        static_cast<std::uint32_t>(arguments.size()), hash});
    arguments_.insert(arguments_.end(), arguments.begin(), arguments.end());
    slots_[slot] = {hash, id};
    if (2 * entries_.size() > slots_.size()) grow();
    return id;
}

void GroundTerms::grow() {
    slots_.assign(2 * slots_.size(), {});
    const std::size_t mask = slots_.size() - 1;
    for (TermId id = 0; id < entries_.size(); ++id) {
        std::size_t slot = entries_[id].hash & mask;
        while (slots_[slot].id != none) slot = (slot + 1) & mask;  // all of them differ
        slots_[slot] = {entries_[id].hash, id};
    }
}

TermId GroundTerms::find(gdl::Symbol name, std::span<const TermId> arguments) const {
    return slots_[slot_of(name, arguments, hash_of(name, arguments))].id;
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
                                     arguments_.capacity() * sizeof(TermId) + slots_.capacity() * sizeof(Slot));
}

std::string GroundTerms::text(TermId id, const gdl::Names& names) const {
    if (arguments(id).empty()) return names.text(name(id));
    std::string text = "(" + names.text(name(id));
    for (const TermId argument : arguments(id)) text += " " + this->text(argument, names);
    return text + ")";
}

}  // namespace playout::ground
