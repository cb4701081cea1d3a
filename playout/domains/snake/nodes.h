// Sets of nodes of a cube, 64 nodes a word: counting them, and what is connected.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace playout::snake {

// How many bits are set in every 16 of a word: four numbers of 16 bits.
inline std::uint64_t counts_of_sixteens(std::uint64_t word) {
    word -= word >> 1 & 0x5555555555555555;
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F;
    return (word + (word >> 8)) & 0x00FF00FF00FF00FF;
}

inline int count_nodes(std::uint64_t word) {
    return static_cast<int>(counts_of_sixteens(word) * 0x0001000100010001 >> 48);
}

// Nodes of the word, but no more than `most` of every sixteen.
inline int count_at_most(std::uint64_t word, int most) {
    const std::uint64_t counts = counts_of_sixteens(word);
    int count = 0;
    for (int shift = 0; shift < 64; shift += 16)
        count += std::min(most, static_cast<int>(counts >> shift & 0xFFFF));
    return count;
}

// Adds to `reached` all nodes that are connected with it through allowed ones. words: 2^n.
void flood(std::uint64_t* reached, const std::uint64_t* allowed, std::size_t words);

}  // namespace playout::snake
