// Stochastic constraint networks for the apps: what `playout scsp` does.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "playout/csp/network.h"

namespace playout {

struct NetworkFacts {
    std::size_t players = 0, variables = 0, stochastic = 0, largest_domain = 0;
    std::size_t tables = 0, tuples = 0, formulas = 0, derivations = 0, utilities = 0, probabilities = 0;
    std::string text;  // the network as it is written
};

NetworkFacts facts_of(const csp::Network& network, bool with_text);
// Throws InputError.
NetworkFacts network_facts(std::string_view text, const std::string& file);

// What is chosen and what may be drawn, step by step.
struct PolicyStep {
    std::string variable;
    bool drawn = false;
    struct Way {
        std::string value;
        double chance = 1;
        std::vector<PolicyStep> next;  // one step, or none at the end
    };
    std::vector<Way> ways;
};

struct NetworkPolicy {
    std::vector<double> expected;  // by player
    bool reaches_threshold = false;
    std::vector<PolicyStep> steps;  // the first one
};

struct NetworkReport {
    std::int64_t solutions = 0;  // of the hard constraints alone
    std::int64_t choices = 0, failures = 0;
    bool all_solutions = true;  // false: time was over before
    std::vector<double> threshold;
    // That no other one beats for all players, those that reach the threshold first.
    std::vector<NetworkPolicy> policies;
    bool all_policies = true;
};

// Throws InputError.
NetworkReport solve_network(std::string_view text, const std::string& file, const std::function<bool()>& over);

}  // namespace playout
