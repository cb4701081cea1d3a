#include "playout/csp/compact_table.h"

#include <algorithm>
#include <map>
#include <utility>

namespace playout::csp {
namespace {

// Places of a scope that belong to one variable, in pairs.
std::vector<std::pair<std::size_t, std::size_t>> repeated(std::span<const VariableId> scope) {
    std::map<VariableId, std::size_t> first;
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t i = 0; i < scope.size(); ++i)
        if (const auto [place, fresh] = first.emplace(scope[i], i); !fresh)
            pairs.emplace_back(place->second, i);
    return pairs;
}

}  // namespace

CompactTable::CompactTable(const Network& network, const Tuples& allowed, Trail& trail)
    : scope_(allowed.scope) {
    // A row that gives a variable two values is no row.
    const auto pairs = repeated(scope_);
    std::vector<std::span<const Value>> rows;
    for (std::size_t i = 0; i < allowed.size(); ++i) {
        const std::span<const Value> row = allowed.row(i);
        if (std::all_of(pairs.begin(), pairs.end(),
                        [&](const auto& pair) { return row[pair.first] == row[pair.second]; }))
            rows.push_back(row);
    }
    words_ = (rows.size() + 63) / 64;
    std::size_t values = 0;
    for (const VariableId variable : scope_) {
        first_support_.push_back(values);
        values += network.domain_size(variable);
    }
    supports_.assign(values * words_, 0);
    residues_.assign(values, 0);
    for (std::size_t row = 0; row < rows.size(); ++row)
        for (std::size_t i = 0; i < scope_.size(); ++i)
            supports_[(first_support_[i] + rows[row][i]) * words_ + row / 64] |= Word{1} << (row % 64);
    possible_ = trail.make(words_, ~Word{0});
    if (rows.size() % 64 != 0)
        trail.set(possible_ + static_cast<Trail::Cell>(words_ - 1), (Word{1} << (rows.size() % 64)) - 1);
    open_words_ = trail.make(1, words_);
    for (std::uint32_t word = 0; word < words_; ++word) order_.push_back(word);
    last_sizes_ = trail.make(scope_.size(), 0);
    for (std::size_t i = 0; i < scope_.size(); ++i)
        trail.set(last_sizes_ + static_cast<Trail::Cell>(i), network.domain_size(scope_[i]));
    mask_.assign(words_, 0);
}

bool CompactTable::update(const Domains& domains, Trail& trail) {
    for (std::size_t i = 0; i < scope_.size(); ++i) {
        const std::size_t then = trail[last_sizes_ + static_cast<Trail::Cell>(i)];
        const std::size_t now = domains.size(scope_[i]);
        if (then == now) continue;
        const std::size_t open = trail[open_words_];
        for (std::size_t k = 0; k < open; ++k) mask_[order_[k]] = 0;
        // Whichever are fewer: those that went, or those that are left.
        const bool by_removed = then - now < now;
        const auto values = by_removed ? domains.removed_since(scope_[i], then) : domains.values(scope_[i]);
        for (const Value value : values) {
            const Word* tuples = support(i, value);
            for (std::size_t k = 0; k < open; ++k) mask_[order_[k]] |= tuples[order_[k]];
        }
        std::size_t left = open;
        for (std::size_t k = open; k-- > 0;) {
            const std::uint32_t word = order_[k];
            const Trail::Cell cell = possible_ + word;
            trail.set(cell, trail[cell] & (by_removed ? ~mask_[word] : mask_[word]));
            if (trail[cell] == 0) std::swap(order_[k], order_[--left]);
        }
        trail.set(open_words_, left);
        if (left == 0) return false;
    }
    return true;
}

bool CompactTable::has_support(std::size_t place, Value value, const Trail& trail) {
    const Word* tuples = support(place, value);
    std::uint32_t& residue = residues_[first_support_[place] + value];
    if ((tuples[residue] & trail[possible_ + residue]) != 0) return true;
    const std::size_t open = trail[open_words_];
    for (std::size_t k = 0; k < open; ++k)
        if ((tuples[order_[k]] & trail[possible_ + order_[k]]) != 0) {
            residue = order_[k];
            return true;
        }
    return false;
}

}  // namespace playout::csp
