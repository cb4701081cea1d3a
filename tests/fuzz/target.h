// A fuzz target is a function that takes any text at all: FUZZ_TARGET(network) { ... text ... } in
// tests/fuzz/network_fuzz.cpp, with a few texts to begin with in tests/fuzz/corpus/network/. tools/fuzz runs it
// under libFuzzer, one program a target; the test of the corpus links all of them and runs them over it.
//
// A target asks more than that nothing crashes: what is read and written reads back the same, what is accepted
// can be played, what is refused is refused by an InputError or a UsageError. Any other exception is a finding.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "playout/base/errors.h"

namespace playout::fuzz {

struct Target {
    std::string name;
    void (*run)(std::string_view text);
};

// Those of the program, in no particular order.
inline std::vector<Target>& targets() {
    static std::vector<Target> all;
    return all;
}

struct Registered {
    Registered(std::string name, void (*run)(std::string_view)) { targets().push_back({std::move(name), run}); }
};

// A property that does not hold.
class Broken : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

inline void require(bool holds, const std::string& what) {
    if (!holds) throw Broken(what);
}

// What the reader makes of the text, or nothing where it refuses.
template <typename Read>
auto read_or_refuse(Read read) -> std::optional<decltype(read())> {
    try {
        return read();
    } catch (const InputError&) {
    } catch (const UsageError&) {
    }
    return std::nullopt;
}

// A text in two parts: what comes before a line that says `moves`, and the lines after it.
struct InstanceAndMoves {
    std::string instance;
    std::vector<std::string> moves;
};

inline InstanceAndMoves split_at_moves(std::string_view text) {
    constexpr std::string_view line = "\nmoves\n";
    InstanceAndMoves parts;
    const std::size_t place = text.find(line);
    parts.instance = text.substr(0, place);
    if (place == std::string_view::npos) return parts;
    text.remove_prefix(place + line.size());
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        parts.moves.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

}  // namespace playout::fuzz

#define FUZZ_TARGET(name)                                                           \
    static void name##_target(std::string_view text);                               \
    static const playout::fuzz::Registered name##_registered(#name, name##_target); \
    static void name##_target(std::string_view text)
