// 64-bit hashing that is the same on every machine, so that codes, signatures and records can be compared.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace playout {

inline constexpr std::uint64_t golden_gamma = 0x9E3779B97F4A7C15ULL;

// The finaliser of splitmix64 (Steele, Lea and Flood 2014): every input bit reaches every output bit.
constexpr std::uint64_t mix(std::uint64_t word) {
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9ULL;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBULL;
    return word ^ (word >> 31);
}

// Order matters: combine(a, b) differs from combine(b, a).
constexpr std::uint64_t combine(std::uint64_t seed, std::uint64_t word) {
    return mix(seed * golden_gamma + mix(word + golden_gamma));
}

constexpr std::uint64_t hash_text(std::string_view text) {
    std::uint64_t hash = 0xCBF29CE484222325ULL;  // FNV-1a, then mixed
    for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001B3ULL;
    return mix(hash);
}

// Many words at once: each pair costs one wide multiplication, whose halves are folded together.
constexpr std::uint64_t hash_words(std::span<const std::uint64_t> words, std::uint64_t seed) {
    const auto fold = [](std::uint64_t left, std::uint64_t right) {
        const auto product = static_cast<unsigned __int128>(left) * right;
        return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    };
    std::uint64_t hash = mix(seed + golden_gamma);  // a small seed must not meet the bits of a word
    for (std::size_t i = 0; i + 1 < words.size(); i += 2)
        hash = fold(words[i] ^ hash, words[i + 1] ^ 0xD6E8FEB86659FD93ULL);
    if (words.size() % 2 == 1) hash = fold(words.back() ^ hash, golden_gamma);
    return mix(hash + words.size());
}

// 16 lower-case hexadecimal digits.
std::string to_hex(std::uint64_t word);

}  // namespace playout
