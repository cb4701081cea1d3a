// The definition of a snake and of a coil, node by node and pair by pair: what the quick state is compared
// with.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "playout/domains/snake/instance.h"

namespace playout::snake {

// The nodes that the bits lead to from 0. For a coil that is closed without the last one, which is 0 again.
inline std::vector<Node> nodes_of(const std::vector<int>& bits) {
    std::vector<Node> nodes{0};
    for (const int bit : bits) nodes.push_back(nodes.back() ^ Node{1} << bit);
    return nodes;
}

inline bool plainly_a_snake(const std::vector<int>& bits, int spread) {
    const std::vector<Node> nodes = nodes_of(bits);
    for (int i = 0; i < std::ssize(nodes); ++i)
        for (int j = i + 1; j < std::ssize(nodes); ++j)
            if (std::popcount(nodes[static_cast<std::size_t>(i)] ^ nodes[static_cast<std::size_t>(j)]) <
                std::min(spread, j - i))
                return false;
    return true;
}

inline bool plainly_a_coil(const std::vector<int>& bits, int spread) {
    std::vector<Node> nodes = nodes_of(bits);
    if (nodes.size() < 5 || nodes.back() != 0) return false;
    nodes.pop_back();
    const auto length = static_cast<int>(nodes.size());
    for (int i = 0; i < length; ++i)
        for (int j = i + 1; j < length; ++j)
            if (std::popcount(nodes[static_cast<std::size_t>(i)] ^ nodes[static_cast<std::size_t>(j)]) <
                std::min({spread, j - i, length - j + i}))
                return false;
    return true;
}

}  // namespace playout::snake
