// The three ways in which the engine refuses. An app maps each to one exit code and prints what() as one line.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace playout {

// Bad input: an instance, a rule sheet, a record. Says where and what was expected.
class InputError : public std::runtime_error {
  public:
    InputError(const std::string& file, const std::string& message)
        : std::runtime_error(file + ": " + message) {}
    InputError(const std::string& file, std::int64_t line, const std::string& message)
        : std::runtime_error(file + ":" + std::to_string(line) + ": " + message) {}
};

// Bad usage: an unknown name or key, a value out of range, a path that cannot be written.
class UsageError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// A broken promise inside, such as a solution that does not replay. Never the user's fault.
class BugError : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

}  // namespace playout
