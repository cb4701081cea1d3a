// A set of cells as a processor's vectors: one 256-bit word for small boards, four for large ones. Part of
// kernel_body.h, and like it local to each file that includes it.
#pragma once

#include <cstdint>
#include <cstring>

// One switch for all that newer processors have.
#if defined(__AVX2__) && defined(__BMI2__) && defined(__PCLMUL__)
#define PLAYOUT_AVX2
#include <immintrin.h>
#endif
#if defined(PLAYOUT_AVX2) && defined(__AVX512VL__) && defined(__AVX512BW__) && defined(__AVX512VBMI2__) && \
    defined(__AVX512BITALG__)
#define PLAYOUT_AVX512
#endif

#include "playout/domains/samegame/layout.h"

#pragma GCC diagnostic ignored "-Wpsabi"  // vectors pass between functions of one file only

namespace playout::samegame {
namespace {

// A set of cells. The moves are those of cells: up() is the set with every cell moved one row up.
// Written out for both layouts: one template over an array of vectors makes a move on a small board take half
// as long again, as compilers then keep it in memory.
template <typename Layout>
struct Mask;

template <>
struct Mask<Small> {
    using Vector [[gnu::vector_size(32)]] = std::uint16_t;
    using Vector64 [[gnu::vector_size(32)]] = std::uint64_t;
    using Signed [[gnu::vector_size(32)]] = std::int16_t;
    Vector v;

    static Mask none() { return {Vector{}}; }
    static Mask load(const Words<Small>& words) {
        Mask mask;
        std::memcpy(&mask.v, words.data(), sizeof mask.v);
        return mask;
    }
    void store(Words<Small>& words) const { std::memcpy(words.data(), &v, sizeof v); }
    static Mask cell(int cell) { return bit(cell / 64, std::uint64_t{1} << (cell % 64)); }
    static Mask bit(int word, std::uint64_t bits) {
        constexpr Vector64 numbers = {0, 1, 2, 3};
        const Vector64 chosen = (Vector64)(numbers == static_cast<std::uint64_t>(word));
        return {(Vector)(chosen & bits)};
    }
    // Every cell of the columns from `column` on.
    static Mask columns_from(int column) {
        constexpr Signed numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
        return {(Vector)(numbers >= static_cast<std::int16_t>(column))};
    }
    // Every cell of the columns that are empty here.
    Mask empty_columns() const { return {(Vector)(v == 0)}; }

    friend Mask operator&(const Mask& a, const Mask& b) { return {a.v & b.v}; }
    friend Mask operator|(const Mask& a, const Mask& b) { return {a.v | b.v}; }
    friend Mask operator^(const Mask& a, const Mask& b) { return {a.v ^ b.v}; }
    Mask operator~() const { return {~v}; }
    // Column by column, as numbers.
    Mask negated() const { return {-v}; }
    Mask minus_one() const { return {v - 1}; }

    Mask up() const { return {v << 1}; }
    Mask down() const { return {v >> 1}; }
    Mask left() const {
        return {__builtin_shufflevector(v, Vector{}, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)};
    }
    Mask right() const {
        return {__builtin_shufflevector(Vector{}, v, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
                                        30)};
    }

    std::uint64_t word(int i) const { return ((Vector64)v)[i]; }
    bool any() const {
#ifdef PLAYOUT_AVX2
        return _mm256_testz_si256((__m256i)v, (__m256i)v) == 0;
#else
        return (word(0) | word(1) | word(2) | word(3)) != 0;
#endif
    }
};

template <>
struct Mask<Large> {
    using Vector [[gnu::vector_size(32)]] = std::uint32_t;
    using Vector64 [[gnu::vector_size(32)]] = std::uint64_t;
    using Signed [[gnu::vector_size(32)]] = std::int32_t;
    Vector v[4];

    template <typename Make>
    static Mask each(Make make) {
        return {{make(0), make(1), make(2), make(3)}};
    }

    static Mask none() { return {}; }
    static Mask load(const Words<Large>& words) {
        Mask mask;
        std::memcpy(&mask.v, words.data(), sizeof mask.v);
        return mask;
    }
    void store(Words<Large>& words) const { std::memcpy(words.data(), &v, sizeof v); }
    static Mask cell(int cell) { return bit(cell / 64, std::uint64_t{1} << (cell % 64)); }
    static Mask bit(int word, std::uint64_t bits) {
        constexpr Vector64 numbers = {0, 1, 2, 3};
        return each([=](int i) {
            const Vector64 chosen =
                (Vector64)(numbers + static_cast<std::uint64_t>(4 * i) == static_cast<std::uint64_t>(word));
            return (Vector)(chosen & bits);
        });
    }
    static Mask columns_from(int column) {
        constexpr Signed numbers = {0, 1, 2, 3, 4, 5, 6, 7};
        return each([=](int i) { return (Vector)(numbers + 8 * i >= column); });
    }
    Mask empty_columns() const {
        return each([this](int i) { return (Vector)(v[i] == 0); });
    }

    friend Mask operator&(const Mask& a, const Mask& b) {
        return each([&](int i) { return a.v[i] & b.v[i]; });
    }
    friend Mask operator|(const Mask& a, const Mask& b) {
        return each([&](int i) { return a.v[i] | b.v[i]; });
    }
    friend Mask operator^(const Mask& a, const Mask& b) {
        return each([&](int i) { return a.v[i] ^ b.v[i]; });
    }
    Mask operator~() const {
        return each([this](int i) { return ~v[i]; });
    }
    Mask negated() const {
        return each([this](int i) { return -v[i]; });
    }
    Mask minus_one() const {
        return each([this](int i) { return v[i] - 1; });
    }

    Mask up() const {
        return each([this](int i) { return v[i] << 1; });
    }
    Mask down() const {
        return each([this](int i) { return v[i] >> 1; });
    }
    Mask left() const {
        return each([this](int i) {
            return __builtin_shufflevector(v[i], i < 3 ? v[i + 1] : Vector{}, 1, 2, 3, 4, 5, 6, 7, 8);
        });
    }
    Mask right() const {
        return each([this](int i) {
            return __builtin_shufflevector(i > 0 ? v[i - 1] : Vector{}, v[i], 7, 8, 9, 10, 11, 12, 13, 14);
        });
    }

    std::uint64_t word(int i) const { return ((Vector64)v[i / 4])[i % 4]; }
    bool any() const {
        const Vector all = v[0] | v[1] | v[2] | v[3];
#ifdef PLAYOUT_AVX2
        return _mm256_testz_si256((__m256i)all, (__m256i)all) == 0;
#else
        const auto words = (Vector64)all;
        return (words[0] | words[1] | words[2] | words[3]) != 0;
#endif
    }
};

}  // namespace
}  // namespace playout::samegame
