// Reading text that a user wrote: files, numbers, sizes and names, each with an error that says what was
// expected.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace playout {

// The whole file ("-" is standard input). Throws InputError when it cannot be read, is a directory, is empty,
// holds a NUL byte (a binary file) or is larger than a gigabyte.
std::string read_text_file(const std::string& path);

// The whole text must be one number; nothing else is accepted, not even blanks.
std::optional<std::int64_t> parse_integer(std::string_view text);
std::optional<std::uint64_t> parse_unsigned(std::string_view text);
std::optional<double> parse_real(std::string_view text);  // finite only

// "200M", "4G", "65536": bytes, with K M G T as powers of 1024.
std::optional<std::int64_t> parse_bytes(std::string_view text);

// One letter of a text in UTF-8. A byte that belongs to none is a letter of its own with the code `no_letter`.
struct Letter {
    char32_t code;
    std::size_t bytes;
};
inline constexpr char32_t no_letter = 0xFFFFFFFF;
Letter letter_at(std::string_view text, std::size_t at);

// What a terminal obeys instead of showing it: controls, DEL among them, those of Latin-1, other ends of lines,
// and what turns the direction of writing.
bool is_control(char32_t code);
bool has_control(std::string_view text);

// The text as it can be shown on one line: every control, and every byte that is no letter, as a question mark.
std::string printable(std::string_view text);

// The same of at most `limit` bytes, for an error message; "..." stands for the rest.
std::string excerpt(std::string_view text, std::size_t limit = 24);

// The name nearest to a mistyped one, or nothing when none is near.
std::optional<std::string> nearest_name(std::string_view word, std::span<const std::string> names);

// "unknown WHAT 'WORD'; did you mean 'NAME'?", or the names there are.
std::string unknown_name(std::string_view what, std::string_view word, std::span<const std::string> names);

// A double as a user would write it: no trailing zeros, integers without a point, and it reads back exactly.
std::string number_text(double number);

// Reads blank-separated words and knows on which line each stood.
class Scanner {
  public:
    Scanner(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {}

    // The next word; `what` names it in the error when there is none.
    std::string_view word(std::string_view what);
    // The next word as a number in lowest .. highest.
    std::int64_t integer(std::string_view what, std::int64_t lowest, std::int64_t highest);
    double real(std::string_view what, double lowest, double highest);

    bool at_end();
    // Throws unless nothing but blanks is left.
    void expect_end();
    [[noreturn]] void fail(const std::string& message) const;
    std::int64_t line() const { return line_; }

  private:
    void skip_blanks();

    std::string_view text_;
    std::string file_;
    std::size_t position_ = 0;
    std::int64_t line_ = 1;
};

}  // namespace playout
