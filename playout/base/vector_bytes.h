// What vectors take, and what they will.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace playout {

template <typename T>
std::int64_t bytes_of(const std::vector<T>& items) {
    return static_cast<std::int64_t>(items.capacity() * sizeof(T));
}

// What the vector takes more when it grows to that size one by one. The old elements, which stand beside the
// new ones for a moment, are part of it, since the system gives pages only as they are written.
template <typename T>
std::int64_t growth_to(const std::vector<T>& items, std::size_t size) {
    if (size <= items.capacity()) return 0;
    return static_cast<std::int64_t>((std::max(size, 2 * items.capacity()) - items.capacity()) * sizeof(T));
}
template <typename T>
std::int64_t growth_of(const std::vector<T>& items, std::size_t more) {
    return growth_to(items, items.size() + more);
}

}  // namespace playout
