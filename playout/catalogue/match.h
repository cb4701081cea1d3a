// Matches and players on the network for the apps: what `playout match` and `playout player` do.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "playout/base/clock.h"
#include "playout/ggp_net/server.h"
#include "playout/players/tournament.h"

namespace playout {

struct TournamentRequest {
    std::string file;                  // names the sheet
    std::vector<std::string> players;  // names, or http://HOST:PORT
    std::int64_t matches = 1;          // of every choice of players
    players::MatchRules rules;
    bool start_given = false;  // otherwise players elsewhere get 10 seconds
    players::PlayerSettings settings;
    double ground_seconds = 45;
    std::string tag;  // sets the matches of this tournament apart where players elsewhere play others too
};

struct TournamentMatch {
    std::string name;
    players::MatchRules rules;  // with its own seed
    players::MatchReport report;
};

// Throws UsageError and InputError. `show` is told of every match as it ends; `interrupted` ends the match that
// is played, and there are no more.
std::vector<players::Standing> play_tournament(std::string_view sheet, const TournamentRequest& request,
                                               const Clock& clock, const std::function<bool()>& interrupted,
                                               const std::function<void(const TournamentMatch&)>& show);

}  // namespace playout
