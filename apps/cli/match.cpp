#include <fmt/format.h>

#include <unistd.h>

#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/cli/arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/output.h"
#include "apps/cli/signals.h"
#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/base/version.h"
#include "playout/catalogue/match.h"

namespace playout::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& json, int indent) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

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
        if (!seat.complaint.empty()) one["complaint"] = seat.complaint;
        seats.push_back(std::move(one));
    }
    return {{"match", match.name},
            {"game", request.file},
            {"seed", match.rules.seed},
            {"start_seconds", match.rules.start_seconds},
            {"move_seconds", match.rules.move_seconds},
            {"end", text_of(match.report.end)},
            {"seats", seats},
            {"moves", match.report.moves},
            {"seconds", match.report.seconds},
            {"version", version()}};
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
        const std::int64_t faults = seat.faults.late + seat.faults.unreachable + seat.faults.illegal;
        if (faults > 0) text += fmt::format(" [{} faults: {}]", faults, excerpt(seat.complaint, 80));
    }
    return text + "\n";
}

}  // namespace

int match(const MatchArguments& arguments) {
    TournamentRequest request;
    request.file = arguments.file;
    request.players = split(arguments.players);
    const auto number = [](const char* option, const std::optional<std::string>& text, std::int64_t otherwise,
                           std::int64_t highest) {
        return text ? integer(option, *text, 1, highest) : otherwise;
    };
    request.matches = number("--matches", arguments.matches, 1, 1'000'000);
    request.rules.most_steps = number("--steps", arguments.steps, 1000, 1'000'000'000);
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
    request.tag = fmt::format(".{:x}.{}", std::time(nullptr), getpid());
    if (arguments.memory) request.settings.memory = bytes("--memory", *arguments.memory);
    request.rules.seed = seed_or_default(arguments.seed);
    const std::string folder = name_or_empty("--records", arguments.records);
    if (!folder.empty()) {
        std::error_code failed;
        std::filesystem::create_directories(folder, failed);
        if (failed) throw UsageError(fmt::format("cannot make the folder {}: {}", folder, failed.message()));
    }
    const std::string text = read_text_file(arguments.file);
    const StopRequest& stop = stop_on_signals();
    Json matches = Json::array();
    const std::vector<players::Standing> standings = play_tournament(
        text, request, steady_clock(), [&] { return stop.load(); },
        [&](const TournamentMatch& one) {
            if (!folder.empty())
                OutputFile(folder + "/" + one.name + ".json").write(dump(json_of(one, request), 2));
            if (arguments.json) {
                matches.push_back(json_of(one, request));
            } else if (!arguments.table) {
                print(line_of(one));
            }
        });
    if (arguments.json) {
        Json table = Json::array();
        for (const players::Standing& standing : standings) table.push_back(json_of(standing));
        print(dump({{"standings", table}, {"matches", matches}}, -1));
    } else {
        print(table_of(standings));
    }
    std::int64_t played = 0;
    for (const players::Standing& standing : standings) played += standing.matches;
    return played > 0 ? exit_result : stop.load() ? exit_limit_first + 5 : exit_nothing_found;
}

}  // namespace playout::cli
