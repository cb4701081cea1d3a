// Saves what an object knows and brings it back, by one function for both ways, so that the two cannot differ:
//
//     void archive(Archive& archive) { archive(count_, sums_, paths_); }
//
// Numbers, texts, vectors, pairs, optionals, and all that has such a function or is plain bytes. Bytes are
// those of this machine and this version of the program; what goes around them (a file's name, its version, its
// checksum) is for others (playout/record/checkpoint.h).
//
// cereal would do the same. It needs two archives of different types, hence templates where one virtual
// function serves here, and its traits take twice as long to compile (docs/dependencies.md).
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "playout/base/chunked_vector.h"

namespace playout {

// Bytes in blocks of memory: it grows without copying what it holds.
class ByteBlocks {
  public:
    ByteBlocks() = default;
    ByteBlocks(ByteBlocks&& other) noexcept;
    ByteBlocks& operator=(ByteBlocks&& other) noexcept;
    ~ByteBlocks();

    void append(const void* data, std::size_t count);
    std::uint64_t size() const { return size_; }
    // In order, one piece after the other: piece(span).
    template <typename Piece>
    void for_each(Piece piece) const {
        std::uint64_t left = size_;
        for (const char* block : blocks_) {
            const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left, block_bytes));
            if (count > 0) piece(std::span<const char>(block, count));
            left -= count;
        }
    }

  private:
    static constexpr std::size_t block_bytes = std::size_t{4} << 20;

    std::vector<char*> blocks_;
    std::uint64_t size_ = 0;
};

class Archive {
  public:
    // Saves.
    Archive() = default;
    // Loads `bytes` in all: next(room) fills the room. Errors name `source`.
    using Next = std::function<void(std::span<char> room)>;
    Archive(std::string source, std::uint64_t bytes, Next next);

    bool loading() const { return static_cast<bool>(next_); }
    bool saving() const { return !loading(); }

    template <typename... T>
    void operator()(T&... values) {
        (value(values), ...);
    }

    // As they are.
    void bytes(void* data, std::size_t count);

    // How many elements follow, each of them at least so many bytes.
    std::size_t count(std::size_t elements, std::size_t bytes_each);

    // Something that must be as it was when this was saved; `what` names it.
    template <typename T>
    void same(T value, std::string_view what) {
        T saved = value;
        (*this)(saved);
        if (!(saved == value)) fail(std::string(what) + " is another one than when it was saved");
    }

    // Throws InputError.
    [[noreturn]] void fail(const std::string& message) const;

    // What was saved.
    ByteBlocks& saved() { return saved_; }
    // Of what is loaded.
    std::uint64_t bytes_left() const { return left_; }

  private:
    template <typename T>
    static constexpr bool is_plain =
        std::is_trivially_copyable_v<T> && !std::is_pointer_v<T> && !std::is_member_pointer_v<T>;

    template <typename T>
    void value(T& one) {
        if constexpr (requires { one.archive(*this); }) {
            one.archive(*this);
        } else {
            static_assert(is_plain<T>, "this type needs a function archive(Archive&)");
            bytes(&one, sizeof one);
        }
    }
    void value(std::string& text) {
        const std::size_t length = count(text.size(), 1);
        if (loading()) text.resize(length);
        bytes(text.data(), length);
    }
    template <typename T>
    void value(std::vector<T>& list) {
        constexpr bool as_bytes = is_plain<T> && !requires(T & one) {
            one.archive(*this);
        };
        const std::size_t length = count(list.size(), as_bytes ? sizeof(T) : 1);
        if (loading()) {
            list.clear();
            list.resize(length);
        }
        if constexpr (as_bytes) {
            bytes(list.data(), length * sizeof(T));
        } else {
            for (T& one : list) value(one);
        }
    }
    template <typename First, typename Second>
    void value(std::pair<First, Second>& both) {
        (*this)(both.first, both.second);
    }
    template <typename T>
    void value(std::optional<T>& maybe) {
        bool there = maybe.has_value();
        value(there);
        if (loading()) maybe = there ? std::optional<T>(T{}) : std::nullopt;
        if (there) value(*maybe);
    }
    template <typename Value>
    void value(std::map<std::string, Value>& map) {
        const std::size_t length = count(map.size(), 1);
        if (loading()) {
            map.clear();
            for (std::size_t i = 0; i < length; ++i) {
                std::pair<std::string, Value> entry;
                value(entry);
                map.insert(std::move(entry));
            }
        } else {
            for (auto& [key, one] : map) {
                std::string name = key;
                (*this)(name, one);
            }
        }
    }
    template <typename T, bool seldom_read>
    void value(ChunkedVector<T, seldom_read>& list) {
        const std::size_t length = count(list.size(), sizeof(T));
        std::size_t most = list.most();
        value(most);
        if (loading()) list.resize(length, most);
        list.for_each_chunk([this](std::span<T> chunk) { bytes(chunk.data(), chunk.size_bytes()); });
    }

    void refill(std::size_t wanted);

    ByteBlocks saved_;
    std::string source_;
    Next next_;
    std::uint64_t left_ = 0;    // to be loaded, those in the buffer included
    std::vector<char> buffer_;  // the next of them
    std::size_t used_ = 0;      // of the buffer
};

// A table that is only looked up: the order in which it lists its entries does not come back, but the size
// that it has in memory does. (tsl::robin_map and its like.)
template <typename Map>
void archive_table(Archive& archive, Map& map) {
    std::size_t buckets = map.bucket_count();
    archive(buckets);
    const std::size_t entries = archive.count(map.size(), 1);
    if (archive.saving()) {
        for (auto entry = map.begin(); entry != map.end(); ++entry) {
            auto key = entry->first;
            archive(key, entry.value());
        }
        return;
    }
    if (buckets / 64 > archive.bytes_left() + 64) archive.fail("damaged: a table of impossible size");
    map.clear();
    map.rehash(buckets);
    for (std::size_t i = 0; i < entries; ++i) {
        typename Map::key_type key{};
        archive(key);
        archive(map[key]);
    }
}

}  // namespace playout
