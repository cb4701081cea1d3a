#include "playout/catalogue/match.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "playout/base/hash.h"
#include "playout/base/version.h"
#include "playout/catalogue/load_limits.h"
#include "playout/gdl/expression.h"
#include "playout/ggp_net/remote_player.h"
#include "playout/players/make_player.h"
#include "playout/players/match.h"
#include "playout/players/seatings.h"

namespace playout {
namespace {

bool is_remote(const std::string& player) {
    return player.find("://") != std::string::npos;
}

using Endpoints = std::map<std::string, ggp_net::Endpoint>;  // by player

// Of those who play elsewhere; whoever plays here must be known.
Endpoints require_players(const std::vector<std::string>& players) {
    Endpoints endpoints;
    for (const std::string& player : players) {
        if (!is_remote(player)) {
            players::require_player(player);
        } else if (!endpoints.emplace(player, ggp_net::endpoint_of(player)).second) {
            throw UsageError(fmt::format("{} can play one match at a time only", player));
        }
    }
    return endpoints;
}

ggp::LoadLimits load_limits_of(const TournamentRequest& request, const Clock& clock, const Over& interrupted) {
    ggp::LoadLimits limits = load_limits({.seconds = request.limits.load_seconds,
                                          .memory = request.limits.load_memory,
                                          .stopped = interrupted,
                                          .clock = clock});
    limits.names = request.names;
    return limits;
}

// Nothing where that was interrupted.
std::optional<ggp::RuleSheet> load_rules(std::string_view text, const std::string& file,
                                         const ggp::LoadLimits& limits, const Over& interrupted) {
    try {
        return ggp::RuleSheet(text, file, limits);
    } catch (const WorkEnded&) {
        if (!interrupted()) throw;
        return std::nullopt;
    }
}

// The sheet in prefix form, a rule a line.
std::string prefix_form(std::string_view text, const std::string& file) {
    std::string rules;
    for (const gdl::Expression& rule :
         gdl::looks_infix(text) ? gdl::read_infix(text, file) : gdl::read_kif(text, file))
        rules += gdl::to_kif(rule) + "\n";
    return rules;
}

struct Roles {
    std::vector<std::string> names;
    std::vector<std::size_t> played;  // those that need a player
};

// Rules that cannot tell the first state in time make no match.
Roles roles_of(const ggp::RuleSheet& sheet, const Over& over) {
    Roles roles;
    sheet.with_game(
        [&](auto& game) {
            for (std::size_t role = 0; role < game.roles(); ++role) {
                roles.names.push_back(game.role_text(role));
                if (game.chance_role() != role) roles.played.push_back(role);
                game.legal(role);
            }
            game.terminal();
        },
        Watch(over));
    return roles;
}

// As many players as there are seats, or more.
std::vector<std::string> enough_players(const TournamentRequest& request, const Roles& roles) {
    std::vector<std::string> players = request.players;
    if (roles.played.empty() || (players.size() < roles.played.size() && is_remote(players.back())))
        throw UsageError(fmt::format("{} has {} roles to play ({}) and there are {} players", request.file,
                                     roles.played.size(), fmt::join(roles.names, " "), players.size()));
    while (players.size() < roles.played.size())
        players.push_back(players.back());  // as in Koriche et al. 2016, Table 3, note 5
    return players;
}

MatchClocks clocks_of(const TournamentRequest& request, bool somebody_elsewhere) {
    return {request.start_seconds.value_or(somebody_elsewhere ? 10 : 0), request.move_seconds};
}

MatchClocks clocks_elsewhere(const MatchClocks& clocks, bool exact) {
    const auto told = [&](double seconds) { return exact ? seconds : std::max(1.0, std::ceil(seconds)); };
    return {told(clocks.start_seconds), told(clocks.move_seconds)};
}

// What is the same in all records of a tournament.
MatchRecord record_of(std::string_view text, const TournamentRequest& request, bool somebody_elsewhere) {
    MatchRecord record;
    record.game = request.file;
    record.rules_hash = to_hex(hash_text(text));
    record.folded_names = request.names == gdl::NameCase::folded;
    record.clocks = clocks_of(request, somebody_elsewhere);
    if (somebody_elsewhere) record.elsewhere = clocks_elsewhere(record.clocks, request.exact_clocks);
    record.limits = request.limits;
    record.version = version();
    return record;
}

MatchEnd end_of(players::MatchReport::End end) {
    using End = players::MatchReport::End;
    return end == End::terminal ? MatchEnd::terminal
           : end == End::cut    ? MatchEnd::cut
           : end == End::stuck  ? MatchEnd::stuck
                                : MatchEnd::interrupted;
}

void enter_report(const players::MatchReport& report, MatchRecord& record) {
    record.end = end_of(report.end);
    record.seats.clear();
    for (const players::SeatReport& seat : report.seats)
        record.seats.push_back({.role = seat.role,
                                .player = seat.name,
                                .goal = seat.goal,
                                .choices = seat.moves,
                                .playouts = seat.playouts,
                                .longest_seconds = seat.longest_seconds,
                                .faults = {seat.faults.late, seat.faults.unreachable, seat.faults.illegal},
                                .latest_seconds = seat.latest_seconds,
                                .complaint = seat.complaint});
    record.moves = report.moves;
    record.seconds = report.seconds;
}

// The matches of a tournament, one by one.
class Series {
  public:
    Series(std::string_view text, const TournamentRequest& request, const Endpoints& endpoints,
           const ggp::RuleSheet& sheet, Roles roles, const Clock& clock, const Over& interrupted)
        : request_(request),
          endpoints_(endpoints),
          sheet_(sheet),
          roles_(std::move(roles)),
          clock_(clock),
          interrupted_(interrupted),
          rules_(prefix_form(text, request.file)),
          players_(enough_players(request, roles_)),
          common_(record_of(text, request, !endpoints.empty())) {
        tournament_.standings = standings_of(players_);
        prepare_shared();
    }

