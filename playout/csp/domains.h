// The values that every variable has left: sparse sets (Briggs and Torczon 1993), whose removed values lie
// behind those that are left in the order in which they went, so that a mark needs only their number.
#pragma once

#include <cassert>
#include <span>
#include <vector>

#include "playout/csp/network.h"
#include "playout/csp/trail.h"

namespace playout::csp {

class Domains {
  public:
    Domains(const Network& network, Trail& trail) : trail_(trail) {
        std::size_t open = 0;
        for (VariableId variable = 0; variable < network.variables.size(); ++variable) {
            const auto size = static_cast<Value>(network.domain_size(variable));
            first_.push_back(values_.size());
            for (Value value = 0; value < size; ++value) values_.push_back(value);
            open += size > 1 ? 1 : 0;
        }
        places_ = values_;
        sizes_ = trail_.make(network.variables.size(), 0);
        for (VariableId variable = 0; variable < network.variables.size(); ++variable)
            trail_.set(sizes_ + variable, network.domain_size(variable));
        open_ = trail_.make(1, open);
    }

    std::size_t variables() const { return first_.size(); }
    std::size_t size(VariableId variable) const { return trail_[sizes_ + variable]; }
    // How many variables have more than one value left.
    std::size_t open() const { return trail_[open_]; }
    bool contains(VariableId variable, Value value) const {
        assert(first_[variable] + value < (variable + 1 < variables() ? first_[variable + 1] : values_.size()));
        return places_[first_[variable] + value] < size(variable);
    }
    // What is left, in no particular order; until the next change.
    std::span<const Value> values(VariableId variable) const {
        return {values_.data() + first_[variable], size(variable)};
    }
    // The one that is left.
    Value value(VariableId variable) const {
        assert(size(variable) == 1);
        return values_[first_[variable]];
    }
    // The values that were removed since it had `size_then` of them.
    std::span<const Value> removed_since(VariableId variable, std::size_t size_then) const {
        assert(size_then >= size(variable));
        return {values_.data() + first_[variable] + size(variable), size_then - size(variable)};
    }

    void remove(VariableId variable, Value value) {
        assert(contains(variable, value));
        const std::size_t left = size(variable) - 1;
        const std::size_t first = first_[variable], from = places_[first + value];
        const Value other = values_[first + left];
        values_[first + from] = other;
        places_[first + other] = static_cast<Value>(from);
        values_[first + left] = value;
        places_[first + value] = static_cast<Value>(left);
        trail_.set(sizes_ + variable, left);
        if (left == 1) trail_.set(open_, trail_[open_] - 1);
    }

  private:
    Trail& trail_;
    Trail::Cell sizes_ = 0, open_ = 0;
    std::vector<std::size_t> first_;  // by variable: where its values begin
    std::vector<Value> values_;       // those that are left first
    std::vector<Value> places_;       // by value: where it is
};

}  // namespace playout::csp
