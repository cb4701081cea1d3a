// Numbers as the state computes with them: 128 bits at once, which are the whole number where the sum of all
// has room there, and its leading digits where not; or rows of 64-bit limbs, the lowest first, all of one
// width, with GMP's routines.
#pragma once

#include <gmp.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "playout/domains/partition/instance.h"

namespace playout::partition {

enum class Move : std::uint8_t { difference, sum };

// What all kinds of numbers offer: original(), make() and take_back() in the order of the moves, less().

// A number is its window. Where that is not the whole number, each number of the instance is less than a unit
// larger, so that a number made of some of them is less than that many units away from its window, and no
// difference between two such numbers is wrong by as much as there are numbers in all.
template <bool whole>
class Windows {
  public:
    using Number = Window;
    static constexpr bool windows = true;
    static constexpr bool exact = whole;
    static bool fits(const Instance& instance) { return !whole || instance.shift() == 0; }

    explicit Windows(const Instance& instance) {
        for (std::int32_t rank = 0; rank < instance.size(); ++rank) sum_ += original(instance, rank);
    }
    static Number original(const Instance& instance, std::int32_t rank) { return instance.window(rank); }
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
    void set_sum(Window sum) { sum_ = sum; }
    static Window slack(const Instance& instance) { return whole ? 0 : instance.slack(); }

    std::int64_t bytes() const { return 0; }

  private:
    Window sum_ = 0;
};
using Narrow = Windows<true>;    // sums below 2^126
using Leading = Windows<false>;  // any sums

// Any sums. A number is one of the instance, by rank, or the i-th one made, and has its size in one word, which
// settles nearly every comparison.
class Wide {
  public:
    struct Number {
        Key key = 0;
        std::int32_t id = 0;  // the rank, or the instance's size + i
    };
    static constexpr bool windows = false;
    static constexpr bool exact = true;
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
    const Limb* limbs_of(const Instance& instance, Number number) const {
        if (number.id < instance.size()) return instance.limbs_of(number.id);
        return &pool_[static_cast<std::size_t>(number.id - instance.size()) * instance.limbs_each()];
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
    std::int32_t made_ = 0;
    std::vector<Limb> pool_;  // of every number made, in the order of the moves
};

}  // namespace playout::partition
