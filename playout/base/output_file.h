// Files that are there whole or not at all.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace playout {

// An open file, closed at the end.
class Descriptor {
  public:
    explicit Descriptor(int number = -1) : number_(number) {}
    ~Descriptor();
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept;

    int number() const { return number_; }
    bool is_open() const { return number_ >= 0; }

  private:
    int number_;
};

// A file to be written at the end of a run. The constructor finds out whether that will be possible and throws
// UsageError if not. The text goes to FILE.part, which then takes the file's name: whatever happens, a reader
// sees the old text or the new one, whole. The part is locked as long as somebody means to write it; one that
// is not was left by a run that was killed, and is used again.
class OutputFile {
  public:
    explicit OutputFile(std::string path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    // Piece by piece, and then the file takes its name; or both at once. Throws UsageError.
    void append(std::string_view piece);
    void finish();
    void write(std::string_view text) {
        append(text);
        finish();
    }

  private:
    void open_part();
    [[noreturn]] void refuse_to_write() const;

    std::string path_;
    std::string part_;      // empty: `path_` is a device or a pipe and is written directly
    Descriptor part_file_;  // or the device
    bool done_ = false;
};

namespace detail {
inline constexpr const char* part_ending = ".part";
bool write_all(int file, std::string_view text);  // false: errno says why not
bool is_regular(int file);
std::string canonical_text(const std::string& path);  // links followed, as far as it exists
// Throws UsageError with what errno says.
[[noreturn]] void refuse_to_write(const std::string& path, const std::string& more = "");
}  // namespace detail

}  // namespace playout
