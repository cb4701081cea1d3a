// Objects saved to memory and loaded from there, as from a file.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "playout/base/archive.h"

namespace playout {

template <typename T>
std::string saved_by_memory(T& object) {
    Archive saves;
    object.archive(saves);
    std::string text;
    saves.saved().for_each([&](std::span<const char> piece) { text.append(piece.data(), piece.size()); });
    return text;
}

// How many bytes are left then.
template <typename T>
std::uint64_t load_by_memory(T& object, const std::string& text) {
    Archive loads("memory", text.size(), [&text, at = std::size_t{0}](std::span<char> room) mutable {
        std::memcpy(room.data(), text.data() + at, room.size());
        at += room.size();
    });
    object.archive(loads);
    return loads.bytes_left();
}

}  // namespace playout
