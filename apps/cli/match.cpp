#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <filesystem>

#include "apps/cli/arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/output.h"
#include "apps/cli/signals.h"
#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/catalogue/match.h"
#include "playout/record/match_results.h"
#include "playout/record/standings.h"

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

std::string table_of(const std::vector<Standing>& standings) {
    std::size_t width = 6;
    for (const Standing& standing : standings) width = std::max(width, standing.player.size());
    std::string text = fmt::format(
        "| {:<{}} | matches | wins | draws | losses | score % | 95 % interval | mean goal | faults |\n",
        "player", width);
    text += fmt::format("|{:-<{}}|---:|---:|---:|---:|---:|---|---:|---:|\n", "", width + 2);
    for (const Standing& one : standings) {
        const auto [low, high] = one.interval();
        const MatchFaults& faults = one.faults;
        text += fmt::format(
            "| {:<{}} | {:>7} | {:>4} | {:>5} | {:>6} | {:>7.1f} | {:>5.1f} to {:>5.1f} | {:>9.1f} | {:>6} |\n",
            one.player, width, one.matches, one.wins, one.draws, one.losses, one.score() * 100, low * 100,
            high * 100, one.mean_goal(), faults.late + faults.unreachable + faults.illegal);
    }
    return text;
}

std::string line_of(const MatchRecord& record) {
    std::string text = fmt::format("{}: {} moves in {:.1f} s, {};", record.match, record.moves.size(),
                                   record.seconds, to_text(record.end));
    for (const MatchSeat& seat : record.seats) {
        text +=
            fmt::format(" {} ({}) {}", seat.role, seat.player, seat.goal ? std::to_string(*seat.goal) : "-");
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

// How the first of two players fared beside the second, as three columns.
std::string columns_of(const std::vector<Pairing>& pairings, const std::string& first,
                       const std::string& second) {
    const auto place = std::find_if(pairings.begin(), pairings.end(), [&](const Pairing& one) {
        return one.first == first && one.second == second;
    });
    if (place == pairings.end()) return " - | - | - |";
    const Standing& standing = place->standing;
    const auto [low, high] = standing.interval();
    return fmt::format(" {:.1f} % | {:.1f} to {:.1f} of {} | {:.1f} |", standing.score() * 100, low * 100,
                       high * 100, standing.matches, standing.mean_goal());
}

// A row a game, a column a pair of players, as in Koriche et al. 2016, Table 3: the share that the first one
// won, draws by half, and its mean goal, which is what counts where the players work together.
std::string table_of(const std::vector<std::pair<std::string, Standings>>& games) {
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const auto& [game, standings] : games)
        for (const Pairing& pair : standings.pairings)
            if (std::find(pairs.begin(), pairs.end(), std::pair(pair.first, pair.second)) == pairs.end())
                pairs.emplace_back(pair.first, pair.second);
    std::string text = "| game |";
    std::string line = "|---|";
    for (const auto& [first, second] : pairs) {
        text += fmt::format(" {} - {} | 95 % interval | mean goal |", first, second);
        line += "---:|---|---:|";
    }
    text += "\n" + line + "\n";
    for (const auto& [game, standings] : games) {
        text += "| " + game + " |";
        for (const auto& [first, second] : pairs) text += columns_of(standings.pairings, first, second);
        text += "\n";
    }
    return text;
}

TournamentRequest request_of(const MatchArguments& arguments) {
    const auto number = [](const char* option, const std::string& text, std::int64_t highest) {
        return integer(option, text, 1, highest);
    };
    TournamentRequest request;
    MatchLimits& limits = request.limits;
    request.players = split(arguments.players);
    if (arguments.matches) request.matches = number("--matches", *arguments.matches, 1'000'000);
    if (arguments.steps) limits.max_steps = number("--steps", *arguments.steps, 1'000'000'000);
    if (arguments.playouts) limits.playouts = number("--playouts", *arguments.playouts, std::int64_t{1} << 53);
    const bool remote = arguments.players.find("://") != std::string::npos;
    if (arguments.move_seconds) {
        request.move_seconds = positive_real("--move-seconds", *arguments.move_seconds);
    } else if (limits.playouts && !remote) {
        request.move_seconds = 86400;
    }
    if (arguments.start_seconds) {
        request.start_seconds = real("--start-seconds", *arguments.start_seconds);
        if (*request.start_seconds < 0) throw UsageError("--start-seconds must not be negative");
    }
    request.exact_clocks = arguments.exact_clocks;
    request.tag = fmt::format(".{:x}.{}", std::time(nullptr), getpid());
    if (arguments.memory) limits.memory = bytes("--memory", *arguments.memory);
    const Loading loading = loading_of(arguments.load_seconds, arguments.memory);
    limits.load_seconds = loading.seconds;
    limits.load_memory = loading.memory;
    request.seed = seed_or_default(arguments.seed);
    request.names = name_case(arguments.names);
    return request;
}

struct Sheet {
    std::string game, file, rules;
};

// What is wrong with a file shows before anything is played.
std::vector<Sheet> read_sheets(const std::vector<std::string>& files) {
    std::vector<Sheet> sheets;
    for (const std::string& file : files) {
        const std::string game = std::filesystem::path(file).stem().string();
        for (const Sheet& other : sheets)
            if (other.game == game) throw UsageError(fmt::format("two games are called {}", game));
        sheets.push_back({game, file, read_text_file(file)});
    }
    return sheets;
}

// Where matches are kept as they end: a record each in a folder, and a line each in a file of results. Either
// only where it is wanted.
class MatchFiles {
  public:
    explicit MatchFiles(const MatchArguments& arguments)
        : folder_(name_or_empty("--records", arguments.records)), several_games_(arguments.files.size() > 1) {
        std::error_code failed;
        if (!folder_.empty()) std::filesystem::create_directories(folder_, failed);
        if (failed) throw UsageError(fmt::format("cannot make the folder {}: {}", folder_, failed.message()));
        const std::string path = name_or_empty("--results", arguments.results);
        if (path.empty()) return;
        file_.emplace(path, result_line_head);
        results_ = MatchResults(file_->lines(), path);
    }

    const MatchResults& results() const { return results_; }

    void keep(const std::string& game, const MatchRecord& record) {
        if (!folder_.empty())
            OutputFile(folder_ + "/" + (several_games_ ? game + "." : "") + record.match + ".json")
                .write(json_text(to_json(record), 2));
        // Behind the record: a match that is known is not written again.
        if (file_ && record.end != MatchEnd::interrupted) file_->append(result_line(record));
    }

  private:
    std::string folder_;
    bool several_games_;
    std::optional<LineFile> file_;
    MatchResults results_;
};

// What the user is shown: matches as they end, then their game, and all games in the end.
class Report {
  public:
    explicit Report(const MatchArguments& arguments)
        : json_(arguments.json), only_tables_(arguments.table), several_games_(arguments.files.size() > 1) {}

    void add_match(const std::string& game, const MatchRecord& record, bool was_known) {
        if (json_) {
            Json one = to_json(record);
            if (was_known) one["known"] = true;  // from the file of results, which has no moves
            matches_.push_back(std::move(one));
        } else if (!only_tables_) {
            print((several_games_ ? game + " " : "") + line_of(record));
        }
    }

    void add_game(const std::string& game, const Standings& standings) {
        for (const Standing& standing : standings.players) counted_ += standing.matches;
        if (!json_) print((several_games_ ? "\n" + game + "\n\n" : "") + table_of(standings.players));
        games_.emplace_back(game, standings);
    }

    void finish() const {
        if (json_) {
            print(json_text(json()));
        } else if (several_games_ && !games_.empty()) {
            print("\n" + table_of(games_));
        }
    }

    bool empty() const { return games_.empty(); }
    std::int64_t counted() const { return counted_; }  // matches of all players

  private:
    Json json() const {
        Json games = Json::array();
        for (const auto& [game, standings] : games_) {
            Json rows = Json::array();
            for (const Standing& standing : standings.players) rows.push_back(to_json(standing));
            games.push_back({{"game", game}, {"standings", rows}});
        }
        if (several_games_) return {{"games", games}, {"matches", matches_}};
        return {{"standings", games.empty() ? Json::array() : games[0]["standings"]}, {"matches", matches_}};
    }

    bool json_, only_tables_, several_games_;
    Json matches_ = Json::array();
    std::vector<std::pair<std::string, Standings>> games_;
    std::int64_t counted_ = 0;
};

}  // namespace

int match(const MatchArguments& arguments) {
    TournamentRequest request = request_of(arguments);
    MatchFiles files(arguments);
    request.results = &files.results();
    const std::vector<Sheet> sheets = read_sheets(arguments.files);
    const StopRequest& stop = stop_on_signals();
    Report report(arguments);
    std::optional<InputError> failure;
    for (std::size_t i = 0; i < sheets.size() && !stop.load() && !failure; ++i) {
        const Sheet& sheet = sheets[i];
        request.file = sheet.file;
        bool any = false;
        const Tournament tournament = play_tournament(
            sheet.rules, request, steady_clock(), [&] { return stop.load(); },
            [&](const MatchRecord& record, bool was_known) {
                any = true;
                if (!was_known) files.keep(sheet.game, record);
                report.add_match(sheet.game, record, was_known);
            });
        failure = tournament.failure;
        if (any || !failure) report.add_game(sheet.game, tournament.standings);
    }
    if (failure && report.empty()) throw *failure;
    report.finish();
    if (failure) throw *failure;  // after all that was played
    return report.counted() > 0 ? exit_result : stop.load() ? exit_interrupted : exit_nothing_found;
}

}  // namespace playout::cli
