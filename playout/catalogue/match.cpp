#include "playout/catalogue/match.h"

#include <fmt/format.h>

#include <algorithm>

#include "playout/base/errors.h"
#include "playout/base/hash.h"
#include "playout/gdl/expression.h"
#include "playout/ggp_net/remote_player.h"

namespace playout {
namespace {

bool is_remote(const std::string& player) {
    return player.find("://") != std::string::npos;
}

// The sheet in prefix form, a rule a line.
std::string prefix_form(std::string_view text, const std::string& file) {
    std::string rules;
    for (const gdl::Expression& rule :
         gdl::looks_infix(text) ? gdl::read_infix(text, file) : gdl::read_kif(text, file))
        rules += gdl::to_kif(rule) + "\n";
    return rules;
}

// A name for each, also where two are the same.
std::vector<players::Standing> standings_of(const std::vector<std::string>& names) {
    std::vector<players::Standing> standings;
    for (const std::string& name : names) {
        const auto before = std::count_if(standings.begin(), standings.end(), [&](const auto& one) {
            return one.name == name || one.name.starts_with(name + "#");
        });
        standings.push_back({.name = before == 0 ? name : fmt::format("{}#{}", name, before + 1)});
    }
    return standings;
}

}  // namespace

std::vector<players::Standing> play_tournament(std::string_view text, const TournamentRequest& request,
                                               const Clock& clock, const std::function<bool()>& interrupted,
                                               const std::function<void(const TournamentMatch&)>& show) {
    bool remote = false;
    for (const std::string& player : request.players) {
        is_remote(player) ? ggp_net::require_address(player) : players::require_player(player);
        if (!is_remote(player)) continue;
        remote = true;
        if (std::count(request.players.begin(), request.players.end(), player) > 1)
            throw UsageError(fmt::format("{} can play one match at a time only", player));
    }
    const double begin = clock();
    ggp::LoadLimits limits;
    limits.over = [&] { return clock() - begin > request.ground_seconds || interrupted(); };
    const ggp::RuleSheet sheet(text, request.file, limits);
    std::vector<players::Standing> standings = standings_of(request.players);
    if (interrupted()) return standings;
    sheet.require_open();
    const std::string rules = prefix_form(text, request.file);
    std::vector<std::string> roles;
    std::vector<std::size_t> played;  // the roles that need a player
    sheet.with_game([&](auto& game) {
        for (std::size_t role = 0; role < game.roles(); ++role) {
            roles.push_back(game.role_text(role));
            if (game.chance_role() != role) played.push_back(role);
        }
    });
    if (request.players.size() < played.size() || played.empty())
        throw UsageError(fmt::format("{} has {} roles to play ({}) and there are {} players", request.file,
                                     played.size(), fmt::join(roles, " "), request.players.size()));
    players::MatchRules match_rules = request.rules;
    if (!request.start_given) match_rules.start_seconds = remote ? 10 : 0;

    std::int64_t number = 0;
    for (const std::vector<std::size_t>& seated :
         players::seatings(request.players.size(), played.size(), request.matches)) {
        if (interrupted()) break;
        TournamentMatch match;
        match.name = fmt::format("playout.{}.{}", request.rules.seed, ++number);
        match_rules.seed = combine(request.rules.seed, static_cast<std::uint64_t>(number));
        match.rules = match_rules;
        std::vector<players::Seat> seats(roles.size(), {.name = "random", .make = {}});
        for (std::size_t i = 0; i < played.size(); ++i) {
            const std::string& player = request.players[seated[i]];
            players::Seat& seat = seats[played[i]];
            seat.name = standings[seated[i]].name;
            if (is_remote(player)) {
                seat.grace = ggp_net::network_grace;
                seat.make = [&, player, role = played[i],
                             name = match.name + request.tag](const players::Over&) {
                    return ggp_net::make_remote_player({player, name, roles[role], rules,
                                                        match_rules.start_seconds, match_rules.move_seconds});
                };
            } else {
                players::PlayerSettings settings = request.settings;
                settings.seed = combine(match_rules.seed, played[i]);
                seat.make = [&, player, settings, role = played[i]](const players::Over&) {
                    return players::make_player(player, sheet, role, settings);
                };
            }
        }
        match.report = players::play_match(sheet, seats, match_rules, clock, interrupted);
        players::enter_result(match.report, played, seated, standings);
        show(match);
    }
    return standings;
}

}  // namespace playout
