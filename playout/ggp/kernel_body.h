// Included by the file that is compiled for any processor and by the one for newer ones. Nothing here may have
// a name that the two share.
#pragma once

#include "playout/ggp/kernels.h"

namespace playout::ggp {
namespace {

typedef std::uint64_t Row __attribute__((vector_size(8 * lane_words), aligned(8)));

// (Rows are not passed by value: without AVX that would be another calling convention.)
inline void value_of(const LaneGate& gate, const std::uint32_t* inputs, const std::uint64_t* values,
                     Row& value) {
    const std::uint32_t* input = inputs + gate.first;
    const std::uint32_t* const negated = input + gate.plain;
    const std::uint32_t* const end = negated + gate.negated;
    Row own{};
    if (gate.all != 0) {
        own = ~own;
        for (; input < negated; ++input)
            own &= *reinterpret_cast<const Row*>(values + std::size_t{*input} * lane_words);
        for (; input < end; ++input)
            own &= ~*reinterpret_cast<const Row*>(values + std::size_t{*input} * lane_words);
    } else {
        for (; input < negated; ++input)
            own |= *reinterpret_cast<const Row*>(values + std::size_t{*input} * lane_words);
        for (; input < end; ++input)
            own |= ~*reinterpret_cast<const Row*>(values + std::size_t{*input} * lane_words);
    }
    value = own;
}

void evaluate_lanes(const LaneGate* gates, std::size_t count, const std::uint32_t* inputs,
                    std::uint64_t* values, std::size_t node) {
    for (std::size_t i = 0; i < count; ++i)
        value_of(gates[i], inputs, values, *reinterpret_cast<Row*>(values + (node + i) * lane_words));
}

bool evaluate_lanes_again(const LaneGate* gates, std::size_t count, const std::uint32_t* inputs,
                          std::uint64_t* values, std::size_t node) {
    Row changed{};
    for (std::size_t i = 0; i < count; ++i) {
        Row& own = *reinterpret_cast<Row*>(values + (node + i) * lane_words);
        Row value;
        value_of(gates[i], inputs, values, value);
        changed |= own ^ value;
        own = value;
    }
    std::uint64_t any = 0;
    for (std::size_t word = 0; word < lane_words; ++word) any |= changed[word];
    return any != 0;
}

// Swaps ever smaller blocks beside the diagonal (Warren, Hacker's Delight, 7-3).
void transpose_square(std::uint64_t* square) {
    std::uint64_t mask = 0x00000000FFFFFFFF;
    for (unsigned width = 32; width != 0; width /= 2, mask ^= mask << width) {
        for (unsigned block = 0; block < 64; block += 2 * width)
            for (unsigned i = block; i < block + width; ++i) {
                const std::uint64_t swapped = ((square[i] >> width) ^ square[i + width]) & mask;
                square[i + width] ^= swapped;
                square[i] ^= swapped << width;
            }
    }
}

void count_bits(const std::uint64_t* bits, std::size_t chunks, std::uint32_t* counts) {
    for (std::size_t lane = 0; lane < lane_count; ++lane) counts[lane] = 0;
    for (std::size_t chunk = 0; chunk < chunks; ++chunk, bits += lane_count)
        for (std::size_t lane = 0; lane < lane_count; ++lane)
            counts[lane] += static_cast<std::uint32_t>(__builtin_popcountll(bits[lane]));
}

void pick_bits(const std::uint64_t* bits, const std::uint32_t* counts, std::uint32_t* places) {
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
        if (counts[lane] == 0) continue;
        std::uint32_t left = places[lane], first = 0;
        std::uint64_t word = bits[lane];
        for (;; first += 64, word = bits[first / 64 * lane_count + lane]) {
            const auto count = static_cast<std::uint32_t>(__builtin_popcountll(word));
            if (left < count) break;
            left -= count;
        }
        for (; left > 0; --left) word &= word - 1;
        places[lane] = first + static_cast<std::uint32_t>(__builtin_ctzll(word));
    }
}

constexpr LaneKernel kernel = {evaluate_lanes, evaluate_lanes_again, transpose_square, count_bits, pick_bits};

}  // namespace
}  // namespace playout::ggp
