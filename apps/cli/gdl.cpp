#include <fmt/format.h>

#include <fstream>
#include <iostream>

#include "apps/cli/arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/output.h"
#include "apps/cli/signals.h"
#include "playout/base/text.h"
#include "playout/catalogue/rule_sheet.h"
#include "playout/record/json.h"

namespace playout::cli {
namespace {

Json json_of(const GamePosition& position) {
    Json legal = Json::object(), goals = Json::object();
    for (const auto& [role, moves] : position.legal) legal[role] = moves;
    for (const auto& [role, goal] : position.goals) goals[role] = goal;
    return {{"state", position.state}, {"legal", legal}, {"terminal", position.terminal}, {"goals", goals}};
}

std::string text_of(const GamePosition& position) {
    std::string text = fmt::format("state: {}\n{}", fmt::join(position.state, " "), position.board);
    if (!position.terminal)
        for (const auto& [role, moves] : position.legal)
            text += fmt::format("legal {}: {}\n", role, fmt::join(moves, " "));
    if (position.terminal) text += "terminal\n";
    for (const auto& [role, goal] : position.goals) text += fmt::format("goal {}: {}\n", role, goal);
    return text;
}

// The sheet, and how long it took to read, check, ground and compile.
struct Loaded {
    GameSheet sheet;
    double seconds;
};

Loaded load(const GdlArguments& arguments) {
    const Loading loading = loading_of(arguments.load_seconds, arguments.memory);
    const std::string text = read_text_file(arguments.file);
    const double start = loading.clock();
    GameSheet sheet(text, arguments.file, name_case(arguments.names), loading, arguments.prove);
    return {std::move(sheet), loading.clock() - start};
}

// No moves are a game as well: that of the initial state.
bool has_moves(const GdlArguments& arguments) {
    if (!arguments.moves) return false;
    if (*arguments.moves == "-") return std::cin.peek() != std::char_traits<char>::eof();
    std::ifstream file(*arguments.moves);
    return !file || (file >> std::ws).peek() != std::char_traits<char>::eof();
}

}  // namespace

int gdl_check(const GdlArguments& arguments) {
    const std::string text = read_text_file(arguments.file);
    const std::vector<std::string> warnings = check_rule_sheet(
        text, arguments.file, name_case(arguments.names), loading_of(arguments.load_seconds, arguments.memory));
    for (const std::string& warning : warnings) print(fmt::format("warning: {}\n", printable(warning)));
    print(fmt::format("{}: valid, {} warning{}\n", printable(arguments.file), warnings.size(),
                      warnings.size() == 1 ? "" : "s"));
    return exit_result;
}

int gdl_show(const GdlArguments& arguments) {
    const Loading loading = loading_of(arguments.load_seconds, arguments.memory);
    const double start = loading.clock();
    const Loaded loaded = load(arguments);
    const RuleSheetFacts facts = loaded.sheet.facts();
    std::string text =
        fmt::format("roles: {}\nrules: {} (`or` multiplied out)\n", fmt::join(facts.roles, " "), facts.rules);
    if (facts.ground) {
        text += fmt::format("fluents: {}\nmoves: {}\nground rules: {}\ngates: {}\nrings: {}\n", facts.fluents,
                            facts.moves, facts.ground_rules, facts.gates, facts.rings);
    } else {
        text += fmt::format("not grounded: {}; the rules are asked themselves\n", facts.why_not);
    }
    text += fmt::format("loaded in: {:.3f} s\n", loaded.seconds);
    print(text);
    // The rules themselves may not be able to tell the first state in time.
    loaded.sheet.replay(
        "", "", Shown::spelled, [](const GamePosition& position) { print(text_of(position)); },
        [&] { return loading.clock() - start > loading.seconds; });
    return exit_result;
}

int gdl_simulate(const GdlArguments& arguments) {
    const bool endless = arguments.playouts && !arguments.seconds;
    const double seconds = arguments.seconds ? positive_real("--seconds", *arguments.seconds) : 10;
    const std::int64_t steps =
        arguments.steps ? integer("--steps", *arguments.steps, 1, 1'000'000'000) : 10'000;
    const std::int64_t playouts =
        arguments.playouts ? integer("--playouts", *arguments.playouts, 1, std::int64_t{1} << 53) : 0;
    const std::uint64_t seed = seed_or_default(arguments.seed);
    const Loaded loaded = load(arguments);
    const StopRequest& stop =
        stop_on_signals();  // before there is anything to tell, a signal just ends the program
    const Clock clock = steady_clock();
    const double start = clock();
    const auto over = [&] { return stop.load() || (!endless && clock() - start >= seconds); };
    const SimulationReport report = loaded.sheet.simulate(seed, playouts, steps, over, clock);
    // No game was over: by time or by a signal.
    const int code = report.playouts > 0 ? exit_result
                     : stop.load()       ? exit_interrupted
                                         : exit_limit(StopReason::seconds);
    const double took = std::max(report.seconds, 1e-9);
    const auto games = static_cast<double>(std::max<std::int64_t>(report.playouts, 1));
    const double length = static_cast<double>(report.transitions) / games;
    if (arguments.json) {
        Json goals = Json::object();
        for (const auto& [role, goal] : report.mean_goals) goals[role] = goal;
        const Json json = {{"playouts", report.playouts},
                           {"transitions", report.transitions},
                           {"playouts_per_second", static_cast<double>(report.playouts) / took},
                           {"transitions_per_second", static_cast<double>(report.transitions) / took},
                           {"mean_length", length},
                           {"mean_goals", goals},
                           {"cut", report.cut},
                           {"stuck", report.stuck},
                           {"seed", seed},
                           {"seconds", report.seconds},
                           {"load_seconds", loaded.seconds},
                           {"ground", loaded.sheet.facts().ground}};
        print(json_text(json));
        return code;
    }
    std::string text = fmt::format(
        "{} playouts in {:.2f} s (loaded in {:.3f} s): {}/s, {} transitions/s, {:.1f} moves a game\n",
        report.playouts, report.seconds, loaded.seconds,
        short_count(static_cast<double>(report.playouts) / took),
        short_count(static_cast<double>(report.transitions) / took), length);
    for (const auto& [role, goal] : report.mean_goals)
        text += fmt::format("mean goal of {}: {:.1f}\n", role, goal);
    if (report.cut > 0) text += fmt::format("{} games were cut after {} steps (--steps)\n", report.cut, steps);
    if (report.stuck > 0)
        text += fmt::format("{} games ended where somebody had no legal move\n", report.stuck);
    print(text);
    return code;
}

int gdl_replay(const GdlArguments& arguments) {
    const std::string moves = has_moves(arguments) ? read_text_file(*arguments.moves) : "";
    const Loaded loaded = load(arguments);
    const Shown shown = arguments.json ? Shown::canonical : Shown::spelled;
    loaded.sheet.replay(
        moves, arguments.moves.value_or(""), shown,
        [&](const GamePosition& position) {
            print(arguments.json ? json_text(json_of(position)) : text_of(position) + "\n");
        },
        never_over);
    return exit_result;
}

}  // namespace playout::cli
