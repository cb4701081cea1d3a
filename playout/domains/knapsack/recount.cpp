#include "playout/domains/knapsack/recount.h"

#include <algorithm>

#include "playout/base/errors.h"

namespace playout::knapsack {

Packing pack(const Instance& instance, const std::vector<KnapsackState::Move>& moves) {
    Packing packing;
    auto next_move = moves.begin();
    for (const Item& item : instance.items()) {
        if (packing.weight + item.weight > instance.capacity()) continue;
        if (next_move != moves.end() && *next_move++ == KnapsackState::Move::leave) continue;
        packing.items.push_back(
            item.index);  // taken, or one of those that fit together when the moves are over
        packing.profit += item.profit;
        packing.weight += item.weight;
    }
    if (next_move != moves.end()) throw BugError("knapsack: a move is left, and no item for it");
    std::sort(packing.items.begin(), packing.items.end());
    return packing;
}

Outcome recount(const Instance& instance, const std::vector<KnapsackState::Move>& moves) {
    return {0, static_cast<double>(pack(instance, moves).profit)};
}

}  // namespace playout::knapsack
