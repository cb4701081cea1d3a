#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <new>
#include <sstream>

#include "apps/cli/commands.h"
#include "apps/cli/output.h"
#include "apps/cli/signals.h"
#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/base/version.h"
#include "playout/base/watch.h"

namespace playout::cli {
namespace {

// option(name, value, type, meaning) adds one to the command.
auto options_of(CLI::App* command) {
    return [command](const char* name, auto& value, const char* type, const char* meaning) {
        return command->add_option(name, value, meaning)->type_name(type);
    };
}

// How a command reads rule sheets.
void add_names(CLI::App* command, std::optional<std::string>& names) {
    options_of(command)("--names", names, "exact|folded",
                        "whether names of a rule sheet that differ only in case are two (exact), or one");
}

// What ends a run and where its results go, for `solve` and `resume`.
void add_run(CLI::App* command, SolveArguments& arguments, bool resumes) {
    const auto option = options_of(command);
    option("--seconds", arguments.seconds, "S",
           resumes ? "go on for this time; without any limit, for what is left of the run's own"
                   : "end after this time (10, unless playouts or nodes are given)");
    option("--playouts", arguments.playouts, "N",
           resumes ? "for so many playouts more" : "end after so many playouts");
    option("--nodes", arguments.nodes, "N", resumes ? "for so many nodes more" : "end after so many nodes");
    option("--target", arguments.target, "V", "end when a value this good is found");
    option("--memory", arguments.memory, "SIZE",
           resumes ? "keep no more than this (as before)" : "keep no more than this, such as 200M or 4G (4G)");
    option("--load-seconds", arguments.load_seconds, "S", "of rule sheets: load them in this time (60)");
    option("--checkpoint", arguments.checkpoint, "FILE",
           resumes ? "save the run there (the same file)"
                   : "save the run now and then and at its end; `playout resume FILE` goes on with it");
    option("--checkpoint-seconds", arguments.checkpoint_seconds, "S", "how often (60)");
    option("--record", arguments.record, "FILE.json", "write the record of the run");
    option("--picture", arguments.picture, "FILE.svg", "draw the solution");
    option("--trace", arguments.trace, "FILE.csv", "write when which value was found");
    command->add_flag("--json", arguments.json, "print the record and nothing else");
    command->add_flag("--replay", arguments.replay, "show the best solution move by move");
    command->add_flag("-q,--quiet", arguments.quiet, "no live line and no picture");
}

void add_solve(CLI::App& app, SolveArguments& arguments) {
    CLI::App* solve = app.add_subcommand("solve", "search for the best solution of an instance");
    const auto option = options_of(solve);
    option("DOMAIN", arguments.domain, "", "what kind of problem (`playout domains` lists them)")->required();
    option("INSTANCE", arguments.instance, "",
           "its file, or - for standard input; without one, a built-in one");
    option("-a,--algorithm", arguments.algorithm, "NAME", "how to search (`playout algorithms` lists them)");
    option("--set", arguments.settings, "KEY=VALUE", "a setting of the algorithm, the strategy or the domain")
        ->allow_extra_args(false);
    option("--strategy", arguments.strategy, "NAME", "how playouts choose moves (`playout domains NAME`)");
    option("--seed", arguments.seed, "N", "of the random numbers (1); same seed and work, same result");
    option("--threads", arguments.threads, "N", "only 1 so far");
    option("--runs", arguments.runs, "K", "run with so many seeds; reports the best, the mean and the spread");
    option("--start", arguments.start, "RECORD.json", "begin with the solution of a record");
    add_run(solve, arguments, false);

    CLI::App* resume = app.add_subcommand("resume", "go on with a run that was saved to a checkpoint");
    options_of(resume)("FILE", arguments.checkpoint_file, "", "what --checkpoint wrote")->required();
    add_run(resume, arguments, true);
}

void add_gdl(CLI::App& app, GdlArguments& arguments) {
    CLI::App* gdl = app.add_subcommand("gdl", "rule sheets of games: check, show, play at random, replay");
    gdl->require_subcommand(1);
    const auto command = [&](const char* name, const char* meaning) {
        CLI::App* added = gdl->add_subcommand(name, meaning);
        added->add_option("FILE", arguments.file, "the rule sheet, or - for standard input")
            ->required()
            ->type_name("");
        add_names(added, arguments.names);
        return added;
    };
    CLI::App* check = command("check", "whether a sheet is valid: warnings, or the first error with its line");
    CLI::App* show = command("show", "what a sheet has: its size, grounded, and the initial state");
    CLI::App* simulate = command("simulate", "random games: how many a second, how long, who wins");
    simulate->add_option("--seconds", arguments.seconds, "for so long (10); loading does not count")
        ->type_name("S");
    simulate->add_option("--playouts", arguments.playouts, "or so many games")->type_name("N");
    simulate->add_option("--steps", arguments.steps, "cut a game there (10000)")->type_name("N");
    simulate->add_option("--seed", arguments.seed, "of the random numbers (1)")->type_name("N");
    CLI::App* replay = command("replay", "every state of a game");
    replay->add_option("--moves", arguments.moves, "a joint move a line: a term of each role, in their order")
        ->type_name("FILE");
    for (CLI::App* one : {simulate, replay}) one->add_flag("--json", arguments.json, "for programs");
    for (CLI::App* one : {check, show, simulate, replay}) {
        const auto option = options_of(one);
        option("--load-seconds", arguments.load_seconds, "S", "load the sheet in this time (60)");
        option("--memory", arguments.memory, "SIZE", "loading takes no more than this, such as 500M (4G)");
        if (one == check) continue;
        one->add_flag("--prove", arguments.prove, "ask the rules themselves instead of grounding them (slow)");
    }
}

void add_scsp(CLI::App& app, ScspArguments& arguments) {
    CLI::App* scsp =
        app.add_subcommand("scsp", "stochastic constraint networks, and rounds of games as such: show, solve");
    scsp->require_subcommand(1);
    CLI::App* show = scsp->add_subcommand("show", "what a network has, and its text");
    CLI::App* solve = scsp->add_subcommand(
        "solve", "its solutions, and the policies of the best expected utility; of a game, its first round");
    CLI::App* check = scsp->add_subcommand("check", "whether a game's rounds, solved, are what its rules say");
    CLI::App* rate = scsp->add_subcommand("rate", "how many of a game's rounds are solved in a second");
    for (CLI::App* command : {show, solve})
        options_of(command)("FILE", arguments.file, "",
                            "the network or the rule sheet, or - for standard input")
            ->required();
    for (CLI::App* command : {check, rate})
        options_of(command)("GAME", arguments.file, "", "the rule sheet")->required();
    for (CLI::App* command : {show, solve, check, rate}) {
        const auto option = options_of(command);
        option("--rows", arguments.rows, "N", "of games: at most so many in a table, else formulas (2000)");
        option("--skip", arguments.skip, "A,B,...",
               "of games: do without merge, unary, universal, singleton or all of this preprocessing");
        option("--load-seconds", arguments.load_seconds, "S", "of games: load them in this time (60)");
        option("--memory", arguments.memory, "SIZE", "of games: loading takes no more than this (4G)");
        command->add_flag("--json", arguments.json, "for programs");
        add_names(command, arguments.names);
    }
    for (CLI::App* command : {check, rate}) {
        const auto option = options_of(command);
        option("--states", arguments.states, "N", "of random games (1000)");
        option("--seed", arguments.seed, "N", "of the random numbers (1)");
    }
    options_of(solve)("--seconds", arguments.seconds, "S", "end after this time (10)");
    options_of(rate)("--seconds", arguments.seconds, "S", "for each solver (3)");
    show->add_flag("--brief", arguments.brief, "without the text");
}

void add_match(CLI::App& app, MatchArguments& arguments) {
    CLI::App* match = app.add_subcommand("match", "play games between players, here or on the network");
    const auto option = options_of(match);
    match->add_option("GAME", arguments.files, "rule sheets")->required()->type_name("");
    option(
        "--players", arguments.players, "A,B,...",
        "uct, mac-ucb, fc-ucb, random, legal or http://HOST:PORT, with settings as in \"uct c=0.5\"; more than "
        "there are roles: every choice of them meets; fewer: the last one plays several roles")
        ->required();
    option("--matches", arguments.matches, "N",
           "so many of the same players, who change seats; new draws of chance when all had all seats (1)");
    option("--move-seconds", arguments.move_seconds, "S",
           "to think before a move (1); players on the network get whole seconds, rounded up, as others count");
    option("--start-seconds", arguments.start_seconds, "S",
           "to think before the first move (0; with players on the network 10); likewise");
    match->add_flag("--exact-clocks", arguments.exact_clocks,
                    "players on the network get fractions of seconds too, which not all understand");
    option("--playouts", arguments.playouts, "N", "at most so many random games before a move");
    option("--steps", arguments.steps, "N", "cut a match there (1000)");
    option("--memory", arguments.memory, "SIZE",
           "of every player's tree, such as 500M (1G), and of loading the rules (4G)");
    option("--load-seconds", arguments.load_seconds, "S", "load each sheet in this time (60)");
    option("--seed", arguments.seed, "N", "of the random numbers (1)");
    option("--records", arguments.records, "FOLDER", "write a record of every match there");
    option("--results", arguments.results, "FILE",
           "add every match to this file, and do not play those it has");
    add_names(match, arguments.names);
    match->add_flag("--json", arguments.json, "for programs: the standings and all matches");
    match->add_flag("--table", arguments.table, "only tables at the end: the players, and the games");
}

void add_player(CLI::App& app, PlayerArguments& arguments) {
    CLI::App* player = app.add_subcommand("player", "a player for game managers (the GGP protocol, over HTTP)");
    const auto option = options_of(player);
    option("--port", arguments.port, "N", "where it listens (9147); 0: any that is free");
    option("--bind", arguments.bind, "ADDRESS", "0.0.0.0: for everybody (127.0.0.1: for this machine only)");
    option("--player", arguments.player, "NAME", "who plays, as in `playout players`, with settings (uct)");
    option("--name", arguments.name, "NAME", "what it calls itself");
    option("--margin", arguments.margin, "S", "kept back of every clock (a fifth of it, at most 0.5)");
    option("--memory", arguments.memory, "SIZE",
           "of its tree, such as 500M (1G), and of loading the rules (4G)");
    option("--seed", arguments.seed, "N", "of the random numbers (1)");
    add_names(player, arguments.names);
    player->add_flag("-q,--quiet", arguments.quiet, "no line for every message");
}

// What was parsed, and where to go with it.
struct CommandLine {
    CLI::App app{"playout: Monte-Carlo search for puzzles, optimisation and games", "playout"};
    SolveArguments solve;
    GdlArguments gdl;
    ScspArguments scsp;
    MatchArguments match;
    PlayerArguments player;
    std::string record_file, domain, domain_name, algorithm_name, list_file;
    std::optional<std::string> instance, seed;
    std::vector<std::string> settings;

