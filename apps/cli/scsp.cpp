#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "apps/cli/arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/output.h"
#include "apps/cli/signals.h"
#include "playout/base/clock.h"
#include "playout/base/text.h"
#include "playout/catalogue/scsp.h"

namespace playout::cli {
namespace {

using Json = nlohmann::ordered_json;

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

std::string dump(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

int scsp_show(const ScspArguments& arguments) {
    const NetworkFacts facts = network_facts(read_text_file(arguments.file), arguments.file);
    print(
        fmt::format("# {} players, {} variables ({} drawn), largest domain {}, {} tables with {} rows, {} "
                    "utilities, {} probabilities\n{}",
                    facts.players, facts.variables, facts.stochastic, facts.largest_domain, facts.tables,
                    facts.tuples, facts.utilities, facts.probabilities, facts.text));
    return exit_result;
}

int scsp_solve(const ScspArguments& arguments) {
    const double seconds = arguments.seconds ? positive_real("--seconds", *arguments.seconds) : 10;
    const std::string text = read_text_file(arguments.file);
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
        print(dump({{"solutions", report.solutions},
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
    return report.all_policies ? exit_nothing_found : exit_limit_first + (stop.load() ? 5 : 0);
}

}  // namespace playout::cli
