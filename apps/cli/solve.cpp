#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

#include "apps/cli/arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/output.h"
#include "apps/cli/progress.h"
#include "apps/cli/signals.h"
#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/catalogue/catalogue.h"

namespace playout::cli {
namespace {

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

Request request_of(const SolveArguments& arguments) {
    Request request;
    request.domain = arguments.domain;
    request.instance = name_or_empty("INSTANCE", arguments.instance);
    request.algorithm = name_or_empty("--algorithm", arguments.algorithm);
    request.strategy = name_or_empty("--strategy", arguments.strategy);
    request.settings = parse_settings(arguments.settings);
    request.seed = seed_or_default(arguments.seed);
    if (arguments.threads)
        request.threads = static_cast<int>(integer("--threads", *arguments.threads, 1, 1024));
    Limits& limits = request.limits;
    if (arguments.seconds) limits.seconds = positive_real("--seconds", *arguments.seconds);
    if (arguments.playouts) limits.playouts = integer("--playouts", *arguments.playouts, 1, unlimited);
    if (arguments.nodes) limits.nodes = integer("--nodes", *arguments.nodes, 1, unlimited);
    if (arguments.memory) limits.memory = bytes("--memory", *arguments.memory);
    if (arguments.target) limits.target = real("--target", *arguments.target);
    return request;
}

// The moves of a record of the same instance, to begin with.
std::vector<std::string> start_moves(const std::string& file, const Request& request, const Problem& problem) {
    const Record record = parse_record(read_text_file(file), file);
    if (record.domain != request.domain)
        throw InputError(file, fmt::format("a record of {}, expected {}", record.domain, request.domain));
    if (record.instance_hash != problem.hash()) throw InputError(file, "a record of another instance");
    const Replayed replayed = problem.replay(record.moves);
    if (replayed.complaint) throw InputError(file, "moves: " + *replayed.complaint);
    return record.moves;
}

std::string trace_text(const Record& record) {
    std::string text = "seconds,playouts,value,violation\n";
    for (const TracePoint& point : record.trace)
        fmt::format_to(std::back_inserter(text), "{:.6f},{},{},{}\n", point.seconds, point.playouts,
                       number_text(point.outcome.value), number_text(point.outcome.violation));
    return text;
}

// The first moves, repeated ones as "take x24".
std::string moves_text(const std::vector<std::string>& moves) {
    constexpr std::size_t most_shown = 60;
    std::string text;
    std::size_t shown = 0;
    std::size_t i = 0;
    for (; i < moves.size() && shown < most_shown; ++shown) {
        std::size_t end = i;
        while (end < moves.size() && moves[end] == moves[i]) ++end;
        text += " " + moves[i] + (end - i > 1 ? fmt::format(" x{}", end - i) : "");
        i = end;
    }
    return i < moves.size() ? text + fmt::format(" ... ({} in all)", moves.size()) : text;
}

std::string summary_text(const Record& record, const Terminal& terminal) {
    std::string text;
    if (record.outcome) {
        text += fmt::format("{} {}", terminal.bold("value"), terminal.bold(number_text(record.outcome->value)));
        if (!record.outcome->feasible())
            text += fmt::format(", infeasible (violation {})", number_text(record.outcome->violation));
        if (record.optimal) text += ", optimal (proved)";
    } else {
        text += "no solution found";
    }
    text += fmt::format("; {}{}, seed {}, {}: {} playouts", record.algorithm,
                        record.strategy ? " with " + *record.strategy : "", record.seed,
                        short_seconds(record.seconds), record.playouts);
    if (record.nodes > 0) text += fmt::format(", {} nodes", record.nodes);
    text += fmt::format("; stopped by {}\n", to_text(record.stopped_by));
    if (record.details.contains("runs")) {
        const Json& runs = record.details["runs"];
        if (runs["values"].empty()) return text + "interrupted before the first run was finished\n";
        if (runs["values"].size() < runs["requested"]) text += "interrupted; of those that were finished: ";
        if (!runs.contains("mean"))
            return text + fmt::format("{} runs, none feasible\n", runs["values"].size());
        text += fmt::format("{} runs: mean {:.2f}, deviation {:.2f}, least {}, most {}\n",
                            runs["values"].size(), runs["mean"].get<double>(), runs["deviation"].get<double>(),
                            number_text(runs["least"].get<double>()), number_text(runs["most"].get<double>()));
    }
    return text;
}

void show(const SolveArguments& arguments, const Problem& problem, const Record& record) {
    const Terminal terminal = terminal_of(stdout);
    std::string text;
    if (!arguments.quiet) {
        text += fmt::format("{} {}: {}\n", record.domain, printable(record.instance), problem.summary());
        if (record.outcome) {
            text += problem.terminal_picture(record.moves, terminal);
            if (!record.moves.empty()) text += "moves" + moves_text(record.moves) + "\n";
        }
    }
    print(text + summary_text(record, terminal));
    if (arguments.replay && record.outcome)
        problem.show_game(record.moves, terminal, [](const std::string& frame) { print(frame); });
}

int exit_code(const Record& record) {
    if (record.outcome) return exit_result;
    if (record.stopped_by == StopReason::exhausted) return exit_nothing_found;
    return exit_limit(record.stopped_by);
}

}  // namespace

int solve(const SolveArguments& arguments) {
    if (arguments.json && arguments.replay) throw UsageError("--replay: cannot go with --json");
    Request request = request_of(arguments);
    const int runs = arguments.runs ? static_cast<int>(integer("--runs", *arguments.runs, 1, 1'000'000)) : 1;
    request = completed(request);
    const std::string start = name_or_empty("--start", arguments.start);
    const std::unique_ptr<Problem> problem =
        open_problem(request, loading_of(arguments.load_seconds, arguments.memory));
    problem->validate(request);
    if (arguments.picture && !problem->has_svg_picture())
        throw UsageError(fmt::format("--picture: domain {} draws none", request.domain));
    if (!start.empty()) request.start = start_moves(start, request, *problem);
    const StopRequest& stop = stop_on_signals();  // from here on there are parts of files to be removed
    OutputFiles files({{"--record", name_or_empty("--record", arguments.record)},
                       {"--trace", name_or_empty("--trace", arguments.trace)},
                       {"--picture", name_or_empty("--picture", arguments.picture)}},
                      request.instance);

    LiveLine live(is_terminal(stderr) && !arguments.quiet);
    Surroundings surroundings;
    surroundings.observer = &live;
    surroundings.stop_request = &stop;
    const Record record = run_many(*problem, request, runs, surroundings, [&](int number) {
        live.start(runs > 1 ? fmt::format("run {} of {}  ", number, runs) : "");
    });
    live.wipe();

    files.write("--record", [&] { return to_text(record); });
    files.write("--trace", [&] { return trace_text(record); });
    if (record.outcome) files.write("--picture", [&] { return problem->svg_picture(record.moves); });
    if (arguments.json) {
        print(to_text(record));
    } else {
        show(arguments, *problem, record);
    }
    files.report_failures();
    return exit_code(record);
}

}  // namespace playout::cli
