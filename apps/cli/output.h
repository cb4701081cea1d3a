// Where results go: files that are there whole or not at all, and the terminal.
#pragma once

#include <cstdio>
#include <string>

#include "playout/picture/terminal.h"

namespace playout::cli {

// A file to be written at the end of a run. The constructor finds out whether that will be possible and throws
// UsageError if not. The text goes to a file beside it that then takes its name, so a reader never sees half of
// it.
class OutputFile {
  public:
    explicit OutputFile(std::string path);  // an empty path: nothing is wanted, and write() does nothing
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    bool wanted() const { return !path_.empty(); }
    void write(const std::string& text);

  private:
    std::string path_;
    std::string part_;  // empty: `path_` is a device or a pipe and is written directly
    bool done_ = false;
};

// What the stream's terminal can show; no colours when it is not one or NO_COLOR is set.
Terminal terminal_of(std::FILE* stream);
bool is_terminal(std::FILE* stream);

void print(const std::string& text);  // to standard output

// "1234", "56.7 k", "8.9 M": a count at a glance.
std::string short_count(double count);
std::string short_bytes(double bytes);
std::string short_seconds(double seconds);

}  // namespace playout::cli
