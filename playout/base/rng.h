// The only source of randomness: passed in by reference, seeded from the request. The draws are our own because
// the standard library's distributions differ between compilers, and the same seed must give the same run
// everywhere.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <span>
#include <utility>

#include "playout/base/hash.h"

namespace playout {

// xoshiro256++ (Blackman and Vigna 2019).
class Rng {
  public:
    explicit Rng(std::uint64_t seed) {
        for (std::uint64_t& word : state_) word = mix(seed += golden_gamma);
    }

    std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // Uniform in 0 .. bound-1, without bias (Lemire 2019: multiply, and reject the short stretch at the low
    // end).
    std::uint64_t below(std::uint64_t bound) {
        assert(bound > 0);
        unsigned __int128 product = static_cast<unsigned __int128>(next()) * bound;
        if (static_cast<std::uint64_t>(product) < bound) {
            const std::uint64_t threshold = -bound % bound;
            while (static_cast<std::uint64_t>(product) < threshold)
                product = static_cast<unsigned __int128>(next()) * bound;
        }
        return static_cast<std::uint64_t>(product >> 64);
    }

    // Uniform in lowest .. highest, both included.
    std::int64_t between(std::int64_t lowest, std::int64_t highest) {
        assert(lowest <= highest);
        return lowest + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(highest - lowest) + 1));
    }

    // Uniform in [0, 1), 53 bits.
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

    template <typename T>
    void shuffle(std::span<T> items) {
        for (std::size_t left = items.size(); left > 1; --left)
            std::swap(items[left - 1], items[static_cast<std::size_t>(below(left))]);
    }

  private:
    std::array<std::uint64_t, 4> state_{};
};

}  // namespace playout
