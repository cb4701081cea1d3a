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
#include "playout/catalogue/loading.h"
#include "playout/ggp_net/server.h"
#include "playout/players/make_player.h"
#include "playout/players/tournament.h"

namespace playout {

struct TournamentMatch {
    std::string name;
    players::MatchRules rules;                         // with its own seed
    std::optional<players::Elsewhere> elsewhere = {};  // the clocks of players elsewhere, where there are any
    players::MatchReport report;
};

struct TournamentRequest {
    std::string file;                  // names the sheet
    std::vector<std::string> players;  // names, or http://HOST:PORT
    std::int64_t matches = 1;          // of every choice of players
    players::MatchRules rules;
    bool start_given = false;  // otherwise players elsewhere get 10 seconds
    // Players elsewhere are told the clocks as they are. Otherwise they get whole seconds, rounded up, and at
    // least one: many programs understand nothing else.
    bool exact_clocks = false;
    players::PlayerSettings settings;
    Loading loading;
    gdl::NameCase names = gdl::NameCase::exact;
    double prepare_seconds = 10;  // for what players share, before the first match
    // What came of a match that was played before (its seats have names only); nothing: it was not.
    std::function<std::optional<players::MatchReport>(const TournamentMatch&)> known = {};
    std::string tag;  // sets the matches of this tournament apart where players elsewhere play others too
};

// How the first of two players fared beside the second in the matches in which both played.
struct Pairing {
    std::string first, second;
    players::Standing standing;
};

struct Tournament {
    std::vector<players::Standing> standings;  // by player
    std::vector<Pairing> pairings;
    // Why there were no more matches: a player elsewhere was not ready for the next one.
    std::optional<players::NotReady> failure = {};
};

// Throws UsageError and InputError. `show` is told of every match as it ends, and whether it was known already;
// `interrupted` ends the match that is played, and there are no more.
Tournament play_tournament(std::string_view sheet, const TournamentRequest& request, const Clock& clock,
                           const std::function<bool()>& interrupted,
                           const std::function<void(const TournamentMatch&, bool was_known)>& show);

}  // namespace playout