    CommandLine() {
        app.require_subcommand(1);
        add_solve(app, solve);
        CLI::App* check = app.add_subcommand("check", "replay a record and say what is wrong with it");
        check->add_option("RECORD", record_file, "the record's file")->required()->type_name("");
        check->add_option("--instance", instance, "the instance's file, if it is not where the record says")
            ->type_name("FILE");
        CLI::App* generate = app.add_subcommand("generate", "print a new instance");
        generate->add_option("DOMAIN", domain, "what kind of problem")->required()->type_name("");
        generate->add_option("--set", settings, "a setting (`playout domains NAME` lists them)")
            ->type_name("KEY=VALUE")
            ->allow_extra_args(false);
        generate->add_option("--seed", seed, "of the random numbers (1)")->type_name("N");
        CLI::App* domains = app.add_subcommand("domains", "list the domains, or tell all about one");
        domains->add_option("NAME", domain_name, "the domain")->type_name("");
        CLI::App* algorithms = app.add_subcommand("algorithms", "list the algorithms, or tell all about one");
        algorithms->add_option("NAME", algorithm_name, "the algorithm")->type_name("");
        app.add_subcommand("players", "list the players of games, with their settings");
        CLI::App* bench = app.add_subcommand("bench", "fixed work: one signature, and the speed beside it");
        bench->add_option("LIST", list_file, "a file of runs; without one, the list of the signature")
            ->type_name("");
        add_gdl(app, gdl);
        add_scsp(app, scsp);
        add_match(app, match);
        add_player(app, player);
        const std::string version_text = fmt::format("playout {}", version());
        app.set_version_flag("--version", version_text);
        for (CLI::App* command : app.get_subcommands({})) command->set_version_flag("--version", version_text);
    }

