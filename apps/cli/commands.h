// The commands of the program. Each takes what was written on the command line and returns an exit code; errors
// are thrown and become one line and a code in main.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "playout/run/budget.h"

namespace playout::cli {

// 0 a result; 10-19 ended without one; 20-29 a limit hit before any; 30 bad usage; 31 bad input; 39 a bug.
enum ExitCode {
    exit_result = 0,
    exit_nothing_found = 10,
    exit_usage = 30,  // also what cannot be written
    exit_input = 31,
    exit_bug = 39
};

// Ended by this before there was a result: 20 seconds, 21 playouts, 22 nodes, 23 memory, 24 target, 25
// interrupt.
constexpr int exit_limit(StopReason reason) {
    return 20 + static_cast<int>(reason) - static_cast<int>(StopReason::seconds);
}
inline constexpr int exit_interrupted = exit_limit(StopReason::interrupt);

// Texts as written; an absent one was not given.
struct SolveArguments {
    std::string domain;
    std::optional<std::string> instance, algorithm, strategy;
    std::vector<std::string> settings;
    std::optional<std::string> seconds, playouts, nodes, memory, target, seed, threads, runs, load_seconds;
    std::optional<std::string> record, picture, trace, start, checkpoint, checkpoint_seconds;
    std::string checkpoint_file;  // to go on from
    bool json = false;
    bool quiet = false;
    bool replay = false;
};
int solve(const SolveArguments& arguments);
int resume(const SolveArguments& arguments);

int check(const std::string& record_file, const std::optional<std::string>& instance);
int generate(const std::string& domain, const std::vector<std::string>& settings,
             const std::optional<std::string>& seed);
int list_domains(const std::string& name);
int list_algorithms(const std::string& name);
int list_players();
int bench(const std::string& list_file);

struct GdlArguments {
    std::string file;
    std::optional<std::string> seconds, playouts, steps, seed, moves, load_seconds, memory, names;
    bool json = false;
    bool prove = false;  // ask the rules themselves
};
int gdl_check(const GdlArguments& arguments);
int gdl_show(const GdlArguments& arguments);
int gdl_simulate(const GdlArguments& arguments);
int gdl_replay(const GdlArguments& arguments);

struct ScspArguments {
    std::string file;
    std::optional<std::string> seconds, rows, skip, states, seed, load_seconds, memory, names;
    bool json = false;
    bool brief = false;
};
int scsp_show(const ScspArguments& arguments);
int scsp_solve(const ScspArguments& arguments);
int scsp_check(const ScspArguments& arguments);
int scsp_rate(const ScspArguments& arguments);

struct MatchArguments {
    std::vector<std::string> files;
    std::string players;
    std::optional<std::string> matches, move_seconds, start_seconds, playouts, steps, memory, seed, records;
    std::optional<std::string> results, load_seconds, names;
    bool exact_clocks = false;
    bool json = false;
    bool table = false;
};
int match(const MatchArguments& arguments);

struct PlayerArguments {
    std::optional<std::string> port, bind, player, name, margin, memory, seed, names;
    bool quiet = false;
};
int player(const PlayerArguments& arguments);

}  // namespace playout::cli
