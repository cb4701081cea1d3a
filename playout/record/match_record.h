// The record of a match: the rules, what everybody was allowed, and what came of it. Its text form is one JSON
// object (docs/record.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "playout/record/json.h"

namespace playout {

inline constexpr int match_format = 1;  // of the text that is written

struct MatchClocks {
    double start_seconds = 0;  // before the first move
    double move_seconds = 1;
};

struct MatchLimits {
    std::int64_t max_steps = 1000;                // then the match is cut
    std::optional<std::int64_t> playouts = {};    // a move; none: as time allows
    std::int64_t memory = std::int64_t{1} << 30;  // bytes that a player may keep
    double load_seconds = 60;                     // for reading and grounding the rules
    std::int64_t load_memory = std::int64_t{4} << 30;
};

// What a player got wrong; a random legal move takes the place of each.
struct MatchFaults {
    std::int64_t late = 0, unreachable = 0, illegal = 0;
};

struct MatchSeat {
    std::string role = {}, player = {};
    std::optional<int> goal = {};  // at the end
    std::int64_t choices = 0;      // moves that it chose from several
    std::int64_t playouts = 0;
    double longest_seconds = 0;  // for an answer
    MatchFaults faults = {};
    double latest_seconds = 0;   // beyond its clock, where no move had come
    std::string complaint = {};  // the last one, and at which move
};

enum class MatchEnd { terminal, cut, stuck, interrupted };

std::string_view to_text(MatchEnd end);
std::optional<MatchEnd> parse_match_end(std::string_view text);

struct MatchRecord {
    std::string match;  // its name
    int format =
        match_format;        // 0: of before there was a number; nothing is known of its hash, names and limits
    std::string game;        // the file of the rules
    std::string rules_hash;  // of their text
    bool folded_names = false;  // names that differ only in case are one
    std::uint64_t seed = 1;     // of what the referee draws
    MatchClocks clocks;
    std::optional<MatchClocks> elsewhere;  // of players in other programs, where there are any
    MatchLimits limits;
    MatchEnd end = MatchEnd::terminal;
    std::vector<MatchSeat> seats;                 // by role
    std::vector<std::vector<std::string>> moves;  // by step and role; none where only the result was kept
    double seconds = 0;
    std::string version;
};

Json to_json(const MatchRecord& record);
Json to_json(const MatchFaults& faults);

// Throws InputError that names `source` and the field when a field is missing, of the wrong type or out of
// range. What else the object has is left alone.
MatchRecord parse_match_record(const Json& json, const std::string& source);

}  // namespace playout
