// A match: players at the roles of a game, a referee who knows the rules, and two clocks.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "playout/base/clock.h"
#include "playout/base/errors.h"
#include "playout/ggp/load.h"
#include "playout/players/timed_player.h"

namespace playout::players {

// The clocks of a player in another program, which may not be those of the match: others count whole seconds.
// Such a player must be ready before the first move.
struct Elsewhere {
    double start_seconds = 1, move_seconds = 1;
    double grace = 1;  // seconds beyond each that an answer may take to arrive
};

// Who sits at a role.
struct Seat {
    std::string name = {};
    TimedPlayer::Maker make = {};  // nothing: the referee draws, as for `random`
    std::optional<Elsewhere> elsewhere = {};
};

// A player elsewhere did not say that it is ready: there is no match.
class NotReady : public InputError {
  public:
    explicit NotReady(const std::string& complaint) : InputError("match", complaint) {}
};

struct MatchRules {
    double start_seconds = 0;  // before the first move
    double move_seconds = 1;
    std::int64_t max_steps = 10'000;  // then the match is cut
    std::uint64_t seed = 1;           // of what the referee draws
};

// What a player got wrong; a random legal move takes the place of each.
struct Faults {
    std::int64_t late = 0, unreachable = 0, illegal = 0;
};

struct SeatReport {
    std::string role = {}, name = {};
    std::optional<int> goal = {};  // at the end
    Faults faults = {};
    std::int64_t moves = 0;  // that it chose from several
    std::int64_t playouts = 0;
    double longest_seconds = 0;  // for an answer
    double latest_seconds = 0;   // beyond its clock, where no move had come
    std::string complaint = {};  // the last one, and at which move
};

struct MatchReport {
    enum class End { terminal, cut, stuck, interrupted };
    End end = End::terminal;
    std::vector<SeatReport> seats;                // by role
    std::vector<std::vector<std::string>> moves;  // by step and role
    double seconds = 0;
};

// `interrupted` ends it before its time. Throws NotReady.
MatchReport play_match(const ggp::RuleSheet& sheet, const std::vector<Seat>& seats, const MatchRules& rules,
                       const Clock& clock, const Over& interrupted);

// How long before the end of a clock of `seconds` a player has to stop thinking; at half of that its best
// move so far is taken.
double thinking_margin(double seconds);

}  // namespace playout::players
