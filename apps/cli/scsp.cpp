#include <fmt/format.h>

#include "apps/cli/arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/output.h"
#include "apps/cli/signals.h"
#include "playout/base/clock.h"
#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/catalogue/rounds.h"
#include "playout/catalogue/scsp.h"
#include "playout/record/json.h"

namespace playout::cli {
namespace {

std::string numbers(const std::vector<double>& all) {
    std::string text;
    for (const double one : all) text += (text.empty() ? "" : " ") + number_text(one);
    return text;
}

// Choices one below the other; what follows a draw is set in.
std::string text_of(const std::vector<PolicyStep>& steps, std::size_t depth) {
    std::string text;
    for (const PolicyStep& step : steps)
        for (const PolicyStep::Way& way : step.ways) {
            text += std::string(2 * depth, ' ') + step.variable + " = " + way.value;
            if (step.drawn) text += fmt::format(" (drawn with {})", number_text(way.chance));
            text += "\n" + text_of(way.next, step.ways.size() > 1 ? depth + 1 : depth);
        }
    return text;
}

Json json_of(const std::vector<PolicyStep>& steps) {
    if (steps.empty()) return nullptr;
    Json ways = Json::array();
    for (const PolicyStep::Way& way : steps[0].ways)
        ways.push_back({{"value", way.value}, {"chance", way.chance}, {"next", json_of(way.next)}});
    return {{"variable", steps[0].variable}, {"drawn", steps[0].drawn}, {"ways", std::move(ways)}};
}

std::string line_of(const NetworkFacts& facts) {
    return fmt::format(
        "{} players, {} variables ({} drawn), largest domain {}, {} tables with {} rows, {} formulas, {} "
        "derivations, {} utilities, {} probabilities",
        facts.players, facts.variables, facts.stochastic, facts.largest_domain, facts.tables, facts.tuples,
        facts.formulas, facts.derivations, facts.utilities, facts.probabilities);
}

Json json_of(const NetworkFacts& facts) {
    return {{"players", facts.players},       {"variables", facts.variables},
            {"stochastic", facts.stochastic}, {"largest_domain", facts.largest_domain},
            {"tables", facts.tables},         {"rows", facts.tuples},
            {"formulas", facts.formulas},     {"derivations", facts.derivations},
            {"utilities", facts.utilities},   {"probabilities", facts.probabilities}};
}

RoundsRequest rounds_request(const ScspArguments& arguments) {
    RoundsRequest request;
    request.loading = loading_of(arguments.load_seconds, arguments.memory);
    request.names = name_case(arguments.names);
    if (arguments.rows)
        request.rows = static_cast<std::size_t>(integer("--rows", *arguments.rows, 0, 10'000'000));
    std::string word;
    for (const char letter : arguments.skip.value_or("") + ",") {
        if (letter != ',') {
            word += letter;
            continue;
        }
        if (word == "merge")
            request.preprocess.merge = false;
        else if (word == "unary")
            request.preprocess.unary = false;
        else if (word == "universal")
            request.preprocess.universal = false;
        else if (word == "singleton")
            request.preprocess.singleton = false;
        else if (word == "all")
            request.preprocessed = false;
        else if (!word.empty() || arguments.skip)
            throw UsageError("--skip: expected merge, unary, universal, singleton or all, not '" + word + "'");
        word.clear();
    }
    // Searching large networks for singletons takes minutes, and finds hardly any.
    const Clock clock = steady_clock();
    request.preprocess.over = [clock, begin = std::optional<double>()]() mutable {
        if (!begin) begin = clock();
        return clock() - *begin > 5;
    };
    return request;
}

}  // namespace

int scsp_show(const ScspArguments& arguments) {
    const std::string text = read_text_file(arguments.file);
    if (!is_rule_sheet(text, arguments.file)) {
        const NetworkFacts facts = network_facts(text, arguments.file);
        print(arguments.json ? json_text(json_of(facts)) : "# " + line_of(facts) + "\n" + facts.text);
        return exit_result;
    }
    const RoundsFacts facts =
        SheetRounds(text, arguments.file, rounds_request(arguments)).facts(!arguments.brief);
    if (arguments.json) {
        Json json = json_of(facts.network);
        json["fluents"] = facts.fluents;
        json["state_variables"] = facts.state_variables;
        json["preprocessing"] = {{"merged", facts.preprocess.merged},
                                 {"unary", facts.preprocess.unary},
                                 {"universal", facts.preprocess.universal},
                                 {"removed", facts.preprocess.removed},
                                 {"possible", facts.preprocess.possible}};
        json["load_seconds"] = facts.load_seconds;
        json["build_seconds"] = facts.build_seconds;
        json["preprocess_seconds"] = facts.preprocess_seconds;
        print(json_text(json));
        return exit_result;
    }
    print(fmt::format(
        "# one round: {}\n# {} fluents are {} variables\n# preprocessing: {} tables merged, {} unary "
        "constraints, {} universal variables, {} values removed{}\n# seconds: {:.3f} to load, {:.3f} to "
        "build, {:.3f} to preprocess\n{}",
        line_of(facts.network), facts.fluents, facts.state_variables, facts.preprocess.merged,
        facts.preprocess.unary, facts.preprocess.universal, facts.preprocess.removed,
        facts.preprocess.possible ? "" : ", and there is no solution", facts.load_seconds, facts.build_seconds,
        facts.preprocess_seconds, facts.network.text));
    return exit_result;
}

int scsp_check(const ScspArguments& arguments) {
    const std::int64_t states =
        arguments.states ? integer("--states", *arguments.states, 1, 1'000'000'000) : 1000;
    const SheetRounds rounds(read_text_file(arguments.file), arguments.file, rounds_request(arguments));
    const StopRequest& stop = stop_on_signals();
    const RoundsCheck report =
        rounds.check(states, seed_or_default(arguments.seed), [&] { return stop.load(); });
    print(arguments.json ? json_text({{"states", report.states},
                                      {"solutions", report.solutions},
                                      {"differences", report.differences}})
                         : fmt::format("{} states with {} solutions, {} differ from the rules\n", report.states,
                                       report.solutions, report.differences));
    if (report.states == 0 && stop.load()) return exit_interrupted;
    return report.differences == 0 ? exit_result : exit_bug;
}

int scsp_rate(const ScspArguments& arguments) {
    const std::int64_t states =
        arguments.states ? integer("--states", *arguments.states, 1, 1'000'000'000) : 1000;
    const double seconds = arguments.seconds ? positive_real("--seconds", *arguments.seconds) : 3;
    const Clock clock = steady_clock();
    const SheetRounds rounds(read_text_file(arguments.file), arguments.file, rounds_request(arguments));
    const StopRequest& stop = stop_on_signals();
    Json all = Json::array();
    for (const SolvingRate& one :
         rounds.rates(states, seed_or_default(arguments.seed), seconds, clock, [&] { return stop.load(); })) {
        all.push_back({{"solver", one.solver}, {"rounds", one.rounds}, {"solutions", one.solutions}});
        if (!arguments.json)
            print(fmt::format("{:<8} {:>12.1f} rounds/s {:>14.1f} solutions/s\n", one.solver, one.rounds,
                              one.solutions));
    }
    if (arguments.json) print(json_text(all));
    return stop.load() ? exit_interrupted : exit_result;
}

namespace {

int exit_unfinished(const StopRequest& stop) {
    return stop.load() ? exit_interrupted : exit_limit(StopReason::seconds);
}

int solve_first_round(const ScspArguments& arguments, const std::string& text, double seconds) {
    const Clock clock = steady_clock();
    const SheetRounds rounds(text, arguments.file, rounds_request(arguments));
    const StopRequest& stop = stop_on_signals();
    const double begin = clock();
    const SheetRounds::FirstRound found =
        rounds.first_round(arguments.json, [&] { return stop.load() || clock() - begin >= seconds; });
    if (arguments.json) {
        Json all = Json::array();
        for (const RoundSolution& one : found.solutions)
            all.push_back({{"moves", one.moves}, {"next", one.next}});
        print(json_text(all));
    } else {
        print(fmt::format("the first round has {} solutions{}\n", found.solutions.size(),
                          found.complete ? "" : " and maybe more"));
        for (const RoundSolution& one : found.solutions)
            print(fmt::format("  {}\n", fmt::join(one.moves, "  ")));
    }
    if (!found.solutions.empty()) return exit_result;
    return found.complete ? exit_nothing_found : exit_unfinished(stop);
}

}  // namespace

int scsp_solve(const ScspArguments& arguments) {
    const double seconds = arguments.seconds ? positive_real("--seconds", *arguments.seconds) : 10;
    const std::string text = read_text_file(arguments.file);
    if (is_rule_sheet(text, arguments.file)) return solve_first_round(arguments, text, seconds);
    const StopRequest& stop = stop_on_signals();
    const Clock clock = steady_clock();
    const double begin = clock();
    const NetworkReport report =
        solve_network(text, arguments.file, [&] { return stop.load() || clock() - begin >= seconds; });
    const bool solved = !report.policies.empty() && report.policies[0].reaches_threshold;
    if (arguments.json) {
        Json policies = Json::array();
        for (const NetworkPolicy& one : report.policies)
            policies.push_back({{"expected", one.expected},
                                {"reaches_threshold", one.reaches_threshold},
                                {"policy", json_of(one.steps)}});
        print(json_text({{"solutions", report.solutions},
                         {"all_solutions", report.all_solutions},
                         {"choices", report.choices},
                         {"failures", report.failures},
                         {"threshold", report.threshold},
                         {"policies", policies},
                         {"all_policies", report.all_policies},
                         {"solved", solved},
                         {"seconds", clock() - begin}}));
    } else {
        print(fmt::format("solutions of the hard constraints: {}{} ({} choices, {} refuted)\n",
                          report.solutions, report.all_solutions ? "" : " and maybe more", report.choices,
                          report.failures));
        for (const NetworkPolicy& one : report.policies)
            print(fmt::format("policy worth {}{}:\n{}", numbers(one.expected),
                              one.reaches_threshold ? ", which reaches the threshold" : "",
                              text_of(one.steps, 1)));
        if (!report.all_policies) print("time was over before the best policies were known\n");
        if (!solved && report.all_policies)
            print(fmt::format("no policy reaches the threshold {}\n", numbers(report.threshold)));
    }
    if (solved) return exit_result;
    return report.all_policies ? exit_nothing_found : exit_unfinished(stop);
}

}  // namespace playout::cli
