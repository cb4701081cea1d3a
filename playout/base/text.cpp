#include "playout/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>

#include "playout/base/errors.h"

namespace playout {
namespace {

constexpr std::int64_t largest_file = std::int64_t{1} << 30;

bool is_blank(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r' || letter == '\f' ||
           letter == '\v';
}

// The whole text must be the number.
template <typename T>
std::optional<T> parse_whole(std::string_view text) {
    T number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::string read_stream(std::istream& stream, const std::string& path) {
    std::string text;
    std::vector<char> block(1 << 16);
    while (stream.read(block.data(), static_cast<std::streamsize>(block.size())) || stream.gcount() > 0) {
        text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
        if (static_cast<std::int64_t>(text.size()) > largest_file)
            throw InputError(path, "larger than a gigabyte");
    }
    if (stream.bad()) throw InputError(path, fmt::format("cannot be read: {}", std::strerror(errno)));
    return text;
}

// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
std::size_t edit_distance(std::string_view left, std::string_view right) {
    std::vector<std::vector<std::size_t>> cost(left.size() + 1, std::vector<std::size_t>(right.size() + 1));
    for (std::size_t i = 0; i <= left.size(); ++i) {
        for (std::size_t j = 0; j <= right.size(); ++j) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            const bool same = left[i - 1] == right[j - 1];
            cost[i][j] =
                std::min({cost[i - 1][j - 1] + (same ? 0 : 1), cost[i - 1][j] + 1, cost[i][j - 1] + 1});
            if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1])
                cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    }
    return cost[left.size()][right.size()];
}

}  // namespace

std::string read_text_file(const std::string& path) {
    std::string text;
    const std::string name = path == "-" ? "standard input" : path;
    if (path == "-") {
        text = read_stream(std::cin, name);
    } else {
        std::error_code ignored;
        if (std::filesystem::is_directory(path, ignored)) throw InputError(path, "is a directory, not a file");
        std::ifstream file(path, std::ios::binary);
        if (!file) throw InputError(path, fmt::format("cannot be opened: {}", std::strerror(errno)));
        text = read_stream(file, name);
    }
    if (std::all_of(text.begin(), text.end(), is_blank)) throw InputError(name, "is empty");
    if (text.find('\0') != std::string::npos) throw InputError(name, "is a binary file, expected text");
    return text;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
    return parse_whole<std::int64_t>(text);
}

std::optional<std::uint64_t> parse_unsigned(std::string_view text) {
    return parse_whole<std::uint64_t>(text);
}

std::optional<double> parse_real(std::string_view text) {
    const auto number = parse_whole<double>(text);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

std::optional<std::int64_t> parse_bytes(std::string_view text) {
    if (text.empty()) return std::nullopt;
    constexpr std::string_view units = "KMGT";
    const auto unit = units.find(static_cast<char>(std::toupper(static_cast<unsigned char>(text.back()))));
    if (unit != std::string_view::npos) text.remove_suffix(1);
    const auto number = parse_real(text);
    const double scale = unit == std::string_view::npos ? 1 : std::pow(1024.0, static_cast<double>(unit + 1));
    if (!number || *number < 0 || *number * scale > 0x1p62) return std::nullopt;
    return static_cast<std::int64_t>(*number * scale);
}

Letter letter_at(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(at);
    if (first < 0x80) return {first, 1};
    const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || at + bytes > text.size()) return {no_letter, 1};
    char32_t code = first & (0x7FU >> bytes);
    for (std::size_t i = at + 1; i < at + bytes; ++i) {
        if ((byte(i) & 0xC0U) != 0x80) return {no_letter, 1};
        code = code << 6 | (byte(i) & 0x3FU);
    }
    constexpr std::array<char32_t, 5> lowest = {0, 0, 0x80, 0x800, 0x10000};
    const bool half = code >= 0xD800 && code <= 0xDFFF;  // of a pair in UTF-16
    if (code < lowest[bytes] || code > 0x10FFFF || half) return {no_letter, 1};
    return {code, bytes};
}

bool is_control(char32_t code) {
    return code < ' ' || (code >= 0x7F && code < 0xA0) || code == 0x200E || code == 0x200F ||
           (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

bool has_control(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const Letter letter = letter_at(text, at);
        if (is_control(letter.code)) return true;
        at += letter.bytes;
    }
    return false;
}

std::string printable(std::string_view text) {
    return excerpt(text, text.size());
}

std::string excerpt(std::string_view text, std::size_t limit) {
    std::string shown;
    for (std::size_t at = 0; at < text.size();) {
        const Letter letter = letter_at(text, at);
        const bool hidden = letter.code == no_letter || is_control(letter.code);
        if (at + letter.bytes > limit) return shown + "...";
        shown += hidden ? "?" : text.substr(at, letter.bytes);
        at += letter.bytes;
    }
    return shown;
}

std::optional<std::string> nearest_name(std::string_view word, std::span<const std::string> names) {
    std::optional<std::string> nearest;
    if (word.size() > 64) return nearest;
    std::size_t best = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string& name : names) {
        const std::size_t distance = edit_distance(word, name);
        if (distance < best) {
            best = distance;
            nearest = name;
        }
    }
    return nearest;
}

std::string unknown_name(std::string_view what, std::string_view word, std::span<const std::string> names) {
    std::string message = fmt::format("unknown {} '{}'", what, excerpt(word));
    if (const auto near = nearest_name(word, names))
        return message + fmt::format("; did you mean '{}'?", *near);
    if (names.empty()) return message + "; there are none";
    return message + fmt::format("; expected one of: {}", fmt::join(names, " "));
}

std::string number_text(double number) {
    if (number == std::floor(number) && std::abs(number) < 0x1p53)
        return fmt::format("{}", static_cast<std::int64_t>(number));
    return fmt::format("{}", number);
}

void Scanner::fail(const std::string& message) const {
    throw InputError(file_, line_, message);
}

void Scanner::skip_blanks() {
    while (position_ < text_.size() && is_blank(text_[position_])) {
        if (text_[position_] == '\n') ++line_;
        ++position_;
    }
}

bool Scanner::at_end() {
    skip_blanks();
    return position_ == text_.size();
}

void Scanner::expect_end() {
    if (!at_end()) fail(fmt::format("expected the end of the text, found '{}'", excerpt(word("word"))));
}

std::string_view Scanner::word(std::string_view what) {
    if (at_end()) fail(fmt::format("expected {}, found the end of the text", what));
    const std::size_t start = position_;
    while (position_ < text_.size() && !is_blank(text_[position_])) ++position_;
    return text_.substr(start, position_ - start);
}

std::int64_t Scanner::integer(std::string_view what, std::int64_t lowest, std::int64_t highest) {
    const std::string_view found = word(what);
    const auto number = parse_integer(found);
    if (!number || *number < lowest || *number > highest)
        fail(fmt::format("expected {} ({} to {}), found '{}'", what, lowest, highest, excerpt(found)));
    return *number;
}

double Scanner::real(std::string_view what, double lowest, double highest) {
    const std::string_view found = word(what);
    const auto number = parse_real(found);
    if (!number || *number < lowest || *number > highest)
        fail(fmt::format("expected {} ({} to {}), found '{}'", what, number_text(lowest), number_text(highest),
                         excerpt(found)));
    return *number;
}

}  // namespace playout
