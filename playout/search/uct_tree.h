// The tree that uct grows over the states of a problem.
#pragma once

#include <cstdint>
#include <type_traits>

#include "playout/problem/state.h"
#include "playout/search/uct_statistics.h"
#include "playout/tree/tree.h"

namespace playout {

// Of a child, for what learns from moves wherever they were played.
struct LearnedOfMove {
    MoveCode code = 0;
    double sum = 0;  // of the games below the parent in which the move came later (AMAF)
    std::uint32_t visits = 0;
};

namespace detail {
template <State S>
using OwnStatistics = std::conditional_t<HasViolation<S>, ConstrainedStatistics, UctStatistics>;
}  // namespace detail
template <State S>
using UctNodeStatistics =
    std::conditional_t<HasNextMove<S>, WithCursor<detail::OwnStatistics<S>>, detail::OwnStatistics<S>>;

template <State S>
using UctTree = Tree<MoveOf<S>, UctNodeStatistics<S>, LearnedOfMove>;

// The children of a node that is likely to be looked at next come nearer.
template <typename TreeType>
void prefetch_children(const TreeType& tree, const typename TreeType::Node& node) {
    if (node.child_count == 0) return;
    const typename TreeType::Node* next = &tree[node.first_child];
    __builtin_prefetch(next);
    __builtin_prefetch(next + 1);
}

}  // namespace playout
