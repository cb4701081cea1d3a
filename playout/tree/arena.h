// Room for the nodes of a tree: blocks of neighbours, so that a node's children lie side by side, taken from
// one growing store and given back for others to use. No allocation per node, and nothing ever moves by itself.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "playout/base/archive.h"
#include "playout/base/chunked_vector.h"

namespace playout {

// Capacities of blocks: 1, 2, 3, 4, 6, 8, 12, 16, 24, ...; what a block wastes is a third at most.
struct BlockSize {
    static constexpr int kinds = 34;
    static constexpr std::uint32_t capacity(int kind) {
        if (kind < 2) return static_cast<std::uint32_t>(kind) + 1;
        return (kind % 2 == 0 ? 3u : 4u) << ((kind - 2) / 2);
    }
    // The smallest that holds `count`.
    static constexpr int for_count(std::uint32_t count) {
        int kind = count < 4 ? 0 : 2 * static_cast<int>(std::bit_width(count)) - 6;
        while (capacity(kind) < count) ++kind;
        return kind;
    }
};

template <typename Node>
class Arena {
    static_assert(std::is_trivially_copyable_v<Node> && sizeof(Node) >= sizeof(std::uint32_t));

  public:
    using Index = std::uint32_t;
    static constexpr Index none = std::numeric_limits<Index>::max();

    Arena() { free_.fill(none); }

    Node& operator[](Index index) { return nodes_[index]; }
    const Node& operator[](Index index) const { return nodes_[index]; }

    // The first node of a block of BlockSize::capacity(kind) nodes, whose content is undefined; none: there is
    // no room, since the store may not take more than `max_bytes`.
    Index take(int kind, std::int64_t max_bytes) {
        assert(kind >= 0 && kind < BlockSize::kinds);
        if (free_[at(kind)] != none) return pop(kind);
        const auto count = static_cast<std::int64_t>(BlockSize::capacity(kind));
        const auto size = static_cast<std::int64_t>(nodes_.size());
        if (bytes_of(size + count) <= max_bytes && size + 2 * count < none)
            return static_cast<Index>(nodes_.grow(static_cast<std::size_t>(count)));
        return take_part(kind);
    }

    // One that was taken with this kind, and nobody looks at any more.
    void give_back(Index block, int kind) {
        assert(kind >= 0 && kind < BlockSize::kinds);
        assert(block + std::size_t{BlockSize::capacity(kind)} <= nodes_.size() && block != free_[at(kind)]);
        std::memcpy(static_cast<void*>(&nodes_[block]), &free_[at(kind)], sizeof(Index));
        free_[at(kind)] = block;
    }

    void clear() {
        nodes_.clear();
        free_.fill(none);
    }

    void archive(Archive& archive) { archive(nodes_, free_); }

    // What it takes from the system.
    std::int64_t bytes() const { return nodes_.bytes(); }
    // Every index is below.
    std::size_t size() const { return nodes_.size(); }

  private:
    static std::size_t at(int kind) { return static_cast<std::size_t>(kind); }
    static std::int64_t bytes_of(std::int64_t nodes) { return nodes * static_cast<std::int64_t>(sizeof(Node)); }

    Index pop(int kind) {
        const Index block = free_[at(kind)];
        std::memcpy(&free_[at(kind)], static_cast<const void*>(&nodes_[block]), sizeof(Index));
        return block;
    }

    // Cuts the smallest free block that is larger.
    Index take_part(int kind) {
        for (int larger = kind + 1; larger < BlockSize::kinds; ++larger) {
            if (free_[at(larger)] == none) continue;
            const Index block = pop(larger);
            give_back_all(block + BlockSize::capacity(kind),
                          BlockSize::capacity(larger) - BlockSize::capacity(kind));
            return block;
        }
        return none;
    }

    void give_back_all(Index first, std::uint32_t count) {
        while (count > 0) {
            int kind = BlockSize::for_count(count);
            if (BlockSize::capacity(kind) > count) --kind;
            give_back(first, kind);
            first += BlockSize::capacity(kind);
            count -= BlockSize::capacity(kind);
        }
    }

    ChunkedVector<Node> nodes_;
    std::array<Index, BlockSize::kinds> free_{};  // lists: the first of each kind; a free block holds the next
};

}  // namespace playout
