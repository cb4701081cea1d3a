// What a solved knapsack looks like.
#pragma once

#include <string>
#include <vector>

#include "playout/domains/knapsack/recount.h"
#include "playout/domains/knapsack/state.h"
#include "playout/picture/terminal.h"

namespace playout::knapsack {

// Items in ratio order, the packed ones marked, and how full the knapsack is.
std::string terminal_picture(const Instance& instance, const Packing& packing, const Terminal& terminal);

// One column an item: as wide as its weight, as high as its profit per weight; packed ones filled.
std::string svg_picture(const Instance& instance, const Packing& packing);

// One line: how full it is, and which item is next.
std::string terminal_frame(const Instance& instance, const KnapsackState& state, const Terminal& terminal);

}  // namespace playout::knapsack
