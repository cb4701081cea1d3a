// Which neighbours the games of a state have: the domain's own, those by decision where states say which one
// they ask for, else those by order.
#pragma once

#include <type_traits>

#include "playout/problem/neighbourhood.h"
#include "playout/search/decision_neighbourhood.h"
#include "playout/search/ordered_neighbourhood.h"

namespace playout {
namespace detail {

template <typename S>
auto neighbourhood_of() {
    if constexpr (requires { typename S::Neighbourhood; }) {
        return std::type_identity<typename S::Neighbourhood>{};
    } else if constexpr (HasDecision<S>) {
        return std::type_identity<DecisionNeighbourhood<S>>{};
    } else {
        return std::type_identity<OrderedNeighbourhood<S>>{};
    }
}

}  // namespace detail

template <State S>
using NeighbourhoodOf = typename decltype(detail::neighbourhood_of<S>())::type;

}  // namespace playout
