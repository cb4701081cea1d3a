#include "playout/csp/policies.h"

#include <gtest/gtest.h>

#include <cmath>

#include "playout/base/errors.h"
#include "playout/csp/mac.h"
#include "tests/csp/random_network.h"

namespace playout::csp {
namespace {

VariableInfo variable(const std::string& name, std::vector<std::string> values, bool stochastic = false) {
    return {.name = name, .values = std::move(values), .stochastic = stochastic};
}

Table table(std::vector<VariableId> scope, const std::vector<std::vector<Value>>& rows) {
    Table made{.allowed = {.scope = std::move(scope), .values = {}}};
    for (const std::vector<Value>& row : rows) made.allowed.add(row);
    return made;
}

// Koriche et al. 2016, Example 2: x1a x1b y1 x2a x2b y2, H = 0, T = 1. Alice and Bob win if all three coins are
// alike.
Network matching_pennies() {
    Network network;
    network.players = 2;
    network.variables = {variable("x1a", {"H", "T"}), variable("x1b", {"H", "T"}),
                         variable("y1", {"U"}, true), variable("x2a", {"H", "T"}),
                         variable("x2b", {"H", "T"}), variable("y2", {"H", "T"}, true)};
    network.tables = {table({0, 3}, {{0, 0}, {1, 1}}), table({1, 4}, {{0, 0}, {1, 1}})};
    network.probabilities = {{.variable = 2, .given = {}, .chances = {1}},
                             {.variable = 5, .given = {}, .chances = {0.5, 0.5}}};
    Utility score;
    score.rows.scope = {3, 4, 5};
    for (const Value side : {Value{0}, Value{1}}) {
        score.rows.add(std::vector<Value>{side, side, side});
        score.gains.insert(score.gains.end(), {1, 1});
    }
    network.utilities = {score};
    network.threshold = {0.5, 0.5};
    return network;
}

TEST(Policies, OfMatchingPenniesAreWorthAHalf) {
    const Network network = matching_pennies();
    const PolicyReport report = best_policies(network);
    ASSERT_EQ(report.best.size(), 1U);  // of the two that are worth the same
    EXPECT_EQ(report.best[0].expected, (std::vector<double>{0.5, 0.5}));
    EXPECT_TRUE(reaches(report.best[0].expected, network.threshold));
    // Both choose the same side in both rounds, and then the coin falls.
    const Policy* at = report.best[0].policy.get();
    std::vector<Value> chosen;
    for (VariableId place = 0; place < 5; ++place) {
        ASSERT_EQ(at->variable, place);
        ASSERT_EQ(at->ways.size(), 1U);
        chosen.push_back(at->ways[0].value);
        at = at->ways[0].next.get();
    }
    EXPECT_EQ(chosen, (std::vector<Value>{0, 0, 0, 0, 0}));
    ASSERT_EQ(at->ways.size(), 2U);
    EXPECT_EQ(at->ways[1].chance, 0.5);
}

// In the form of Koriche et al. 2016, Example 3 (whose tables are not in the text): N'' of two constraints with
// y gives the feasible pairs (2, 1) and (2, 2), and the third constraint leaves x1 = 2, x2 = 2.
Network example_three(bool with_third) {
    Network network;
    network.variables = {variable("x1", {"1", "2", "3"}), variable("x2", {"0", "1", "2"}),
                         variable("y", {"0", "1", "2"}, true)};
    network.tables = {table({0, 2}, {{0, 0}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {2, 1}}),
                      table({1, 2}, {{0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}})};
    if (with_third) network.tables.push_back(table({0, 1}, {{0, 1}, {1, 0}, {1, 2}, {2, 2}}));
    network.probabilities = {{.variable = 2, .given = {}, .chances = {1.0 / 3, 1.0 / 3, 1.0 / 3}}};
    return network;
}

Solutions feasible_decisions(const Network& network) {
    Solutions found;
    for_each_feasible_decision(network, [&](const std::vector<Value>& values) {
        EXPECT_TRUE(found.insert(values).second);
        return true;
    });
    return found;
}

TEST(Policies, OfANetworkInTwoPartsAreThoseOfBoth) {
    // By their places: x1 = 2 is 1, x2 = 1 and 2 are 1 and 2.
    EXPECT_EQ(feasible_decisions(example_three(false)), (Solutions{{1, 1}, {1, 2}}));
    EXPECT_EQ(feasible_decisions(example_three(true)), (Solutions{{1, 2}}));
    // The feasibility constraint in the place of the stochastic ones, and MAC on decisions alone.
    Network decisions;
    decisions.variables = {variable("x1", {"1", "2", "3"}), variable("x2", {"0", "1", "2"})};
    decisions.tables = {example_three(true).tables[2]};
    Table feasible{.allowed = {.scope = {0, 1}, .values = {}}};
    for (const std::vector<Value>& pair : feasible_decisions(example_three(false))) feasible.allowed.add(pair);
    decisions.tables.push_back(std::move(feasible));
    Propagator propagator(decisions);
    Solutions found;
    for_each_solution(propagator,
                      [&](const Domains& domains) { return found.insert(values_of(domains)).second; });
    EXPECT_EQ(found, (Solutions{{1, 2}}));
}

// A random network whose later variables are drawn, with utilities and probabilities.
Network random_stochastic_network(Rng& rng) {
    Network network = random_network(rng);
    network.players = 1 + rng.below(2);
    for (VariableId place = 0; place < network.variables.size(); ++place) {
        if (place == 0 || rng.below(3) != 0) continue;
        network.variables[place].stochastic = true;
        const auto before = static_cast<VariableId>(rng.below(place));
        Probability probability{.variable = place, .given = {.scope = {before}, .values = {}}, .chances = {}};
        for (Value value = 0; value < network.domain_size(before); ++value) {
            probability.given.add(std::vector<Value>{value});
            double sum = 0;
            std::vector<double> weights;
            for (Value one = 0; one < network.domain_size(place); ++one) {
                weights.push_back(static_cast<double>(rng.below(4)));  // some cannot be drawn
                sum += weights.back();
            }
            if (sum == 0) sum = weights[0] = 1;
            for (const double weight : weights) probability.chances.push_back(weight / sum);
        }
        network.probabilities.push_back(std::move(probability));
    }
    Utility utility;
    utility.rows.scope = {0, static_cast<VariableId>(network.variables.size() - 1)};
    for (Value one = 0; one < network.domain_size(utility.rows.scope[0]); ++one)
        for (Value other = 0; other < network.domain_size(utility.rows.scope[1]); ++other) {
            utility.rows.add(std::vector<Value>{one, other});
            for (std::size_t player = 0; player < network.players; ++player)
                utility.gains.push_back(static_cast<double>(rng.below(5)) / 4);
        }
    network.utilities.push_back(std::move(utility));
    return network;
}

struct TooMany {};

// All policies one after the other, as the definition has them: what each is worth, if it is feasible. Throws
// TooMany.
std::vector<std::vector<double>> worths(const Network& network, std::vector<Value>& values) {
    const auto place = static_cast<VariableId>(values.size());
    if (place == network.variables.size()) {
        for (const Table& table : network.tables)
            if (!allows(table, values)) return {};
        std::vector<double> sum(network.players, 0);
        for (const Utility& utility : network.utilities)
            for (std::size_t row = 0; row < utility.rows.size(); ++row) {
                bool same = true;
                for (std::size_t i = 0; i < utility.rows.scope.size(); ++i)
                    same = same && utility.rows.row(row)[i] == values[utility.rows.scope[i]];
                for (std::size_t player = 0; same && player < network.players; ++player)
                    sum[player] += utility.gains[row * network.players + player];
            }
        return {sum};
    }
    std::vector<std::vector<double>> all;
    const bool stochastic = network.variables[place].stochastic;
    if (stochastic) all.emplace_back(network.players, 0.0);
    for (Value value = 0; value < network.domain_size(place); ++value) {
        double chance = 1;
        if (stochastic) {
            for (const Probability& probability : network.probabilities)
                if (probability.variable == place)
                    chance =
                        probability
                            .chances[values[probability.given.scope[0]] * network.domain_size(place) + value];
            if (chance == 0) continue;
        }
        values.push_back(value);
        const auto below = worths(network, values);
        values.pop_back();
        if (!stochastic) {
            all.insert(all.end(), below.begin(), below.end());
            continue;
        }
        if (all.size() * below.size() > 2000) throw TooMany{};
        std::vector<std::vector<double>> longer;
        for (const std::vector<double>& so_far : all)
            for (const std::vector<double>& one : below) {
                longer.push_back(so_far);
                for (std::size_t player = 0; player < one.size(); ++player)
                    longer.back()[player] += chance * one[player];
            }
        all = std::move(longer);
    }
    return all;
}

TEST(Policies, AreThoseOfPlainEnumeration) {
    Rng rng(5);
    int compared = 0, feasible = 0;
    for (int i = 0; i < 3000 && !HasFailure(); ++i) {
        const Network network = random_stochastic_network(rng);
        std::vector<std::vector<double>> all;
        try {
            std::vector<Value> values;
            all = worths(network, values);
        } catch (const TooMany&) {
            continue;
        }
        ++compared;
        const PolicyReport report = best_policies(network);
        EXPECT_EQ(report.best.empty(), all.empty()) << "network " << i;
        feasible += all.empty() ? 0 : 1;
        for (const std::vector<double>& worth : all) {
            bool beaten = false;
            for (const ValuedPolicy& best : report.best) beaten = beaten || reaches(best.expected, worth);
            EXPECT_TRUE(beaten) << "network " << i;
        }
        for (const ValuedPolicy& best : report.best) {
            bool there = false;
            for (const std::vector<double>& worth : all)
                there = there || (reaches(worth, best.expected) && reaches(best.expected, worth));
            EXPECT_TRUE(there) << "network " << i;
        }
    }
    EXPECT_GT(compared, 2000);
    EXPECT_GT(feasible, 300);
}

TEST(Policies, ForwardCheckingFindsAllFeasibleDecisions) {
    Rng rng(6);
    int found = 0, compared = 0;
    for (int i = 0; i < 10'000 && !HasFailure(); ++i) {
        Network network = random_stochastic_network(rng);
        network.utilities.clear();  // all feasible policies are worth the same
        std::size_t first = 0;
        while (first < network.variables.size() && !network.variables[first].stochastic) ++first;
        // By the definition: with these decisions fixed there is a feasible policy.
        Solutions expected;
        std::vector<Value> values(first, 0);
        try {
            for (;;) {
                std::vector<Value> fixed = values;
                if (!worths(network, fixed).empty()) expected.insert(values);
                std::size_t place = 0;
                while (place < first && ++values[place] == network.domain_size(static_cast<VariableId>(place)))
                    values[place++] = 0;
                if (place == first) break;
            }
        } catch (const TooMany&) {
            continue;
        }
        ++compared;
        EXPECT_EQ(feasible_decisions(network), expected) << "network " << i;
        found += expected.empty() ? 0 : 1;
    }
    EXPECT_GT(compared, 6000);
    EXPECT_GT(found, 1500);
}

// Where no condition of a uniform distribution holds, a policy cannot go on.
TEST(Policies, NeedSomethingToDraw) {
    Network network;
    network.variables = {variable("x", {"1", "2"}), variable("y", {"a", "b"}, true)};
    network.atoms = {{.variable = 0, .values = {0}}};
    network.probabilities = {{.variable = 1, .uniform = {literal_of(0), literal_of(0)}}};
    network.threshold = {0};
    EXPECT_EQ(feasible_decisions(network), (Solutions{{0}}));
    ASSERT_EQ(best_policies(network).best.size(), 1U);
    EXPECT_EQ(best_policies(network).best[0].policy->ways[0].value, 0U);
}

TEST(Policies, NeedProbabilities) {
    Network network = example_three(true);
    network.probabilities.clear();
    EXPECT_THROW(best_policies(network), InputError);
    network = example_three(true);
    EXPECT_FALSE(best_policies(network).best.empty());
}

}  // namespace
}  // namespace playout::csp
