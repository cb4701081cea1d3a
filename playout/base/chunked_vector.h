// A vector that grows without moving what it holds: no pause while gigabytes are copied, no moment at which the
// old and the new array stand side by side. Chunks are aligned to 2 MiB so that the system can back them with
// huge pages.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace playout {

namespace detail {
// Room for one chunk; throws std::bad_alloc. With `small_pages_first` little of it takes little memory.
void* allocate_chunk(std::size_t bytes, bool small_pages_first = false);
void release_chunk(void* chunk, std::size_t bytes);
}  // namespace detail

// `seldom_read`: of those it is more important that short ones take no huge page each.
template <typename T, bool seldom_read = false>
class ChunkedVector {
  public:
    ChunkedVector() = default;
    ChunkedVector(const ChunkedVector&) = delete;
    ChunkedVector& operator=(const ChunkedVector&) = delete;
    void swap(ChunkedVector& other) noexcept {
        chunks_.swap(other.chunks_);
        std::swap(size_, other.size_);
        std::swap(most_, other.most_);
    }
    ~ChunkedVector() {
        clear();
        for (T* chunk : chunks_) detail::release_chunk(chunk, chunk_bytes);
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    // What it takes from the system: the most it ever held, since nothing is given back before the end.
    std::int64_t bytes() const { return static_cast<std::int64_t>(most_ * sizeof(T)); }

    T& operator[](std::size_t index) {
        assert(index < size_);
        return *place(index);
    }
    const T& operator[](std::size_t index) const {
        assert(index < size_);
        return *place(index);
    }
    T& back() { return (*this)[size_ - 1]; }

    template <typename... Arguments>
    T& emplace_back(Arguments&&... arguments) {
        if (size_ == chunks_.size() * per_chunk) add_chunk();
        T* added = std::construct_at(place(size_), std::forward<Arguments>(arguments)...);
        if (++size_ > most_) most_ = size_;
        return *added;
    }

    // Adds `count` elements without setting them, side by side in memory, and returns the index of the first;
    // the rest of a chunk that is too small for them is passed over. At most a chunk holds.
    std::size_t grow(std::size_t count) requires std::is_trivially_copyable_v<T> {
        if (count > per_chunk) throw std::bad_alloc();
        if (size_ % per_chunk + count > per_chunk) size_ += per_chunk - size_ % per_chunk;
        if (size_ == chunks_.size() * per_chunk) add_chunk();
        const std::size_t first = size_;
        size_ += count;
        if (size_ > most_) most_ = size_;
        return first;
    }

    // So many elements, which are not set, and what bytes() is to say: that it once held `most` of them.
    void resize(std::size_t count, std::size_t most) requires std::is_trivially_copyable_v<T> {
        while (chunks_.size() * per_chunk < count) add_chunk();
        size_ = count;
        most_ = std::max(count, most);
    }
    std::size_t most() const { return most_; }

    // All elements, in stretches that lie side by side: look(span).
    template <typename Look>
    void for_each_chunk(Look look) {
        for (std::size_t first = 0; first < size_; first += per_chunk)
            look(std::span<T>(chunks_[first / per_chunk], std::min(per_chunk, size_ - first)));
    }

    void pop_back() {
        assert(size_ > 0);
        --size_;
        std::destroy_at(place(size_));
    }

    void clear() {
        if constexpr (std::is_trivially_destructible_v<T>) {
            size_ = 0;
        } else {
            while (size_ > 0) pop_back();
        }
    }

  private:
    T* place(std::size_t index) const { return &chunks_[index / per_chunk][index % per_chunk]; }

    void add_chunk() {
        chunks_.reserve(chunks_.size() + 1);
        chunks_.push_back(static_cast<T*>(detail::allocate_chunk(chunk_bytes, seldom_read && chunks_.empty())));
    }

    static constexpr std::size_t per_chunk = std::bit_floor((std::size_t{32} << 20) / sizeof(T) + 1);
    static constexpr std::size_t chunk_bytes = per_chunk * sizeof(T);
    static_assert(alignof(T) <= 64);

    std::vector<T*> chunks_;
    std::size_t size_ = 0;
    std::size_t most_ = 0;
};

}  // namespace playout