    int run() const {
        const std::string command = app.get_subcommands().at(0)->get_name();
        if (command == "solve") return cli::solve(solve);
        if (command == "resume") return cli::resume(solve);
        if (command == "check") return cli::check(record_file, instance);
        if (command == "generate") return cli::generate(domain, settings, seed);
        if (command == "domains") return cli::list_domains(domain_name);
        if (command == "players") return cli::list_players();
        if (command == "algorithms") return cli::list_algorithms(algorithm_name);
        if (command == "bench") return cli::bench(list_file);
        if (command == "match") return cli::match(match);
        if (command == "player") return cli::player(player);
        const std::string part = app.get_subcommands().at(0)->get_subcommands().at(0)->get_name();
        if (command == "scsp")
            return part == "show"    ? cli::scsp_show(scsp)
                   : part == "solve" ? cli::scsp_solve(scsp)
                   : part == "check" ? cli::scsp_check(scsp)
                                     : cli::scsp_rate(scsp);
        if (part == "check") return cli::gdl_check(gdl);
        if (part == "show") return cli::gdl_show(gdl);
        if (part == "simulate") return cli::gdl_simulate(gdl);
        return cli::gdl_replay(gdl);
    }
};

// One line of at most 300 bytes, whatever a path or a file may hold.
int complain(const std::string& what, int code) {
    constexpr std::size_t longest = 300 - 3;  // then "..."
    std::fputs((excerpt("playout: " + what, longest) + "\n").c_str(), stderr);
    return code;
}

int parse_and_run(CommandLine& line, int count, char** words) {
    try {
        line.app.parse(count, words);
    } catch (const CLI::Success& asked) {  // --help, --version
        std::ostringstream text;
        line.app.exit(asked, text, text);
        print(text.str());
        return exit_result;
    } catch (const CLI::ParseError& error) {
        throw UsageError(fmt::format("{} (see playout --help)", error.what()));
    }
    return line.run();
}

int run(int count, char** words) {
    try {
        CommandLine line;
        const int code = parse_and_run(line, count, words);
        close_standard_output();
        return code;
    } catch (const UsageError& error) {
        return complain(error.what(), exit_usage);
    } catch (const InputError& error) {
        return complain(error.what(), exit_input);
    } catch (const WorkEnded&) {
        return complain("the rules could not be loaded in time; see --load-seconds",
                        exit_limit(StopReason::seconds));
    } catch (const std::bad_alloc&) {
        return complain("out of memory; set a lower --memory", exit_limit(StopReason::memory));
    } catch (const std::exception& error) {
        return complain(fmt::format("this is a bug: {}", error.what()), exit_bug);
    }
}

}  // namespace
}  // namespace playout::cli

int main(int count, char** words) {
    playout::cli::end_on_signals();
    playout::cli::reserve_standard_streams();
    return playout::cli::run(count, words);
}
