// A learned policy: a weight for every code that was ever learned, 0 for all others, in one flat table. The
// chance of a move is proportional to its strength, exp(weight / temperature), which is kept beside the weight.
//
// Nested searches copy a policy at every level and go back to the old one when the level returns. Here that is
// a mark and a way back to it: what changes after the mark is kept in a journal, so that a copy costs what
// changed, not the table.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "playout/base/archive.h"
#include "playout/base/hash.h"
#include "playout/base/vector_bytes.h"
#include "playout/problem/state.h"
#include "playout/search/learning_guard.h"

namespace playout {

// e^x to 6 digits, from additions and multiplications alone: the same on every machine, and short enough for a
// compiler to do several at once. Beyond +-30 it stays where it is, so that no sum of strengths times priors
// overflows or vanishes; moves that far apart are certain or out of the question anyway.
inline float policy_exp(float x) {
    constexpr float most = 30;
    x = x > -most ? x : -most;
    x = x < most ? x : most;
    constexpr float shifter = 12582912.0f;  // 1.5 * 2^23: adding it rounds to a whole number
    const float whole = (x * 1.44269504f + shifter) - shifter;
    const float rest = (x - whole * 0.693359375f) + whole * 2.12194440e-4f;  // ln 2 in two parts
    float power = 1.0f / 5040;
    power = power * rest + 1.0f / 720;
    power = power * rest + 1.0f / 120;
    power = power * rest + 1.0f / 24;
    power = power * rest + 1.0f / 6;
    power = power * rest + 0.5f;
    power = power * rest + 1.0f;
    power = power * rest + 1.0f;
    const std::int32_t exponent = (static_cast<std::int32_t>(whole) + 127) << 23;
    float scale;
    std::memcpy(&scale, &exponent, sizeof scale);
    return power * scale;
}

class Policy {
  public:
    using Slot = std::uint32_t;  // where a code's weight is; until the table grows or goes back
    using Mark = std::size_t;

    // Where all codes are less than `codes`, they address the table directly.
    explicit Policy(double temperature = 1, std::size_t codes = 0)
        : per_temperature_(static_cast<float>(1 / temperature)),
          direct_(codes > 0),
          entries_(direct_ ? codes : first_capacity) {}

    // 1 for a code that was not learned.
    float strength(MoveCode code) const { return entries_[find(code)].strength; }
    float weight(MoveCode code) const { return entries_[find(code)].weight; }

    // The strengths of the moves, each added to those before it: sums[i] is that of the first i + 1 moves.
    void add_up(std::span<const MoveCode> codes, float* sums) const {
        const Entry* const entries = entries_.data();  // not to be read again after every sum that is written
        const std::size_t last = entries_.size() - 1;
        const int shift = shift_;
        float sum = 0;
        if (direct_) {
            for (std::size_t i = 0; i < codes.size(); ++i) {
                assert(codes[i] <= last);
                sums[i] = sum += entries[codes[i]].strength;
            }
        } else {
            for (std::size_t i = 0; i < codes.size(); ++i)
                sums[i] = sum += entries[find_in(entries, last, shift, key_of(codes[i]))].strength;
        }
    }

    // The code's place, made where there is none. Making one may move all others.
    Slot slot(MoveCode code) {
        if (direct_) {
            assert(code < entries_.size());
            return static_cast<Slot>(code);
        }
        MoveCode key = key_of(code);
        if (key == no_key) key = 1;  // one code of 2^64 shares its place with another
        const Slot slot = find_key(key);
        if (entries_[slot].key == key) return slot;
        if (2 * (size_ + 1) > entries_.size()) {
            grow();
            return this->slot(code);
        }
        entries_[slot].key = key;
        most_ = std::max(most_, ++size_);
        journal_.push_back({slot, true, 0, 1});
        return slot;
    }

    float strength_at(Slot slot) const { return entries_[slot].strength; }
    float weight_at(Slot slot) const { return entries_[slot].weight; }
    void set(Slot slot, float weight) { set(slot, weight, policy_exp(weight * per_temperature_)); }
    void set(Slot slot, float weight, float strength) {
        entries_[slot].weight = weight;
        entries_[slot].strength = strength;
    }
    float per_temperature() const { return per_temperature_; }

