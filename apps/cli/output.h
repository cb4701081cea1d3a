// Where results go: files that are there whole or not at all, and the terminal.
#pragma once

#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "playout/picture/terminal.h"

namespace playout::cli {

// A file to be written at the end of a run. The constructor finds out whether that will be possible and throws
// UsageError if not. The text goes to a file beside it that then takes its name, so a reader never sees half of
// it.
class OutputFile {
  public:
    explicit OutputFile(std::string path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(const std::string& text);

  private:
    std::string path_;
    std::string part_;  // empty: `path_` is a device or a pipe and is written directly
    bool done_ = false;
};

// The files that a run is asked to write, by option. Two of them must not be one, nor the instance itself. When
// one cannot be written in the end, the others are written all the same.
class OutputFiles {
  public:
    // Options with an empty path are not wanted.
    OutputFiles(const std::map<std::string, std::string>& paths, const std::string& instance);

    // Does nothing when the option is not wanted; what goes wrong is kept for report_failures.
    void write(const std::string& option, const std::function<std::string()>& text);
    // Throws UsageError when anything could not be written.
    void report_failures() const;

  private:
    std::map<std::string, std::unique_ptr<OutputFile>> files_;
    std::vector<std::string> failures_;
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
