#include <fmt/format.h>

#include <algorithm>
#include <functional>
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

constexpr double default_checkpoint_seconds = 60;
constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

Limits limits_of(const SolveArguments& arguments) {
    Limits limits;
    if (arguments.seconds) limits.seconds = positive_real("--seconds", *arguments.seconds);
    if (arguments.playouts) limits.playouts = integer("--playouts", *arguments.playouts, 1, unlimited);
    if (arguments.nodes) limits.nodes = integer("--nodes", *arguments.nodes, 1, unlimited);
    if (arguments.memory) limits.memory = bytes("--memory", *arguments.memory);
    if (arguments.target) limits.target = real("--target", *arguments.target);
    return limits;
}

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
    request.limits = limits_of(arguments);
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
    constexpr std::size_t max_shown = 60;
    std::string text;
    std::size_t shown = 0;
    std::size_t i = 0;
    for (; i < moves.size() && shown < max_shown; ++shown) {
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

// What is needed to save a run, or nothing.
std::unique_ptr<CheckpointWriter> writer_of(const SolveArguments& arguments, const std::string& file) {
    if (arguments.checkpoint_seconds && file.empty())
        throw UsageError("--checkpoint-seconds: goes with --checkpoint");
    if (file.empty()) return nullptr;
    const double seconds = arguments.checkpoint_seconds
                               ? positive_real("--checkpoint-seconds", *arguments.checkpoint_seconds)
                               : default_checkpoint_seconds;
    return std::make_unique<CheckpointWriter>(file, seconds);
}

// The run's last checkpoint is on the disk, or it is said why not.
void finish_checkpoints(const SolveArguments& arguments, CheckpointWriter* writer) {
    if (!writer) return;
    writer->finish();
    if (arguments.json || arguments.quiet) return;
    print(fmt::format("checkpoint {}: {} written, the last of {} in {}; the longest pause {}\n",
                      printable(writer->path()), writer->saved(),
                      short_bytes(static_cast<double>(writer->bytes())),
                      short_seconds(writer->seconds_to_write()), short_seconds(writer->longest_pause())));
}

// Runs what was prepared and puts the results where they are wanted. `run` is given what surrounds it.
int run_and_show(const SolveArguments& arguments, const Problem& problem, const Request& request,
                 const std::string& checkpoint_file,
                 const std::function<Record(const Surroundings&, LiveLine&)>& run) {
    if (arguments.json && arguments.replay) throw UsageError("--replay: cannot go with --json");
    if (arguments.picture && !problem.has_svg_picture())
        throw UsageError(fmt::format("--picture: domain {} draws none", request.domain));
    const StopRequest& stop = stop_on_signals();  // from here on there are parts of files to be removed
    OutputFiles files({{"--record", name_or_empty("--record", arguments.record)},
                       {"--trace", name_or_empty("--trace", arguments.trace)},
                       {"--picture", name_or_empty("--picture", arguments.picture)}},
                      request.instance);
    const std::unique_ptr<CheckpointWriter> writer = writer_of(arguments, checkpoint_file);

    LiveLine live(is_terminal(stderr) && !arguments.quiet);
    Surroundings surroundings;
    surroundings.observer = &live;
    surroundings.stop_request = &stop;
    surroundings.checkpoints = writer.get();
    const Record record = run(surroundings, live);
    live.wipe();

    files.write("--record", [&] { return to_text(record); });
    files.write("--trace", [&] { return trace_text(record); });
    if (record.outcome) files.write("--picture", [&] { return problem.svg_picture(record.moves); });
    if (arguments.json) {
        print(to_text(record));
    } else {
        show(arguments, problem, record);
    }
    files.report_failures();
    finish_checkpoints(arguments, writer.get());
    return exit_code(record);
}

}  // namespace

int solve(const SolveArguments& arguments) {
    Request request = completed(request_of(arguments));
    const int runs = arguments.runs ? static_cast<int>(integer("--runs", *arguments.runs, 1, 1'000'000)) : 1;
    const std::string checkpoint = name_or_empty("--checkpoint", arguments.checkpoint);
    if (runs > 1 && !checkpoint.empty()) throw UsageError("--checkpoint: cannot go with --runs");
    const std::string start = name_or_empty("--start", arguments.start);
    const std::unique_ptr<Problem> problem =
        open_problem(request, loading_of(arguments.load_seconds, arguments.memory));
    problem->validate(request);
    if (!start.empty()) request.start = start_moves(start, request, *problem);
    return run_and_show(arguments, *problem, request, checkpoint,
                        [&](const Surroundings& surroundings, LiveLine& live) {
                            return run_many(*problem, request, runs, surroundings, [&](int number) {
                                live.start(runs > 1 ? fmt::format("run {} of {}  ", number, runs) : "");
                            });
                        });
}

int resume(const SolveArguments& arguments) {
    CheckpointReader saved(arguments.checkpoint_file);
    Limits& limits = saved.head().request.limits;
    if (arguments.memory) limits.memory = limits_of(arguments).memory;
    if (arguments.target) limits.target = limits_of(arguments).target;
    const Request& request = saved.head().request;
    const std::unique_ptr<Problem> problem =
        open_problem(saved, loading_of(arguments.load_seconds, arguments.memory));
    std::string checkpoint = name_or_empty("--checkpoint", arguments.checkpoint);
    if (checkpoint.empty()) checkpoint = arguments.checkpoint_file;
    return run_and_show(arguments, *problem, request, checkpoint,
                        [&](Surroundings surroundings, LiveLine& live) {
                            live.start("");
                            if (arguments.seconds || arguments.playouts || arguments.nodes)
                                surroundings.more = limits_of(arguments);
                            return resume(*problem, saved, surroundings);
                        });
}

}  // namespace playout::cli
