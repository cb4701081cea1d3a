// What is known of states by their hash, wherever they stand in the tree, and after the tree is gone: a table
// that outlives a search. It never takes more than it may; once full it adds nothing.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>

#include "playout/base/archive.h"

namespace playout {

template <typename Known>
class Transpositions {
  public:
    struct Entry {
        Known known{};
        bool closed = false;
    };

    explicit Transpositions(std::int64_t max_bytes) : max_bytes_(max_bytes) {}

    // Nothing: the state is not known.
    const Entry* find(std::uint64_t hash) const {
        const auto found = entries_.find(hash);
        return found == entries_.end() ? nullptr : &found->second;
    }

    // The entry of a state, a new one if need be; nothing: there is no room for one more.
    Entry* enter(std::uint64_t hash) {
        if (entries_.size() + 1 > max_now()) {
            const std::int64_t buckets = 2 * static_cast<std::int64_t>(entries_.bucket_count()) + 16;
            if (buckets * 3 / 2 * bucket_bytes >
                max_bytes_) {  // the old table stands beside the new for a moment
                const auto found = entries_.find(hash);
                return found == entries_.end() ? nullptr : &found.value();
            }
        }
        return &entries_[hash];
    }

    void archive(Archive& archive) { archive_table(archive, entries_); }

    std::int64_t size() const { return static_cast<std::int64_t>(entries_.size()); }
    std::int64_t bytes() const { return static_cast<std::int64_t>(entries_.bucket_count()) * bucket_bytes; }

  private:
    static constexpr std::int64_t bucket_bytes = sizeof(std::uint64_t) * 2 + sizeof(Entry);

    std::size_t max_now() const { return entries_.bucket_count() / 2; }  // its default load factor

    std::int64_t max_bytes_;
    tsl::robin_map<std::uint64_t, Entry> entries_;
};

}  // namespace playout
