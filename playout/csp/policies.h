// What a network's decisions are worth (Koriche et al. 2016, section 3.1). A policy chooses a value of every
// decision variable, whatever was drawn before it; it is feasible if no draw that may happen runs into a
// contradiction, and a solution if every player's expected utility reaches the threshold.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "playout/csp/network.h"

namespace playout::csp {

struct Policy {
    VariableId variable = 0;  // what is chosen or drawn here
    // One way for a choice; one for every value that may be drawn. Past the last variable there is nothing.
    struct Way {
        Value value = 0;
        double chance = 1;
        std::shared_ptr<const Policy> next;
    };
    std::vector<Way> ways;
};

struct ValuedPolicy {
    std::vector<double> expected;  // by player
    std::shared_ptr<const Policy> policy;
};

struct PolicyReport {
    // The feasible policies that no other one beats in the eyes of all players; of those that are worth the
    // same, one.
    std::vector<ValuedPolicy> best;
    std::int64_t nodes = 0;  // choices and draws that were looked at
    bool complete = true;    // false: `over` ended it, and these are none
};

// Throws InputError where a probability that is needed is not in the network.
PolicyReport best_policies(
    const Network& network, const std::function<bool()>& over = [] { return false; });

bool reaches(const std::vector<double>& expected, const std::vector<double>& threshold);

// The decisions before the first draw that are part of a feasible policy of a network with one stage: forward
// checking (Balafoutis and Stergiou 2006), which looks at a constraint when one variable of it is open.
// visit(values) with those of the variables before the first stochastic one; false ends the search.
struct ForwardCheckingReport {
    std::int64_t policies = 0;
    std::int64_t choices = 0;
    bool complete = true;  // false: `visit` or `over` ended it
};
ForwardCheckingReport for_each_feasible_decision(
    const Network& network, const std::function<bool(const std::vector<Value>&)>& visit,
    const std::function<bool()>& over = [] { return false; });

}  // namespace playout::csp
