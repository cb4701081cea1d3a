// The inner loops of many games at once, for any processor and for those with AVX2: the same code compiled
// twice.
#pragma once

#include <cstddef>
#include <cstdint>

namespace playout::ggp {

inline constexpr std::size_t lane_words = 4;
inline constexpr std::size_t lane_count = 64 * lane_words;  // games at once

// A gate: its inputs as they are, then those that are negated, in a list of nodes.
struct LaneGate {
    std::uint32_t first, plain, negated;
    std::uint32_t all;  // or any
};

// Nodes have lane_words words each in `values`, a bit for every game. The gates' own nodes are those from
// `node` on.
struct LaneKernel {
    void (*evaluate)(const LaneGate* gates, std::size_t count, const std::uint32_t* inputs,
                     std::uint64_t* values, std::size_t node);
    // True if anything changed.
    bool (*evaluate_again)(const LaneGate* gates, std::size_t count, const std::uint32_t* inputs,
                           std::uint64_t* values, std::size_t node);
    // Rows become columns.
    void (*transpose)(std::uint64_t* square);
    // In how many of 64 * chunks places each game has a bit; `bits` has a word for every chunk and game.
    void (*count)(const std::uint64_t* bits, std::size_t chunks, std::uint32_t* counts);
    // Of each game's bits the place of one, whose number is in `places`; that of a game without a bit stays.
    void (*pick)(const std::uint64_t* bits, const std::uint32_t* counts, std::uint32_t* places);
};

extern const LaneKernel portable_lanes, avx2_lanes;

}  // namespace playout::ggp
