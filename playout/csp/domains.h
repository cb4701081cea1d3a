// The values that every variable has left: sparse sets (Briggs and Torczon 1993), whose removed values lie
// behind those that are left in the order in which they went, so that a mark needs only their number.
#pragma once

#include <numeric>
#include <span>
#include <vector>

#include "playout/csp/network.h"
#include "playout/csp/trail.h"

namespace playout::csp {

class Domains {
  public:
    Domains(const Network& network, Trail& trail) : trail_(trail) {
        for (VariableId variable = 0; variable < network.variables.size(); ++variable) {
            const std::size_t size = network.domain_size(variable);
            sizes_.push_back(trail_.make(1, size));
            std::vector<Value> values(size);
            std::iota(values.begin(), values.end(), Value{0});
            places_.push_back(values);
            values_.push_back(std::move(values));
        }
    }

    std::size_t variables() const { return sizes_.size(); }
    std::size_t size(VariableId variable) const { return trail_[sizes_[variable]]; }
    bool contains(VariableId variable, Value value) const { return places_[variable][value] < size(variable); }
    // What is left, in no particular order; until the next change.
    std::span<const Value> values(VariableId variable) const {
        return {values_[variable].data(), size(variable)};
    }
    // What went since there were so many.
    std::span<const Value> removed_since(VariableId variable, std::size_t size_then) const {
        return {values_[variable].data() + size(variable), size_then - size(variable)};
    }

    void remove(VariableId variable, Value value) {
        const std::size_t left = size(variable) - 1;
        swap_to(variable, value, left);
        trail_.set(sizes_[variable], left);
    }
    void assign(VariableId variable, Value value) {
        swap_to(variable, value, 0);
        trail_.set(sizes_[variable], 1);
    }

  private:
    void swap_to(VariableId variable, Value value, std::size_t place) {
        std::vector<Value>& values = values_[variable];
        std::vector<Value>& places = places_[variable];
        const Value other = values[place];
        const std::size_t from = places[value];
        values[from] = other;
        places[other] = static_cast<Value>(from);
        values[place] = value;
        places[value] = static_cast<Value>(place);
    }

    Trail& trail_;
    std::vector<Trail::Cell> sizes_;          // by variable
    std::vector<std::vector<Value>> values_;  // those that are left first
    std::vector<std::vector<Value>> places_;  // by value: where it is
};

}  // namespace playout::csp