    Tournament play(const std::function<void(const MatchRecord&, bool was_known)>& show) {
        std::int64_t number = 0;
        for (const auto& seated : players::seatings(players_.size(), roles_.played.size(), request_.matches)) {
            if (interrupted_()) break;
            MatchRecord record = planned(++number, seated);
            const auto known = request_.results != nullptr ? request_.results->find(record) : std::nullopt;
            try {
                if (!known) play_match(number, seated, record);
            } catch (const players::NotReady& error) {
                tournament_.failure = error;
                break;
            }
            if (known) record = *known;
            enter_result(record, {roles_.played, seated}, tournament_.standings);
            show(record, known.has_value());
        }
        return std::move(tournament_);
    }

  private:
    void prepare_shared() {
        settings_.clock = clock_;
        settings_.playouts = request_.limits.playouts.value_or(0);
        settings_.memory = request_.limits.memory;
        settings_.rounds = std::make_shared<players::SharedRounds>();
        const double began = clock_();
        const Over over = [&] { return clock_() - began > request_.prepare_seconds; };
        try {
            for (const std::string& player : request_.players)
                if (!is_remote(player)) players::prepare_shared(player, sheet_, settings_, over, interrupted_);
        } catch (const WorkEnded&) {  // on Ctrl-C there is no match to prepare for
            if (!interrupted_()) throw;
        }
    }

    // All of it but what will come of it. Numbers count from 1.
    MatchRecord planned(std::int64_t number, const std::vector<std::size_t>& seated) const {
        MatchRecord record = common_;
        record.match = fmt::format("playout.{}.{}", request_.seed, number);
        // The same draws until everybody has sat in every seat, so that luck is nobody's.
        const auto turn = (number - 1) % request_.matches % static_cast<std::int64_t>(roles_.played.size());
        record.seed = combine(request_.seed, static_cast<std::uint64_t>(number - turn));
        for (const std::string& role : roles_.names) record.seats.push_back({.role = role, .player = "random"});
        for (std::size_t i = 0; i < seated.size(); ++i)
            record.seats[roles_.played[i]].player = tournament_.standings.players[seated[i]].player;
        return record;
    }

    void play_match(std::int64_t number, const std::vector<std::size_t>& seated, MatchRecord& record) const {
        std::vector<players::Seat> seats;
        for (const MatchSeat& seat : record.seats) seats.push_back({.name = seat.player});
        const std::uint64_t seed = combine(request_.seed, static_cast<std::uint64_t>(number));
        for (std::size_t i = 0; i < seated.size(); ++i) {
            const std::size_t role = roles_.played[i];
            const std::string& player = players_[seated[i]];
            is_remote(player) ? seat_elsewhere(player, role, record, seats[role])
                              : seat_here(player, role, combine(seed, role), seats[role]);
        }
        const players::MatchRules rules{.start_seconds = record.clocks.start_seconds,
                                        .move_seconds = record.clocks.move_seconds,
                                        .max_steps = record.limits.max_steps,
                                        .seed = record.seed};
        enter_report(players::play_match(sheet_, seats, rules, clock_, interrupted_), record);
    }

    void seat_here(const std::string& player, std::size_t role, std::uint64_t seed, players::Seat& seat) const {
        players::PlayerSettings settings = settings_;
        settings.seed = seed;
        seat.make = [this, player, role, settings](const Over& over, const Over& stopped) {
            return players::make_player(player, sheet_, role, settings, over, stopped);
        };
    }

    void seat_elsewhere(const std::string& player, std::size_t role, const MatchRecord& record,
                        players::Seat& seat) const {
        const auto [start_seconds, move_seconds] = *record.elsewhere;
        seat.elsewhere = {start_seconds, move_seconds, ggp_net::network_grace};
        seat.make = [match = ggp_net::RemoteMatch{endpoints_.at(player), record.match + request_.tag,
                                                  roles_.names[role], rules_, start_seconds, move_seconds}](
                        const Over&, const Over&) { return ggp_net::make_remote_player(match); };
    }

    const TournamentRequest& request_;
    const Endpoints& endpoints_;
    const ggp::RuleSheet& sheet_;
    const Roles roles_;
    const Clock& clock_;
    const Over& interrupted_;
    const std::string rules_;                 // in prefix form, for players elsewhere
    const std::vector<std::string> players_;  // one for every seat at least
    const MatchRecord common_;
    players::PlayerSettings settings_;  // of players here, but for their seeds
    Tournament tournament_;
};

}  // namespace

Tournament play_tournament(std::string_view rules, const TournamentRequest& request, const Clock& clock,
                           const Over& interrupted,
                           const std::function<void(const MatchRecord&, bool was_known)>& show) {
    const Endpoints endpoints = require_players(request.players);
    const ggp::LoadLimits limits = load_limits_of(request, clock, interrupted);
    const auto sheet = load_rules(rules, request.file, limits, interrupted);
    if (!sheet) return {.standings = standings_of(request.players)};
    sheet->require_open();
    return Series(rules, request, endpoints, *sheet, roles_of(*sheet, limits.stop), clock, interrupted)
        .play(show);
}

}  // namespace playout
