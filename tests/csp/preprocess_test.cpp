#include "playout/csp/preprocess.h"

#include <gtest/gtest.h>

#include "playout/csp/mac.h"
#include "tests/csp/random_network.h"

namespace playout::csp {
namespace {

Solutions found_by_mac(const Network& network) {
    Propagator propagator(network);
    Solutions found;
    for_each_solution(propagator,
                      [&](const Domains& domains) { return found.insert(values_of(domains)).second; });
    return found;
}

TEST(Preprocess, KeepsTheSolutions) {
    Rng rng(11);
    PreprocessReport all;
    int impossible = 0;
    for (int i = 0; i < 10'000 && !HasFailure(); ++i) {
        Network network = random_network(rng);
        if (rng.below(2) == 0) add_formulas(network, rng);
        if (rng.below(2) == 0 && !network.tables.empty()) network.tables.push_back(network.tables[0]);
        const Solutions expected = all_solutions(network);
        Network smaller = network;
        const PreprocessReport report = preprocess(smaller, {.merge = rng.below(4) > 0,
                                                             .unary = rng.below(4) > 0,
                                                             .universal = rng.below(4) > 0,
                                                             .singleton = rng.below(4) > 0,
                                                             .over = [] { return false; }});
        if (!report.possible) {
            EXPECT_TRUE(expected.empty()) << "network " << i;
            ++impossible;
            continue;
        }
        EXPECT_EQ(found_by_mac(smaller), expected) << "network " << i;
        all.merged += report.merged;
        all.unary += report.unary;
        all.universal += report.universal;
        all.removed += report.removed;
    }
    EXPECT_GT(all.merged, 1000);
    EXPECT_GT(all.unary, 1000);
    EXPECT_GT(all.universal, 100);
    EXPECT_GT(all.removed, 1000);
    EXPECT_GT(impossible, 100);
}

// By hand: two tables of x and y, of which y decides nothing once they are one; z is left with one value.
TEST(Preprocess, CountsWhatItDoes) {
    Network network;
    for (const char* name : {"x", "y", "z"}) network.variables.push_back({.name = name, .values = {"0", "1"}});
    network.tables = {{.allowed = {.scope = {0, 1}, .values = {0, 0, 0, 1, 1, 1}}},
                      {.allowed = {.scope = {1, 0}, .values = {0, 0, 1, 0}}},
                      {.allowed = {.scope = {2}, .values = {1}}}};
    const PreprocessReport report = preprocess(network);
    EXPECT_EQ(report.merged, 1);
    EXPECT_EQ(report.universal, 1);
    EXPECT_EQ(report.unary, 2);
    EXPECT_EQ(report.removed, 2);
    EXPECT_TRUE(network.tables.empty());
    EXPECT_EQ(network.variables[0].removed, (std::vector<Value>{1}));
    EXPECT_TRUE(network.variables[1].removed.empty());
}

}  // namespace
}  // namespace playout::csp
