// Whole numbers as the state computes with them: 128 bits at once where the sum of all of them has room there,
// and otherwise rows of 64-bit limbs, the lowest first, all of one width, with GMP's routines.
#pragma once

#include <gmp.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "playout/domains/partition/instance.h"

namespace playout::partition {

using Window = unsigned __int128;

inline Window joined(const Limb* limbs) {
    return static_cast<Window>(limbs[1]) << 64 | limbs[0];
}

enum class Move : std::uint8_t { difference, sum };

// What both kinds of numbers offer: original(), make() and take_back() in the order of the moves, less(),
// write(), and the two leading limbs of a number as top() says for the largest.

// Sums below 2^126: a number is its value.
class Narrow {
  public:
    using Number = Window;
    static constexpr std::size_t limbs = 2;
    static bool fits(const Instance& instance) { return instance.limbs_each() <= limbs; }

    explicit Narrow(const Instance& instance) {
        for (std::int32_t rank = 0; rank < instance.size(); ++rank) sum_ += original(instance, rank);
    }
    static Number original(const Instance& instance, std::int32_t rank) {
        return joined(instance.limbs_of(rank));
    }
    Number make(const Instance&, Move move, Number larger, Number smaller) {
        if (move == Move::sum) return larger + smaller;
        sum_ -= 2 * smaller;
        return larger - smaller;
    }
    void take_back(Move move, Number smaller) {
        if (move == Move::difference) sum_ += 2 * smaller;
    }
    // Of all numbers that are left.
    Window sum() const { return sum_; }
    static bool less(const Instance&, Number one, Number other) { return one < other; }
    static void write(const Instance&, Number number, Limb* to) {
        to[0] = static_cast<Limb>(number);
        to[1] = static_cast<Limb>(number >> 64);
    }

    static bool surely_above_half(Number one, Number other) { return 2 * one > other; }
    static void reserve(const Instance&, std::int32_t) {}

    static std::size_t top(Number) { return 1; }
    static Window window(const Instance&, Number number, std::size_t) { return number; }
    std::int64_t bytes() const { return 0; }

  private:
    Window sum_ = 0;
};

// Any sums. A number is one of the instance, by rank, or the i-th one made, and has its size in one word, which
// settles nearly every comparison.
class Wide {
  public:
    struct Number {
        Key key = 0;
        std::int32_t id = 0;  // the rank, or the instance's size + i
    };
    static bool fits(const Instance&) { return true; }

    explicit Wide(const Instance&) {}
    static Number original(const Instance& instance, std::int32_t rank) { return {instance.key(rank), rank}; }
    Number make(const Instance& instance, Move move, Number larger, Number smaller) {
        const std::size_t limbs = instance.limbs_each();
        const std::size_t start = static_cast<std::size_t>(made_) * limbs;
        if (pool_.size() < start + limbs) pool_.resize(start + limbs);
        const Limb* left = limbs_of(instance, larger);
        const Limb* right = limbs_of(instance, smaller);
        const auto size = static_cast<mp_size_t>(limbs);
        if (move == Move::difference) {
            mpn_sub_n(&pool_[start], left, right, size);
        } else {
            mpn_add_n(&pool_[start], left, right, size);
        }
        return {key_of(&pool_[start], limbs), instance.size() + made_++};
    }
    void take_back(Move, Number) { --made_; }
    bool less(const Instance& instance, Number one, Number other) const {
        if (one.key != other.key) return one.key < other.key;
        return mpn_cmp(limbs_of(instance, one), limbs_of(instance, other),
                       static_cast<mp_size_t>(instance.limbs_each())) < 0;
    }
    void write(const Instance& instance, Number number, Limb* to) const {
        std::copy_n(limbs_of(instance, number), instance.limbs_each(), to);
    }

    // Only if twice the one is above the other: keys have the length in bits above 44 more of them.
    static bool surely_above_half(Number one, Number other) { return one.key + (Key{1} << 44) > other.key + 1; }
    // So many more will be made.
    void reserve(const Instance& instance, std::int32_t more) {
        const std::size_t limbs = static_cast<std::size_t>(made_ + more) * instance.limbs_each();
        pool_.reserve(limbs);
    }

    // The limb in which four times the number has its leading bit, or the one above.
    static std::size_t top(Number number) { return std::max<std::size_t>(1, (length_of(number.key) + 1) / 64); }
    Window window(const Instance& instance, Number number, std::size_t top) const {
        return joined(limbs_of(instance, number) + top - 1);
    }
    std::int64_t bytes() const { return static_cast<std::int64_t>(pool_.capacity() * sizeof(Limb)); }

  private:
    const Limb* limbs_of(const Instance& instance, Number number) const {
        if (number.id < instance.size()) return instance.limbs_of(number.id);
        return &pool_[static_cast<std::size_t>(number.id - instance.size()) * instance.limbs_each()];
    }

    std::int32_t made_ = 0;
    std::vector<Limb> pool_;  // of every number made, in the order of the moves
};

}  // namespace playout::partition
