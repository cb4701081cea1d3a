#include "playout/catalogue/scsp.h"

#include <algorithm>
#include <string>

#include "playout/base/errors.h"
#include "playout/csp/mac.h"
#include "playout/csp/policies.h"
#include "playout/csp/text.h"

namespace playout {
namespace {

std::vector<PolicyStep> steps_of(const csp::Network& network, const csp::Policy* policy) {
    if (policy == nullptr) return {};
    const csp::VariableInfo& variable = network.variables[policy->variable];
    PolicyStep step{.variable = variable.name, .drawn = variable.stochastic, .ways = {}};
    for (const csp::Policy::Way& way : policy->ways)
        step.ways.push_back({variable.values[way.value], way.chance, steps_of(network, way.next.get())});
    std::vector<PolicyStep> steps;
    steps.push_back(std::move(step));
    return steps;
}

}  // namespace

NetworkFacts network_facts(std::string_view text, const std::string& file) {
    return facts_of(csp::read_network(text, file), true);
}

NetworkFacts facts_of(const csp::Network& network, bool with_text) {
    NetworkFacts facts;
    facts.players = network.players;
    facts.variables = network.variables.size();
    for (const csp::VariableInfo& variable : network.variables) {
        facts.stochastic += variable.stochastic ? 1 : 0;
        facts.largest_domain = std::max(facts.largest_domain, variable.values.size());
    }
    facts.tables = network.tables.size();
    for (const csp::Table& table : network.tables) facts.tuples += table.allowed.size();
    facts.formulas = network.conjunctions.size();
    facts.derivations = network.derivations.size();
    facts.utilities = network.utilities.size();
    facts.probabilities = network.probabilities.size();
    if (with_text) facts.text = csp::to_text(network);
    return facts;
}

NetworkReport solve_network(std::string_view text, const std::string& file, const std::function<bool()>& over) {
    const csp::Network network = csp::read_network(text, file);
    constexpr std::size_t max_variables = 5000;  // policies are as deep as these are many
    if (network.variables.size() > max_variables)
        throw InputError(file, "has more than " + std::to_string(max_variables) + " variables");
    NetworkReport report;
    report.threshold = network.threshold;
    const csp::PolicyReport policies = csp::best_policies(network, over);
    csp::Propagator propagator(network);
    const csp::MacReport mac = csp::for_each_solution(
        propagator, [](const csp::Domains&) { return true; }, over);
    report.solutions = mac.solutions;
    report.choices = mac.choices;
    report.failures = mac.failures;
    report.all_solutions = mac.complete;
    report.all_policies = policies.complete;
    for (const csp::ValuedPolicy& one : policies.best)
        report.policies.push_back(
            {one.expected, csp::reaches(one.expected, network.threshold), steps_of(network, one.policy.get())});
    std::stable_sort(report.policies.begin(), report.policies.end(),
                     [](const NetworkPolicy& one, const NetworkPolicy& other) {
                         return one.reaches_threshold > other.reaches_threshold;
                     });
    return report;
}

}  // namespace playout
