#include "playout/catalogue/match.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "playout/base/errors.h"
#include "playout/base/hash.h"
#include "playout/catalogue/load_limits.h"
#include "playout/gdl/expression.h"
#include "playout/ggp_net/remote_player.h"

namespace playout {
namespace {

bool is_remote(const std::string& player) {
    return player.find("://") != std::string::npos;
}

players::Elsewhere clocks_elsewhere(const players::MatchRules& rules, bool exact) {
    const auto clock = [&](double seconds) { return exact ? seconds : std::max(1.0, std::ceil(seconds)); };
    return {clock(rules.start_seconds), clock(rules.move_seconds), ggp_net::network_grace};
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

// Every two of those who played, by their own goals.
void enter_pairings(const players::MatchReport& report, const std::vector<std::size_t>& played,
                    const std::vector<std::size_t>& seated, Tournament& tournament) {
    if (report.end == players::MatchReport::End::interrupted) return;
    for (std::size_t i = 0; i < seated.size(); ++i)
        for (std::size_t j = 0; j < seated.size(); ++j) {
            const auto one = report.seats[played[i]].goal, other = report.seats[played[j]].goal;
            if (seated[i] >= seated[j] || !one || !other) continue;
            const std::string& first = tournament.standings[seated[i]].name;
            const std::string& second = tournament.standings[seated[j]].name;
            auto place =
                std::find_if(tournament.pairings.begin(), tournament.pairings.end(),
                             [&](const Pairing& pair) { return pair.first == first && pair.second == second; });
            if (place == tournament.pairings.end())
                place = tournament.pairings.insert(place, {first, second, {}});
            players::Standing& standing = place->standing;
            ++standing.matches;
            ++(*one > *other ? standing.wins : *one == *other ? standing.draws : standing.losses);
            standing.goals += *one;
        }
}

}  // namespace

Tournament play_tournament(std::string_view text, const TournamentRequest& request, const Clock& clock,
                           const std::function<bool()>& interrupted,
                           const std::function<void(const TournamentMatch&, bool was_known)>& show) {
    std::map<std::string, ggp_net::Endpoint> endpoints;
    for (const std::string& player : request.players) {
        if (!is_remote(player)) {
            players::require_player(player);
        } else if (!endpoints.emplace(player, ggp_net::endpoint_of(player)).second) {
            throw UsageError(fmt::format("{} can play one match at a time only", player));
        }
    }
    Loading loading = request.loading;
    loading.clock = clock;
    loading.stopped = interrupted;
    ggp::LoadLimits limits = load_limits(loading);
    limits.names = request.names;
    std::optional<ggp::RuleSheet> made;
    try {
        made.emplace(text, request.file, limits);
    } catch (const WorkEnded&) {
        if (!interrupted()) throw;
        return {.standings = standings_of(request.players), .pairings = {}};
    }
    const ggp::RuleSheet& sheet = *made;
    sheet.require_open();
    const std::string rules = prefix_form(text, request.file);
    std::vector<std::string> roles;
    std::vector<std::size_t> played;  // the roles that need a player
    sheet.with_game(
        [&](auto& game) {
            for (std::size_t role = 0; role < game.roles(); ++role) {
                roles.push_back(game.role_text(role));
                if (game.chance_role() != role) played.push_back(role);
                game.legal(role);
            }
            game.terminal();  // rules that cannot tell the first state in time make no match
        },
        Watch(limits.stop));
    std::vector<std::string> names = request.players;
    if (played.empty() || (names.size() < played.size() && is_remote(names.back())))
        throw UsageError(fmt::format("{} has {} roles to play ({}) and there are {} players", request.file,
                                     played.size(), fmt::join(roles, " "), names.size()));
    while (names.size() < played.size()) names.push_back(names.back());  // as in 004, Table 3, note 5
    Tournament tournament{.standings = standings_of(names), .pairings = {}};
    std::vector<players::Standing>& standings = tournament.standings;
    players::MatchRules match_rules = request.rules;
    if (!request.start_given) match_rules.start_seconds = endpoints.empty() ? 0 : 10;
    const players::Elsewhere clocks = clocks_elsewhere(match_rules, request.exact_clocks);

    players::PlayerSettings all_settings = request.settings;
    all_settings.clock = clock;
    all_settings.rounds = std::make_shared<players::SharedRounds>();
    const double loaded = clock();
    const auto prepared = [&] { return clock() - loaded > request.prepare_seconds; };
    try {
        for (const std::string& player : request.players)
            if (!is_remote(player)) players::prepare_shared(player, sheet, all_settings, prepared, interrupted);
    } catch (const WorkEnded&) {
        if (!interrupted()) throw;
        return tournament;
    }

    std::int64_t number = 0;
    for (const std::vector<std::size_t>& seated :
         players::seatings(names.size(), played.size(), request.matches)) {
        if (interrupted()) break;
        TournamentMatch match;
        // The same draws until everybody has sat in every seat, so that luck is nobody's.
        const std::int64_t turn = number % request.matches % static_cast<std::int64_t>(played.size());
        match.name = fmt::format("playout.{}.{}", request.rules.seed, ++number);
        match_rules.seed = combine(request.rules.seed, static_cast<std::uint64_t>(number - turn));
        const std::uint64_t players_seed = combine(request.rules.seed, static_cast<std::uint64_t>(number));
        match.rules = match_rules;
        if (!endpoints.empty()) match.elsewhere = clocks;
        std::vector<players::Seat> seats(roles.size(), {.name = "random", .make = {}});
        for (std::size_t i = 0; i < played.size(); ++i) {
            const std::string& player = names[seated[i]];
            players::Seat& seat = seats[played[i]];
            seat.name = standings[seated[i]].name;
            if (is_remote(player)) {
                seat.elsewhere = clocks;
                seat.make = [&, player, role = played[i], name = match.name + request.tag](const Over&,
                                                                                           const Over&) {
                    return ggp_net::make_remote_player({endpoints.at(player), name, roles[role], rules,
                                                        clocks.start_seconds, clocks.move_seconds});
                };
            } else {
                players::PlayerSettings settings = all_settings;
                settings.seed = combine(players_seed, played[i]);
                seat.make = [&, player, settings, role = played[i]](const Over& over, const Over& stopped) {
                    return players::make_player(player, sheet, role, settings, over, stopped);
                };
            }
        }
        for (std::size_t role = 0; role < roles.size(); ++role)
            match.report.seats.push_back({.role = roles[role], .name = seats[role].name});
        const auto known = request.known ? request.known(match) : std::nullopt;
        try {
            match.report = known ? *known : players::play_match(sheet, seats, match_rules, clock, interrupted);
        } catch (const players::NotReady& error) {
            tournament.failure = error;
            break;
        }
        players::enter_result(match.report, played, seated, standings);
        enter_pairings(match.report, played, seated, tournament);
        show(match, known.has_value());
    }
    return tournament;
}

}  // namespace playout
