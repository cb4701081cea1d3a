// Generalised arc consistency on a table of allowed tuples, by bits (Demeulenaere, Hartert, Lecoutre, Perez,
// Perron, Regin and Schaus 2016, "Compact-Table"): a bit for every tuple that is still possible, and for every
// value of a variable the tuples that have it. A value without a possible tuple goes.
#pragma once

#include <cstdint>
#include <vector>

#include "playout/csp/domains.h"

namespace playout::csp {

class CompactTable {
  public:
    CompactTable(const Network& network, const Tuples& allowed, Trail& trail);

    bool empty() const { return words_ == 0; }
    // Has what lacks support removed by remove(variable, value); calls changed(variable) for every variable
    // that lost a value. False: nothing is possible any more.
    template <typename Remove, typename Changed>
    bool filter(const Domains& domains, Trail& trail, Remove remove, Changed changed) {
        if (!update(domains, trail)) return false;
        for (std::size_t i = 0; i < scope_.size(); ++i) {
            const VariableId variable = scope_[i];
            const std::size_t before = domains.size(variable);
            if (before > 1 || trail[last_sizes_ + static_cast<Trail::Cell>(i)] != before) {
                // From the last one on: removing swaps with it.
                for (std::size_t left = before; left-- > 0;) {
                    const Value value = domains.values(variable)[left];
                    if (!has_support(i, value, trail)) remove(variable, value);
                }
                if (domains.size(variable) == 0) return false;
                if (domains.size(variable) != before) changed(variable);
            }
            trail.set(last_sizes_ + static_cast<Trail::Cell>(i), domains.size(variable));
        }
        return true;
    }

  private:
    using Word = std::uint64_t;

    // Tuples whose values went are possible no longer. False: none is left.
    bool update(const Domains& domains, Trail& trail);
    bool has_support(std::size_t place, Value value, const Trail& trail);
    const Word* support(std::size_t place, Value value) const {
        return supports_.data() + (first_support_[place] + value) * words_;
    }

    std::vector<VariableId> scope_;
    std::size_t words_ = 0;
    std::vector<std::size_t> first_support_;  // by place in the scope
    std::vector<Word> supports_;              // by place and value: a bit a tuple
    std::vector<std::uint32_t> residues_;     // by place and value: the word in which a support was found last
    Trail::Cell possible_ = 0;                // words of bits
    Trail::Cell open_words_ = 0;              // how many words are not empty
    std::vector<std::uint32_t> order_;        // words, those that are not empty first
    Trail::Cell last_sizes_ = 0;              // by place: the domain's size when it was last looked at
    std::vector<Word> mask_;                  // for the moment only
};

}  // namespace playout::csp
