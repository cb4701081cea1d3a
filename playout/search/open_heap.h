#pragma once

#include <cstddef>
#include <cstdint>

#include "playout/base/archive.h"
#include "playout/base/chunked_vector.h"

namespace playout {

// Binary heap whose growth never copies it as a whole. `Entry` orders by operator<, the least on top.
template <typename Entry>
class OpenHeap {
  public:
    bool empty() const { return entries_.empty(); }
    std::int64_t bytes() const { return entries_.bytes(); }
    std::size_t size() const { return entries_.size(); }
    void clear() { entries_.clear(); }

    void push(const Entry& entry) {
        std::size_t hole = entries_.size();
        entries_.emplace_back(entry);
        while (hole > 0 && entry < entries_[(hole - 1) / 2]) {
            entries_[hole] = entries_[(hole - 1) / 2];
            hole = (hole - 1) / 2;
        }
        entries_[hole] = entry;
    }

    Entry pop() {
        const Entry top = entries_[0];
        const Entry last = entries_.back();
        entries_.pop_back();
        const std::size_t size = entries_.size();
        std::size_t hole = 0;
        for (std::size_t child = 1; child < size; child = 2 * hole + 1) {
            if (child + 1 < size && entries_[child + 1] < entries_[child]) ++child;
            if (!(entries_[child] < last)) break;
            entries_[hole] = entries_[child];
            hole = child;
        }
        if (size > 0) entries_[hole] = last;
        return top;
    }

    // In any order.
    template <typename Look>
    void for_each(Look look) {
        for (std::size_t i = 0; i < entries_.size(); ++i) look(entries_[i]);
    }

    void archive(Archive& archive) { archive(entries_); }

  private:
    ChunkedVector<Entry> entries_;
};

}  // namespace playout
