// The definition of a snake and of a coil, node by node and pair by pair: what the quick states are compared
// with, and what a game is worth by it.
#pragma once

#include <vector>

#include "playout/domains/snake/instance.h"
#include "playout/problem/outcome.h"

namespace playout::snake {

// The nodes that the bits lead to from 0. For a coil that is closed without the last one, which is 0 again.
std::vector<Node> nodes_of(const std::vector<int>& bits);

bool plainly_a_snake(const std::vector<int>& bits, int spread);
bool plainly_a_coil(const std::vector<int>& bits, int spread);

// Of the bits that flip: of a coil with an axis in its first part, else on the whole path. Throws BugError
// where that is neither a snake nor a coil.
Outcome recount(const Instance& instance, const std::vector<int>& bits);

}  // namespace playout::snake
