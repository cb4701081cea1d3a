#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <map>
#include <sstream>

#include "apps/cli/arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/output.h"
#include "apps/cli/signals.h"
#include "playout/base/errors.h"
#include "playout/base/hash.h"
#include "playout/base/text.h"
#include "playout/base/version.h"
#include "playout/catalogue/match.h"
#include "playout/record/json.h"

namespace playout::cli {
namespace {

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> parts(1);
    for (const char letter : text) {
        if (letter == ',') {
            parts.emplace_back();
        } else {
            parts.back() += letter;
        }
    }
    return parts;
}

Json json_of(const players::Faults& faults) {
    return {{"late", faults.late}, {"unreachable", faults.unreachable}, {"illegal", faults.illegal}};
}

const char* text_of(players::MatchReport::End end) {
    using End = players::MatchReport::End;
    return end == End::terminal ? "terminal"
           : end == End::cut    ? "cut"
           : end == End::stuck  ? "stuck"
                                : "interrupted";
}

Json json_of(const TournamentMatch& match, const TournamentRequest& request) {
    Json seats = Json::array();
    for (const players::SeatReport& seat : match.report.seats) {
        Json one = {{"role", seat.role},
                    {"player", seat.name},
                    {"goal", seat.goal ? Json(*seat.goal) : Json()},
                    {"choices", seat.moves},
                    {"playouts", seat.playouts},
                    {"longest_seconds", seat.longest_seconds},
                    {"faults", json_of(seat.faults)}};
        if (seat.latest_seconds > 0) one["latest_seconds"] = seat.latest_seconds;
        if (!seat.complaint.empty()) one["complaint"] = seat.complaint;
        seats.push_back(std::move(one));
    }
    Json json = {{"match", match.name},
                 {"game", request.file},
                 {"seed", match.rules.seed},
                 {"start_seconds", match.rules.start_seconds},
                 {"move_seconds", match.rules.move_seconds}};
    if (match.elsewhere)
        json["elsewhere"] = {{"start_seconds", match.elsewhere->start_seconds},
                             {"move_seconds", match.elsewhere->move_seconds}};
    json["end"] = text_of(match.report.end);
    json["seats"] = seats;
    json["moves"] = match.report.moves;
    json["seconds"] = match.report.seconds;
    json["version"] = version();
    return json;
}

Json json_of(const players::Standing& standing) {
    const auto [low, high] = players::wilson_interval(standing.score(), standing.matches);
    const auto matches = static_cast<double>(std::max<std::int64_t>(standing.matches, 1));
    return {{"player", standing.name},
            {"matches", standing.matches},
            {"wins", standing.wins},
            {"draws", standing.draws},
            {"losses", standing.losses},
            {"score", standing.score()},
            {"interval", {low, high}},
            {"mean_goal", standing.goals / matches},
            {"faults", json_of(standing.faults)},
            {"longest_seconds", standing.longest_seconds}};
}

std::string table_of(const std::vector<players::Standing>& standings) {
    std::size_t width = 6;
    for (const players::Standing& standing : standings) width = std::max(width, standing.name.size());
    std::string text = fmt::format(
        "| {:<{}} | matches | wins | draws | losses | score % | 95 % interval | mean goal | faults |\n",
        "player", width);
    text += fmt::format("|{:-<{}}|---:|---:|---:|---:|---:|---|---:|---:|\n", "", width + 2);
    for (const players::Standing& one : standings) {
        const auto [low, high] = players::wilson_interval(one.score(), one.matches);
        const players::Faults& faults = one.faults;
        text += fmt::format(
            "| {:<{}} | {:>7} | {:>4} | {:>5} | {:>6} | {:>7.1f} | {:>5.1f} to {:>5.1f} | {:>9.1f} | {:>6} |\n",
            one.name, width, one.matches, one.wins, one.draws, one.losses, one.score() * 100, low * 100,
            high * 100, one.goals / static_cast<double>(std::max<std::int64_t>(one.matches, 1)),
            faults.late + faults.unreachable + faults.illegal);
    }
    return text;
}

std::string line_of(const TournamentMatch& match) {
    std::string text = fmt::format("{}: {} moves in {:.1f} s, {};", match.name, match.report.moves.size(),
                                   match.report.seconds, text_of(match.report.end));
    for (const players::SeatReport& seat : match.report.seats) {
        text += fmt::format(" {} ({}) {}", seat.role, seat.name, seat.goal ? std::to_string(*seat.goal) : "-");
        const auto& [late, unreachable, illegal] = seat.faults;
        std::vector<std::string> kinds;
        for (const auto& [count, kind] :
             {std::pair(late, "late"), {unreachable, "unreachable"}, {illegal, "illegal"}})
            if (count > 0) kinds.push_back(fmt::format("{} {}", count, kind));
        if (!kinds.empty())
            text += fmt::format(" [{}; {}]", fmt::join(kinds, ", "), excerpt(seat.complaint, 100));
    }
    return text + "\n";
}

// Matches that a file of results has, by their keys, and those that are added to it: one a line.
class Results {
  public:
    // Nothing is kept where there is no file.
    explicit Results(const std::string& path) : path_(path) {
        if (path.empty()) return;
        file_.emplace(path, "{\"match\":");
        std::istringstream lines(file_->lines());
        std::int64_t number = 1;
        for (std::string line; std::getline(lines, line); ++number)
            add(parse_json(line, path_, number), number);
    }

