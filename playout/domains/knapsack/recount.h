// What a game is worth, counted once more: a plain walk over the items that shares no code with the state, so
// that it can serve as its check.
#pragma once

#include <cstdint>
#include <vector>

#include "playout/domains/knapsack/instance.h"
#include "playout/domains/knapsack/state.h"
#include "playout/problem/outcome.h"

namespace playout::knapsack {

// What a finished sequence packs.
struct Packing {
    std::vector<std::int32_t> items;  // by index, rising
    std::int64_t profit = 0;
    std::int64_t weight = 0;
};

// Throws BugError where there are more moves than items that fit.
Packing pack(const Instance& instance, const std::vector<KnapsackState::Move>& moves);
Outcome recount(const Instance& instance, const std::vector<KnapsackState::Move>& moves);

}  // namespace playout::knapsack