    // Keeps what the slot holds for the way back; once after every mark, before it is set.
    void keep(Slot slot) { journal_.push_back({slot, false, entries_[slot].weight, entries_[slot].strength}); }

    Mark mark() const { return journal_.size(); }
    void go_back(Mark mark) {
        assert(mark <= journal_.size());
        // The newest first: that undoes the table's insertions too, as each took the first free place then.
        for (; journal_.size() > mark; journal_.pop_back()) {
            const Change& change = journal_.back();
            Entry& entry = entries_[change.slot];
            entry.weight = change.weight;
            entry.strength = change.strength;
            if (!change.made) continue;
            entry.key = no_key;
            --size_;
        }
    }
    // False: the guard stopped it half way, and it goes on when it is called again.
    bool go_back(Mark mark, LearningGuard& guard) {
        while (journal_.size() - mark > changes_per_question) {
            if (guard.over()) return false;
            go_back(journal_.size() - changes_per_question);
        }
        go_back(mark);
        return true;
    }

    // What it takes more, for a moment or for good, while so many codes are made or kept.
    std::int64_t growth(std::size_t more) const {
        const std::int64_t journal = growth_of(journal_, 2 * more);
        if (capacity_with(more) == capacity()) return journal;
        return journal + static_cast<std::int64_t>(capacity() * (2 * sizeof(Entry) + sizeof(Slot)));
    }
    std::size_t capacity_with(std::size_t more) const {
        return direct_ || 2 * (size_ + more) <= capacity() ? capacity() : 2 * capacity();
    }

    void archive(Archive& archive) {
        std::size_t journal_capacity = journal_.capacity();
        archive(entries_, journal_, journal_capacity, shift_, size_, most_, generation_);
        journal_.reserve(journal_capacity);
    }

    std::size_t size() const { return direct_ ? entries_.size() : size_; }  // codes in the table
    std::size_t most() const { return direct_ ? entries_.size() : most_; }  // at one time
    std::size_t capacity() const { return entries_.size(); }
    std::uint32_t generation() const { return generation_; }
    std::int64_t bytes() const { return bytes_of(entries_) + bytes_of(journal_); }

  private:
    // A free entry looks like a code that was not learned.
    struct Entry {
        MoveCode key = no_key;
        float weight = 0;
        float strength = 1;
    };
    struct Change {
        Slot slot;
        bool made;
        float weight;
        float strength;
    };

    static constexpr std::size_t first_capacity = 1024;
    static constexpr std::size_t changes_per_question = 8 * codes_per_question;
    static constexpr MoveCode no_key = 0;
    static constexpr MoveCode code_mask = 0x8A5CD789635D2DFFULL;  // domains do use the code 0

    static MoveCode key_of(MoveCode code) { return code ^ code_mask; }

    Slot find(MoveCode code) const { return direct_ ? static_cast<Slot>(code) : find_key(key_of(code)); }

    // The key's entry, or the free one where it would be.
    Slot find_key(MoveCode key) const {
        return static_cast<Slot>(find_in(entries_.data(), entries_.size() - 1, shift_, key));
    }
    static std::size_t find_in(const Entry* entries, std::size_t last, int shift, MoveCode key) {
        std::size_t i = (key * golden_gamma) >> shift;
        while (entries[i].key != key && entries[i].key != no_key) i = (i + 1) & last;
        return i;
    }

    // The entries again in the order in which they were made, so that going back still works.
    void grow() {
        std::vector<Entry> old(entries_.size() * 2);
        old.swap(entries_);
        --shift_;
        ++generation_;
        std::vector<Slot> moved(old.size());
        for (Change& change : journal_) {
            if (change.made) {
                const Entry& entry = old[change.slot];
                moved[change.slot] = find_key(entry.key);
                entries_[moved[change.slot]] = entry;
            }
            change.slot = moved[change.slot];
        }
    }

    float per_temperature_;
    bool direct_;
    std::vector<Entry> entries_;
    int shift_ = 64 - 10;  // of first_capacity
    std::size_t size_ = 0;
    std::size_t most_ = 0;
    std::vector<Change> journal_;
    std::uint32_t generation_ = 0;
};

}  // namespace playout
