#include "playout/domains/snake/nodes.h"

#include <array>
#include <bit>

#include "playout/domains/snake/instance.h"

namespace playout::snake {
namespace {

// The word, and every node of it with one of the bits 0 to 5 flipped.
std::uint64_t with_neighbours(std::uint64_t word) {
    constexpr std::array<std::uint64_t, 6> even = {0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F,
                                                   0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0x00000000FFFFFFFF};
    std::uint64_t grown = word;
    for (int bit = 0; bit < 6; ++bit) {
        const std::uint64_t mask = even[static_cast<std::size_t>(bit)];
        const int shift = 1 << bit;
        grown |= (word & mask) << shift | (word >> shift & mask);
    }
    return grown;
}

// Few words: all of them, again and again.
template <std::size_t words>
void flood_few(std::uint64_t* reached, const std::uint64_t* allowed) {
    for (std::uint64_t change = 1; change != 0;) {
        change = 0;
        for (std::size_t w = 0; w < words; ++w) {
            std::uint64_t grown = with_neighbours(reached[w]);
            for (std::size_t turn = 1; turn < words; turn *= 2) grown |= reached[w ^ turn];
            grown &= allowed[w];
            change |= grown ^ reached[w];
            reached[w] = grown;
        }
    }
}

// Many words: only those to which something was added.
void flood_many(std::uint64_t* reached, const std::uint64_t* allowed, std::size_t words) {
    std::array<std::uint64_t, (std::size_t{1} << max_dimensions) / 64 / 64> pending{};
    for (std::size_t w = 0; w < words; ++w)
        if (reached[w] != 0) pending[w / 64] |= std::uint64_t{1} << (w % 64);
    for (std::size_t chunk = 0; chunk < (words + 63) / 64;) {
        if (pending[chunk] == 0) {
            ++chunk;
            continue;
        }
        const std::size_t w = chunk * 64 + static_cast<std::size_t>(std::countr_zero(pending[chunk]));
        pending[chunk] &= pending[chunk] - 1;
        for (std::uint64_t before = 0; before != reached[w];) {
            before = reached[w];
            reached[w] = with_neighbours(before) & allowed[w];
        }
        std::size_t lowest = chunk;
        for (std::size_t turn = 1; turn < words; turn *= 2) {
            const std::size_t other = w ^ turn;
            const std::uint64_t fresh = reached[w] & allowed[other] & ~reached[other];
            if (fresh == 0) continue;
            reached[other] |= fresh;
            pending[other / 64] |= std::uint64_t{1} << (other % 64);
            lowest = std::min(lowest, other / 64);
        }
        chunk = lowest;
    }
}

}  // namespace

void flood(std::uint64_t* reached, const std::uint64_t* allowed, std::size_t words) {
    switch (words) {
        case 1:
            return flood_few<1>(reached, allowed);
        case 2:
            return flood_few<2>(reached, allowed);
        case 4:
            return flood_few<4>(reached, allowed);
        case 8:
            return flood_few<8>(reached, allowed);
        default:
            return flood_many(reached, allowed, words);
    }
}

}  // namespace playout::snake
