#include "playout/domains/snake/recount.h"

#include <algorithm>
#include <bit>

#include "playout/base/errors.h"

namespace playout::snake {
namespace {

// All parts of a coil, each the one before with its bits renamed.
std::vector<int> all_parts(const Instance& instance, std::vector<int> bits) {
    const std::size_t part = bits.size(), all = part * static_cast<std::size_t>(instance.fold());
    while (bits.size() < all) {
        const int bit = bits[bits.size() - part];
        bits.push_back(instance.turn().empty() ? bit : instance.turn()[static_cast<std::size_t>(bit)]);
    }
    return bits;
}

}  // namespace

std::vector<Node> nodes_of(const std::vector<int>& bits) {
    std::vector<Node> nodes{0};
    for (const int bit : bits) nodes.push_back(nodes.back() ^ Node{1} << bit);
    return nodes;
}

bool plainly_a_snake(const std::vector<int>& bits, int spread) {
    const std::vector<Node> nodes = nodes_of(bits);
    for (int i = 0; i < std::ssize(nodes); ++i)
        for (int j = i + 1; j < std::ssize(nodes); ++j)
            if (std::popcount(nodes[static_cast<std::size_t>(i)] ^ nodes[static_cast<std::size_t>(j)]) <
                std::min(spread, j - i))
                return false;
    return true;
}

bool plainly_a_coil(const std::vector<int>& bits, int spread) {
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

Outcome recount(const Instance& instance, const std::vector<int>& bits) {
    const std::vector<int> whole = all_parts(instance, bits);
    const int missing = instance.closed() ? std::popcount(nodes_of(bits).back() ^ instance.home()) : 0;
    const bool is_coil = instance.closed() && missing == 0 && !bits.empty();
    if (is_coil ? !plainly_a_coil(whole, instance.spread()) : !plainly_a_snake(bits, instance.spread()))
        throw BugError("snake: the path comes too near to itself");
    return {static_cast<double>(missing), static_cast<double>(whole.size())};
}

}  // namespace playout::snake
