#include "playout/base/archive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>

#include <tsl/robin_map.h>

#include "playout/base/errors.h"

namespace playout {
namespace {

struct Part {
    int number = 0;
    std::string text;
    void archive(Archive& archive) { archive(number, text); }
    bool operator==(const Part&) const = default;
};

struct Everything {
    double real = 0;
    std::vector<std::uint32_t> numbers;
    std::vector<Part> parts;
    std::optional<Part> maybe, nothing;
    std::pair<int, std::string> both;
    std::map<std::string, std::string> names;

    void archive(Archive& archive) { archive(real, numbers, parts, maybe, nothing, both, names); }
    bool operator==(const Everything&) const = default;
};

Everything example() {
    return {.real = 0.1,
            .numbers = {1, 2, 3},
            .parts = {{1, "one"}, {2, std::string(100'000, 'x')}},
            .maybe = Part{3, ""},
            .nothing = {},
            .both = {7, "seven"},
            .names = {{"a", "b"}, {"c", ""}}};
}

std::string saved(Archive& archive) {
    std::string text;
    archive.saved().for_each([&](std::span<const char> piece) { text.append(piece.data(), piece.size()); });
    return text;
}

// Hands the text out as the archive asks for it.
Archive reading(const std::string& text) {
    return Archive("test", text.size(), [text, at = std::size_t{0}](std::span<char> room) mutable {
        std::memcpy(room.data(), text.data() + at, room.size());
        at += room.size();
    });
}

TEST(Archive, BringsBackWhatWasSaved) {
    Archive saves;
    Everything one = example();
    saves(one);
    Archive loads = reading(saved(saves));
    Everything other;
    other.nothing = Part{};
    other.numbers = {9};
    loads(other);
    EXPECT_EQ(one, other);
    EXPECT_EQ(loads.bytes_left(), 0u);
}

TEST(Archive, RefusesWhatEndsTooEarlyOrPromisesTooMuch) {
    Archive saves;
    Everything one = example();
    saves(one);
    const std::string text = saved(saves);
    for (std::size_t length = 0; length < text.size(); length += length < 200 ? 1 : 9973) {
        Archive loads = reading(text.substr(0, length));
        Everything other;
        EXPECT_THROW(loads(other), InputError) << length;
    }
    std::string large = text;
    large[8 + 6] = 1;  // a vector of 2^48 numbers
    Archive loads = reading(large);
    Everything other;
    EXPECT_THROW(loads(other), InputError);
}

TEST(Archive, SaysWhatIsNotTheSame) {
    Archive saves;
    saves.same(7, "the answer");
    const std::string text = saved(saves);
    reading(text).same(7, "the answer");
    EXPECT_THROW(reading(text).same(8, "the answer"), InputError);
}

TEST(Archive, KeepsTheSizeOfATable) {
    tsl::robin_map<std::uint64_t, int> map, other;
    for (std::uint64_t i = 0; i < 1000; ++i) map[i * i] = static_cast<int>(i);
    for (std::uint64_t i = 10; i < 1000; ++i) map.erase(i * i);
    Archive saves;
    archive_table(saves, map);
    Archive loads = reading(saved(saves));
    archive_table(loads, other);
    EXPECT_EQ(map, other);
    EXPECT_EQ(map.bucket_count(), other.bucket_count());
}

TEST(Archive, KeepsVectorsInChunks) {
    ChunkedVector<std::uint64_t> list, other;
    constexpr std::size_t count = 5'000'000;  // more than a chunk
    for (std::size_t i = 0; i < count + 100; ++i) list.emplace_back(i * i);
    for (int i = 0; i < 100; ++i) list.pop_back();
    Archive saves;
    saves(list);
    Archive loads = reading(saved(saves));
    loads(other);
    ASSERT_EQ(other.size(), count);
    EXPECT_EQ(other.bytes(), list.bytes());
    for (std::size_t i = 0; i < count; i += 999) EXPECT_EQ(other[i], list[i]);
    EXPECT_EQ(other.back(), list.back());
}

}  // namespace
}  // namespace playout