    std::optional<players::MatchReport> find(const std::string& key, std::size_t seats) const {
        const auto found = known_.find(key);
        if (found == known_.end()) return std::nullopt;
        if (found->second.seats.size() != seats)
            throw InputError(path_, fmt::format("expected {} seats in {}", seats, excerpt(key, 60)));
        return found->second;
    }
    void append(Json match, const std::string& key) {
        if (!file_) return;
        match["key"] = key;
        match.erase("moves");
        file_->append(json_text(match));
    }

  private:
    void add(const Json& match, std::int64_t line) {
        const std::string place = fmt::format("{}:{}", path_, line);
        const FieldReader fields(match, place);
        players::MatchReport report;
        using End = players::MatchReport::End;
        const std::string end = fields.text("end");
        if (end != "terminal" && end != "cut" && end != "stuck") fields.fail("end", "terminal, cut or stuck");
        report.end = end == "terminal" ? End::terminal : end == "cut" ? End::cut : End::stuck;
        report.seconds = fields.amount("seconds");
        for (const Json& one : fields.array("seats")) {
            const FieldReader seat(one, place, "seats");
            players::SeatReport made;
            made.role = seat.text("role");
            made.name = seat.text("player");
            if (!seat.field("goal").is_null()) made.goal = static_cast<int>(seat.count("goal", 100));
            const FieldReader faults(seat.object("faults"), place, "seats.faults");
            made.faults = {faults.count("late"), faults.count("unreachable"), faults.count("illegal")};
            made.moves = seat.count("choices");
            made.playouts = seat.count("playouts");
            made.longest_seconds = seat.amount("longest_seconds");
            if (one.contains("latest_seconds")) made.latest_seconds = seat.amount("latest_seconds");
            if (one.contains("complaint")) made.complaint = seat.text("complaint");
            report.seats.push_back(std::move(made));
        }
        known_[fields.text("key")] = std::move(report);
    }

    std::string path_;
    std::optional<LineFile> file_;
    std::map<std::string, players::MatchReport> known_;
};

// A row a game, a column a pair of players, as in 004, Table 3: the share that the first one won, draws by
// half, and its mean goal, which is what counts where the players work together.
std::string table_of(const std::vector<std::pair<std::string, Tournament>>& games) {
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const auto& [game, tournament] : games)
        for (const Pairing& pair : tournament.pairings)
            if (std::find(pairs.begin(), pairs.end(), std::pair(pair.first, pair.second)) == pairs.end())
                pairs.emplace_back(pair.first, pair.second);
    std::string text = "| game |";
    std::string line = "|---|";
    for (const auto& [first, second] : pairs) {
        text += fmt::format(" {} - {} | 95 % interval | mean goal |", first, second);
        line += "---:|---|---:|";
    }
    text += "\n" + line + "\n";
    for (const auto& [game, tournament] : games) {
        text += "| " + game + " |";
        for (const auto& [first, second] : pairs) {
            const auto place =
                std::find_if(tournament.pairings.begin(), tournament.pairings.end(),
                             [&](const Pairing& one) { return one.first == first && one.second == second; });
            if (place == tournament.pairings.end()) {
                text += " - | - | - |";
                continue;
            }
            const players::Standing& standing = place->standing;
            const auto [low, high] = players::wilson_interval(standing.score(), standing.matches);
            text += fmt::format(" {:.1f} % | {:.1f} to {:.1f} of {} | {:.1f} |", standing.score() * 100,
                                low * 100, high * 100, standing.matches,
                                standing.goals / static_cast<double>(standing.matches));
        }
        text += "\n";
    }
    return text;
}

