// The text of stochastic constraint networks. What is read is written and read again; of small networks all
// solutions are found, by both kinds of propagation, and compared with enumeration.
#include "playout/csp/mac.h"
#include "playout/csp/policies.h"
#include "playout/csp/text.h"
#include "tests/csp/random_network.h"
#include "tests/fuzz/target.h"

namespace playout::csp {
namespace {

constexpr std::size_t max_assignments = 300;

bool is_small(const Network& network) {
    std::size_t assignments = 1;
    for (VariableId variable = 0; variable < network.variables.size(); ++variable) {
        assignments *= network.domain_size(variable);
        if (assignments > max_assignments) return false;
    }
    return true;
}

Solutions without_removed(const Network& network, const Solutions& solutions) {
    Solutions left;
    for (const std::vector<Value>& values : solutions) {
        bool removed = false;
        for (VariableId variable = 0; variable < values.size(); ++variable)
            for (const Value value : network.variables[variable].removed)
                removed = removed || values[variable] == value;
        if (!removed) left.insert(values);
    }
    return left;
}

Solutions found_by_search(const Network& network) {
    Solutions found;
    Propagator propagator(network);
    const MacReport report = for_each_solution(propagator, [&](const Domains& domains) {
        fuzz::require(found.insert(values_of(domains)).second, "a solution is found twice");
        return true;
    });
    fuzz::require(report.complete && report.solutions == static_cast<std::int64_t>(found.size()),
                  "solutions are miscounted");
    return found;
}

FUZZ_TARGET(network) {
    const auto network = fuzz::read_or_refuse([&] { return read_network(text, "network"); });
    if (!network) return;
    const std::string once = to_text(*network);
    fuzz::require(to_text(read_network(once, "written")) == once, "a network reads back as another");
    if (!is_small(*network)) return;
    fuzz::require(found_by_search(*network) == without_removed(*network, all_solutions(*network)),
                  "search and enumeration disagree");
    int asked = 0;
    const auto over = [&] { return ++asked > 500; };
    fuzz::read_or_refuse([&] { return best_policies(*network, over); });
}

}  // namespace
}  // namespace playout::csp
