// Where results go: files that are there whole or not at all, and the terminal.
#pragma once

#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "playout/base/output_file.h"
#include "playout/picture/terminal.h"

namespace playout::cli {

// A file to which runs add lines, also several at a time. A line is written at once and under a lock, so only
// the last can be cut off, when whoever wrote it was killed. Whoever comes next drops that rest.
class LineFile {
  public:
    // Makes the file where there is none. All lines begin with `head`: what does not and has no end is
    // somebody's text, and refused with InputError.
    LineFile(std::string path, std::string head);

    std::string lines() const;
    void append(const std::string& line);

  private:
    void drop_rest() const;

    std::string path_;
    std::string head_;
    Descriptor file_;
    bool regular_ = false;  // else a device or a pipe, which can only be written
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

// To standard output, at once. When that fails it is UsageError; but when the reader of a pipe has gone (`|
// head`) the program ends without a word, by SIGPIPE, as others do.
void print(const std::string& text);
bool try_print(const std::string& text);  // whether it went well; for those who go on all the same

// A stream that the caller closed gets a file that refuses to be read or written; else the next file that is
// opened would take its place, and what is meant for the screen would go there.
void reserve_standard_streams();
// Throws UsageError when what was printed did not reach its place.
void close_standard_output();

// "1234", "56.7 k", "8.9 M": a count at a glance.
std::string short_count(double count);
std::string short_bytes(double bytes);
std::string short_seconds(double seconds);

}  // namespace playout::cli