TournamentRequest request_of(const MatchArguments& arguments) {
    TournamentRequest request;
    request.players = split(arguments.players);
    const auto number = [](const char* option, const std::optional<std::string>& text, std::int64_t otherwise,
                           std::int64_t highest) {
        return text ? integer(option, *text, 1, highest) : otherwise;
    };
    request.matches = number("--matches", arguments.matches, 1, 1'000'000);
    request.rules.max_steps = number("--steps", arguments.steps, 1000, 1'000'000'000);
    request.settings.playouts = number("--playouts", arguments.playouts, 0, std::int64_t{1} << 53);
    if (arguments.move_seconds)
        request.rules.move_seconds = positive_real("--move-seconds", *arguments.move_seconds);
    if (arguments.start_seconds) {
        request.rules.start_seconds = real("--start-seconds", *arguments.start_seconds);
        if (request.rules.start_seconds < 0) throw UsageError("--start-seconds must not be negative");
        request.start_given = true;
    }
    const bool remote = arguments.players.find("://") != std::string::npos;
    if (request.settings.playouts > 0 && !arguments.move_seconds && !remote) request.rules.move_seconds = 86400;
    request.exact_clocks = arguments.exact_clocks;
    request.tag = fmt::format(".{:x}.{}", std::time(nullptr), getpid());
    if (arguments.memory) request.settings.memory = bytes("--memory", *arguments.memory);
    request.loading = loading_of(arguments.load_seconds, arguments.memory);
    request.rules.seed = seed_or_default(arguments.seed);
    request.names = name_case(arguments.names);
    return request;
}

}  // namespace

int match(const MatchArguments& arguments) {
    TournamentRequest request = request_of(arguments);
    const std::string folder = name_or_empty("--records", arguments.records);
    if (!folder.empty()) {
        std::error_code failed;
        std::filesystem::create_directories(folder, failed);
        if (failed) throw UsageError(fmt::format("cannot make the folder {}: {}", folder, failed.message()));
    }
    Results results(name_or_empty("--results", arguments.results));
    // What is wrong with a file shows before anything is played.
    std::vector<std::pair<std::string, std::string>> sheets;  // names of games and their rules
    for (const std::string& file : arguments.files) {
        const std::string game = file == "-" ? file : std::filesystem::path(file).stem().string();
        for (const auto& [other, text] : sheets)
            if (other == game) throw UsageError(fmt::format("two games are called {}", game));
        sheets.emplace_back(game, read_text_file(file));
    }
    const StopRequest& stop = stop_on_signals();
    const bool several = sheets.size() > 1;
    Json matches = Json::array(), games_json = Json::array();
    std::vector<std::pair<std::string, Tournament>> games;
    std::int64_t played = 0;
    std::optional<players::NotReady> failure;
    for (std::size_t i = 0; i < sheets.size() && !stop.load() && !failure; ++i) {
        const auto& [game, text] = sheets[i];
        request.file = arguments.files[i];
        // Whatever decides a match.
        const auto key_of = [&, &game = game, &text = text](const TournamentMatch& one) {
            std::string key =
                fmt::format("{} {:016x} {}, clocks {} {}, at most {} steps, {} playouts, {} bytes, {}", game,
                            hash_text(text), one.name, one.rules.start_seconds, one.rules.move_seconds,
                            one.rules.max_steps, request.settings.playouts, request.settings.memory, version());
            if (request.names == gdl::NameCase::folded) key += ", names folded";
            if (one.elsewhere)
                key +=
                    fmt::format(", elsewhere {} {}", one.elsewhere->start_seconds, one.elsewhere->move_seconds);
            for (const players::SeatReport& seat : one.report.seats) key += " / " + seat.name;
            return key;
        };
        request.known = [&](const TournamentMatch& one) {
            return results.find(key_of(one), one.report.seats.size());
        };
        bool any = false;
        const Tournament tournament = play_tournament(
            text, request, steady_clock(), [&] { return stop.load(); },
            [&, &game = game](const TournamentMatch& one, bool was_known) {
                any = true;
                Json json = json_of(one, request);
                if (was_known) json["known"] = true;  // from the file of results, which has no moves
                if (!was_known && !folder.empty())
                    OutputFile(folder + "/" + (several ? game + "." : "") + one.name + ".json")
                        .write(json_text(json, 2));
                // Behind the record: a match that is known is not written again.
                if (!was_known && one.report.end != players::MatchReport::End::interrupted)
                    results.append(json, key_of(one));
                if (arguments.json) {
                    matches.push_back(std::move(json));
                } else if (!arguments.table) {
                    print((several ? game + " " : "") + line_of(one));
                }
            });
        failure = tournament.failure;
        if (failure && !any) break;
        for (const players::Standing& standing : tournament.standings) played += standing.matches;
        Json table = Json::array();
        for (const players::Standing& standing : tournament.standings) table.push_back(json_of(standing));
        games_json.push_back({{"game", game}, {"standings", table}});
        if (!arguments.json) print((several ? "\n" + game + "\n\n" : "") + table_of(tournament.standings));
        games.emplace_back(game, tournament);
    }
    if (failure && games.empty()) throw *failure;
    if (arguments.json)
        print(json_text(
            several ? Json{{"games", games_json}, {"matches", matches}}
                    : Json{{"standings", games_json.empty() ? Json::array() : games_json[0]["standings"]},
                           {"matches", matches}}));
    if (!arguments.json && several && !games.empty()) print("\n" + table_of(games));
    if (failure) throw *failure;  // after all that was played
    return played > 0 ? exit_result : stop.load() ? exit_interrupted : exit_nothing_found;
}

}  // namespace playout::cli
