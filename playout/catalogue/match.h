// Matches for the apps: what `playout match` does.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "playout/base/clock.h"
#include "playout/base/errors.h"
#include "playout/base/watch.h"
#include "playout/gdl/spelling.h"
#include "playout/record/match_results.h"
#include "playout/record/standings.h"

namespace playout {

struct TournamentRequest {
    std::string file;                  // names the sheet
    std::vector<std::string> players;  // names, or http://HOST:PORT
    std::int64_t matches = 1;          // of every choice of players
    std::uint64_t seed = 1;
    double move_seconds = 1;
    std::optional<double> start_seconds = {};  // nothing: none, or 10 where somebody plays elsewhere
    // Players elsewhere are told the clocks as they are. Otherwise they get whole seconds, rounded up, and at
    // least one: many programs understand nothing else.
    bool exact_clocks = false;
    MatchLimits limits = {};
    gdl::NameCase names = gdl::NameCase::exact;
    double prepare_seconds = 10;            // for what players share, before the first match
    const MatchResults* results = nullptr;  // of matches that are not played again
    std::string tag = {};  // sets the matches of this tournament apart where players elsewhere play others too
};

struct Tournament {
    Standings standings;
    // Why there were no more matches: a player elsewhere was not ready for the next one.
    std::optional<InputError> failure = {};
};

// Throws UsageError and InputError. `show` is told of every match as it ends, and whether it was known already;
// `interrupted` ends the match that is played, and there are no more.
Tournament play_tournament(std::string_view rules, const TournamentRequest& request, const Clock& clock,
                           const Over& interrupted,
                           const std::function<void(const MatchRecord&, bool was_known)>& show);

}  // namespace playout
