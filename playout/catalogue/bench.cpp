#include "playout/catalogue/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <sstream>
#include <utility>

#include "playout/base/errors.h"
#include "playout/base/hash.h"
#include "playout/base/text.h"
#include "playout/catalogue/algorithms.h"
#include "playout/catalogue/catalogue.h"
#include "playout/catalogue/match.h"
#include "playout/players/make_player.h"

namespace playout {
namespace {

std::int64_t whole_number(const std::string& key, const std::string& text) {
    const auto number = parse_integer(text);
    if (!number || *number < 0)
        throw UsageError(fmt::format("{}: expected an integer from 0, found '{}'", key, text));
    return *number;
}

std::unique_ptr<Problem> bench_problem(const BenchRun& run) {
    if (run.instance_text.empty()) return open_problem(run.request);
    return read_problem(run.request, run.instance_text, run.line);
}

std::pair<std::string, std::string> key_and_value(const std::string& word) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) throw UsageError(fmt::format("expected key=value, found '{}'", word));
    return {word.substr(0, equals), word.substr(equals + 1)};
}

const BenchSheet& find_sheet(const std::string& name) {
    std::vector<std::string> names;
    for (const BenchSheet& sheet : bench_sheets()) {
        if (sheet.name == name) return sheet;
        names.push_back(sheet.name);
    }
    throw UsageError(unknown_name("game", name, names));
}

BenchMatches parse_matches(std::istringstream& words) {
    BenchMatches matches;
    std::string players;
    words >> matches.game >> players;
    find_sheet(matches.game);
    std::istringstream names(players);
    for (std::string name; std::getline(names, name, ',');) matches.players.push_back(name);
    if (matches.players.empty()) throw UsageError("expected players");
    for (const std::string& player : matches.players) players::require_player(player);
    for (std::string word; words >> word;) {
        const auto [key, value] = key_and_value(word);
        if (key == "seed") {
            matches.seed = static_cast<std::uint64_t>(whole_number(key, value));
        } else if (key == "playouts") {
            matches.playouts = whole_number(key, value);
        } else if (key == "matches") {
            matches.matches = whole_number(key, value);
        } else {
            throw UsageError(unknown_name("key", key, std::vector<std::string>{"seed", "playouts", "matches"}));
        }
    }
    if (matches.playouts == 0) throw UsageError("expected playouts=N");
    return matches;
}

BenchRun parse_run(const std::string& line) {
    BenchRun run{line, {}, {}, {}};
    std::istringstream words(line);
    words >> run.request.domain;
    if (run.request.domain == "match") {
        run.matches = parse_matches(words);
        return run;
    }
    words >> run.request.algorithm;
    find_algorithm(run.request.algorithm);
    SettingTexts generator;
    for (std::string word; words >> word;) {
        const auto [key, value] = key_and_value(word);
        if (key == "seed") {
            run.request.seed = static_cast<std::uint64_t>(whole_number(key, value));
        } else if (key == "playouts") {
            run.request.limits.playouts = whole_number(key, value);
        } else if (key == "nodes") {
            run.request.limits.nodes = whole_number(key, value);
        } else if (key == "strategy") {
            run.request.strategy = value;
        } else if (key.starts_with("gen.")) {
            generator[key.substr(4)] = value;
        } else {
            run.request.settings[key] = value;
        }
    }
    if (!run.request.limits.playouts && !run.request.limits.nodes)
        throw UsageError("expected playouts=N or nodes=N");
    if (!generator.empty()) {
        const auto seed = generator.extract("seed");
        run.instance_text =
            generate_instance(run.request.domain, generator,
                              seed ? static_cast<std::uint64_t>(whole_number("gen.seed", seed.mapped())) : 1);
    }
    bench_problem(run)->validate(run.request);
    return run;
}

