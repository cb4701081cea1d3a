// Number partitioning: split numbers into two sides whose sums differ as little as possible.
// Text: one positive integer a line (or separated by blanks), of up to 313,000 digits.
#pragma once

#include <gmpxx.h>

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "playout/base/parameter.h"
#include "playout/base/rng.h"

namespace playout::partition {

static_assert(sizeof(mp_limb_t) == 8 && GMP_NAIL_BITS == 0);
using Limb = mp_limb_t;
using Window = unsigned __int128;

inline Window joined(const Limb* limbs) {
    return static_cast<Window>(limbs[1]) << 64 | limbs[0];
}
inline int length_of(Window number) {  // in bits
    const auto high = static_cast<Limb>(number >> 64);
    return high != 0 ? 64 + std::bit_width(high) : std::bit_width(static_cast<Limb>(number));
}
Window window_of(const mpz_class& number);  // of at most 128 bits
mpz_class number_of(const Limb* limbs, std::size_t count);

// A number's size in one word: its length in bits, then the 44 bits below the leading one. A larger key belongs
// to a larger number; equal keys say nothing.
using Key = std::uint64_t;

inline std::size_t length_of(Key key) {
    return static_cast<std::size_t>(key >> 44);
}

inline Key key_of(const Limb* number, std::size_t limbs) {
    std::size_t top = limbs - 1;
    while (top > 0 && number[top] == 0) --top;
    if (number[top] == 0) return 0;
    const int zeros = std::countl_zero(number[top]);
    std::uint64_t window = number[top] << zeros;
    if (zeros > 0 && top > 0) window |= number[top - 1] >> (64 - zeros);
    return static_cast<Key>(top * 64 + 64 - static_cast<std::size_t>(zeros)) << 44 | window << 1 >> 20;
}

inline constexpr std::int64_t max_numbers = 20'000;               // a move costs what the numbers are
inline constexpr std::size_t max_bits = 1'040'000;                // of the sum: a key has 20 bits for it
inline constexpr std::int64_t max_digits = 313'000;               // no number of more fits
inline constexpr std::int64_t max_bytes = std::int64_t{1} << 30;  // that all numbers together may take

// Immutable. The numbers also stand in rising order as rows of limbs.
class Instance {
  public:
    // Throws std::invalid_argument where a number is not positive, there are none, or they are too large.
    explicit Instance(std::vector<mpz_class> numbers);

    std::int32_t size() const { return static_cast<std::int32_t>(numbers_.size()); }
    const std::vector<mpz_class>& numbers() const { return numbers_; }  // as in the text
    const mpz_class& sum() const { return sum_; }
    bool odd() const { return mpz_odd_p(sum_.get_mpz_t()) != 0; }

    // Rank 0 is the smallest number; of equal ones the first in the text comes first.
    std::int32_t index_of(std::int32_t rank) const { return order_[static_cast<std::size_t>(rank)]; }
    const Limb* limbs_of(std::int32_t rank) const {
        return &limbs_[static_cast<std::size_t>(rank) * limbs_each_];
    }
    Key key(std::int32_t rank) const { return keys_[static_cast<std::size_t>(rank)]; }
    // At least two, and enough for four times the sum of all.
    std::size_t limbs_each() const { return limbs_each_; }

    // The leading digits: the number over 2^shift, rounded down; 128 bits have room for four times the sum.
    Window window(std::int32_t rank) const { return windows_[static_cast<std::size_t>(rank)]; }
    const std::vector<Window>& windows() const { return windows_; }
    std::size_t shift() const { return shift_; }
    // A difference of at least so much between windows is one of the same sign between the numbers, and so it
    // is between sums of them, as long as no number is in both.
    Window slack() const { return shift_ == 0 ? 0 : windows_.size(); }

    // Between numbers of neighbouring ranks, the lower one even (0) or odd (1); the smallest gap first.
    struct Gap {
        Window size;
        std::int32_t rank;  // the lower one
    };
    const std::vector<Gap>& gaps(std::int32_t parity) const { return gaps_[static_cast<std::size_t>(parity)]; }
    // No number from this rank on is as large as all below it together, by far.
    std::int32_t moderate_from() const { return moderate_from_; }

  private:
    void look_at_neighbours();

    std::vector<mpz_class> numbers_;
    mpz_class sum_;
    std::vector<std::int32_t> order_;
    std::size_t limbs_each_;
    std::vector<Limb> limbs_;
    std::vector<Key> keys_;
    std::size_t shift_;
    std::vector<Window> windows_;
    std::array<std::vector<Gap>, 2> gaps_;
    std::int32_t moderate_from_ = 0;
};

// Throws InputError with file and line.
Instance read_instance(std::string_view text, const std::string& file);
std::string to_text(const Instance& instance);

// Uniform in 1 .. 2^bits - 1. With bits about as many as numbers the problem is at its hardest: a perfect
// partition may or may not exist (Rei, section 4.1).
struct GeneratorConfig {
    std::int64_t size = 50;
    std::int64_t bits = 50;
};
const Knobs<GeneratorConfig>& generator_knobs();
Instance generate(const GeneratorConfig& config, Rng& rng);

}  // namespace playout::partition
