// A file of results: the matches of many runs, one a line, each with a key that names all that decides it. A
// run that is told of such a file does not play again what it has.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "playout/record/match_record.h"

namespace playout {

// Whatever decides a match that is planned; its seats need only their players.
std::string key_of(const MatchRecord& planned);

// How every line begins.
inline constexpr const char* result_line_head = "{\"match\":";
// Without the moves, and with a newline at its end. One that was interrupted has no place in such a file.
std::string result_line(const MatchRecord& record);

class MatchResults {
  public:
    MatchResults() = default;
    // Throws InputError that names the line and what is wrong with it.
    MatchResults(const std::string& lines, std::string source);

    // What came of a match: the one that is planned, with its end, seats and seconds. Nothing: it was not
    // played. Throws InputError where it had another number of seats.
    std::optional<MatchRecord> find(const MatchRecord& planned) const;

  private:
    void add(const Json& json, const std::string& place);

    std::string source_;
    std::map<std::string, MatchRecord> known_;  // by key
};

}  // namespace playout