std::uint64_t fingerprint(const Record& record) {
    const Outcome outcome = record.outcome.value_or(Outcome{});
    std::uint64_t hash = combine(record.outcome ? 1 : 0, std::bit_cast<std::uint64_t>(outcome.value));
    hash = combine(hash, std::bit_cast<std::uint64_t>(outcome.violation));
    hash = combine(hash, static_cast<std::uint64_t>(record.playouts));
    return combine(hash, static_cast<std::uint64_t>(record.nodes));
}

BenchDone solve(const BenchRun& bench, const StopRequest* stop_request) {
    const std::unique_ptr<Problem> problem = bench_problem(bench);
    Surroundings surroundings;
    surroundings.stop_request = stop_request;
    const Record record = run(*problem, bench.request, surroundings);
    return {.name = bench.request.domain + " " + bench.request.algorithm,
            .value = record.outcome ? number_text(record.outcome->value) : "-",
            .playouts = record.playouts,
            .nodes = record.nodes,
            .seconds = record.seconds,
            .fingerprint = fingerprint(record),
            .interrupted = record.stopped_by == StopReason::interrupt};
}

// Every move, goal and number of playouts.
void add_match(const MatchRecord& record, BenchDone& done) {
    std::uint64_t hash = combine(done.fingerprint, static_cast<std::uint64_t>(record.end));
    for (const std::vector<std::string>& joint : record.moves)
        for (const std::string& move : joint) hash = combine(hash, hash_text(move));
    for (const MatchSeat& seat : record.seats) {
        hash = combine(hash, static_cast<std::uint64_t>(seat.goal.value_or(-1)));
        hash = combine(hash, static_cast<std::uint64_t>(seat.playouts));
        done.playouts += seat.playouts;
    }
    done.fingerprint = hash;
    done.interrupted = done.interrupted || record.end == MatchEnd::interrupted;
}

// The clocks are so long that no player ever looks at them.
BenchDone play(const BenchMatches& matches, const StopRequest* stop_request) {
    constexpr double very_long = 100'000;
    TournamentRequest request;
    request.file = matches.game;
    request.players = matches.players;
    request.matches = matches.matches;
    request.move_seconds = very_long;
    request.seed = matches.seed;
    request.limits.playouts = matches.playouts;
    request.limits.load_seconds = request.prepare_seconds = very_long;
    BenchDone done{.name = fmt::format("match {} {}", matches.game, fmt::join(matches.players, ",")),
                   .value = {}};
    const Clock clock = steady_clock();
    const double start = clock();
    const auto interrupted = [&] { return stop_request != nullptr && *stop_request; };
    const Tournament tournament =
        play_tournament(find_sheet(matches.game).text, request, clock, interrupted,
                        [&](const MatchRecord& record, bool) { add_match(record, done); });
    done.seconds = clock() - start;
    done.interrupted = done.interrupted || interrupted();
    std::vector<std::string> goals;
    for (const Standing& standing : tournament.standings.players) goals.push_back(number_text(standing.goals));
    done.value = fmt::format("{}", fmt::join(goals, ":"));
    return done;
}

}  // namespace

std::vector<BenchRun> parse_bench_list(const std::string& text, const std::string& source) {
    std::vector<BenchRun> runs;
    std::istringstream lines(text);
    std::int64_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first == std::string::npos || line[first] == '#') continue;
        try {
            runs.push_back(parse_run(line.substr(first)));
        } catch (const UsageError& error) {
            throw InputError(source, number, error.what());
        }
    }
    if (runs.empty()) throw InputError(source, "no run in the list");
    return runs;
}

BenchResult run_bench(const std::vector<BenchRun>& runs, const std::function<void(const BenchDone&)>& done,
                      const StopRequest* stop_request) {
    BenchResult result;
    std::uint64_t hash = 0;
    for (const BenchRun& bench : runs) {
        result.done.push_back(bench.matches ? play(*bench.matches, stop_request) : solve(bench, stop_request));
        hash = combine(hash, result.done.back().fingerprint);
        done(result.done.back());
        if (result.done.back().interrupted) break;
    }
    result.signature = hash & 0xFFFFFFFF;  // short enough for a commit message
    return result;
}

}  // namespace playout
