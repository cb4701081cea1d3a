// Rings of a directed graph: its strongly connected components.
#pragma once

#include <cstdint>
#include <vector>

namespace playout {

// The number of each node's component. A component's number is above those of all others that its nodes lead
// to.
std::vector<std::uint32_t> components(const std::vector<std::vector<std::uint32_t>>& successors);

}  // namespace playout
