// The ways in which the engine refuses. An app maps each to one exit code and prints what() as one line.
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

// A broken promise inside. Never the fault of who runs the program.
class BugError : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

// A problem that does not keep the contract of its states (playout/problem/state.h): says which method, after
// which move, and the two things that do not fit together.
class ContractError : public BugError {
  public:
    using BugError::BugError;
};

}  // namespace playout
