#include "playout/csp/mac.h"

#include <gtest/gtest.h>

#include "tests/csp/random_network.h"

namespace playout::csp {
namespace {

Solutions solutions_of(Propagator& propagator) {
    Solutions found;
    const MacReport report = for_each_solution(propagator, [&](const Domains& domains) {
        EXPECT_TRUE(found.insert(values_of(domains)).second) << "twice";
        return true;
    });
    EXPECT_TRUE(report.complete);
    EXPECT_EQ(report.solutions, static_cast<std::int64_t>(found.size()));
    return found;
}

TEST(Mac, FindsAllSolutionsOfRandomNetworks) {
    Rng rng(1);
    int with_solutions = 0;
    for (int i = 0; i < 10'000 && !HasFailure(); ++i) {
        const Network network = random_network(rng);
        const Solutions expected = all_solutions(network);
        Propagator propagator(network), forward(network, Strength::forward);
        EXPECT_EQ(solutions_of(propagator), expected) << "network " << i;
        EXPECT_EQ(solutions_of(propagator), expected) << "once more, network " << i;
        EXPECT_EQ(solutions_of(forward), expected) << "forward, network " << i;
        with_solutions += expected.empty() ? 0 : 1;
    }
    EXPECT_GT(with_solutions, 2000);
    EXPECT_LT(with_solutions, 9000);
}

// Tables of up to 343 rows.
TEST(Mac, FindsAllSolutionsOfNetworksWithLargerTables) {
    Rng rng(4);
    for (int i = 0; i < 1000 && !HasFailure(); ++i) {
        const Network network = random_network(rng, 4, 7);
        Propagator propagator(network);
        EXPECT_EQ(solutions_of(propagator), all_solutions(network)) << "network " << i;
    }
}

TEST(Mac, FindsAllSolutionsOfNetworksWithFormulas) {
    Rng rng(7);
    int with_solutions = 0;
    for (int i = 0; i < 10'000 && !HasFailure(); ++i) {
        Network network = random_network(rng);
        add_formulas(network, rng);
        const Solutions expected = all_solutions(network);
        Propagator propagator(network), forward(network, Strength::forward);
        EXPECT_EQ(solutions_of(propagator), expected) << "network " << i;
        EXPECT_EQ(solutions_of(propagator), expected) << "once more, network " << i;
        EXPECT_EQ(solutions_of(forward), expected) << "forward, network " << i;
        EXPECT_EQ(solutions_of(forward), expected) << "forward once more, network " << i;
        with_solutions += expected.empty() ? 0 : 1;
    }
    EXPECT_GT(with_solutions, 1000);
    EXPECT_LT(with_solutions, 9000);
}

TEST(Propagator, RemovesWhatHasNoSupportInFormulas) {
    Rng rng(8);
    int compared = 0;
    for (int i = 0; i < 10'000 && !HasFailure(); ++i) {
        Network network = random_network(rng);
        add_formulas(network, rng);
        network.derivations.clear();  // which promise less
        Network spelled_out = network;
        for (const Conjunction& conjunction : network.conjunctions)
            spelled_out.tables.push_back(as_table(network, conjunction));
        spelled_out.conjunctions.clear();
        Left left = all_values(network);
        const bool possible = arc_consistent(spelled_out, left);
        Propagator propagator(network);
        ASSERT_EQ(propagator.propagate(), possible) << "network " << i;
        if (!possible) continue;
        EXPECT_EQ(left_of(propagator.domains()), left) << "network " << i;
        const auto variable = static_cast<VariableId>(rng.below(network.variables.size()));
        const Value value = propagator.domains().values(variable)[0];
        const Left before = left;
        left[variable] = {value};
        const bool still = arc_consistent(spelled_out, left);
        propagator.mark();
        propagator.assign(variable, value);
        ASSERT_EQ(propagator.propagate(), still) << "network " << i;
        if (still) EXPECT_EQ(left_of(propagator.domains()), left) << "network " << i;
        propagator.go_back();
        EXPECT_EQ(left_of(propagator.domains()), before) << "network " << i;
        ++compared;
    }
    EXPECT_GT(compared, 3000);
}

TEST(Propagator, RemovesWhatHasNoSupport) {
    Rng rng(2);
    for (int i = 0; i < 10'000 && !HasFailure(); ++i) {
        const Network network = random_network(rng);
        Left left = all_values(network);
        const bool possible = arc_consistent(network, left);
        Propagator propagator(network);
        ASSERT_EQ(propagator.propagate(), possible) << "network " << i;
        if (!possible) continue;
        EXPECT_EQ(left_of(propagator.domains()), left) << "network " << i;
        // Down a few levels, and back to what was there.
        std::vector<Left> before;
        for (int depth = 0; depth < 3; ++depth) {
            before.push_back(left_of(propagator.domains()));
            propagator.mark();
            const auto variable = static_cast<VariableId>(rng.below(network.variables.size()));
            const auto values = propagator.domains().values(variable);
            const Value value = values[rng.below(values.size())];
            left = before.back();
            if (rng.below(2) == 0 || values.size() == 1) {
                left[variable] = {value};
                propagator.assign(variable, value);
            } else {
                left[variable].erase(value);
                propagator.remove(variable, value);
            }
            const bool still = arc_consistent(network, left);
            ASSERT_EQ(propagator.propagate(), still) << "network " << i;
            if (!still) break;
            EXPECT_EQ(left_of(propagator.domains()), left) << "network " << i;
        }
        while (!before.empty()) {
            propagator.go_back();
            EXPECT_EQ(left_of(propagator.domains()), before.back()) << "network " << i;
            before.pop_back();
        }
    }
}

TEST(Propagator, RemovesWhatAssigningRefutes) {
    Rng rng(3);
    int more_than_arcs = 0;
    for (int i = 0; i < 10'000 && !HasFailure(); ++i) {
        const Network network = random_network(rng);
        Left left = all_values(network);
        bool possible = arc_consistent(network, left);
        const Left by_arcs = left;
        for (bool again = possible; again;) {  // as the definition has it
            again = false;
            for (VariableId variable = 0; variable < left.size() && possible && !again; ++variable)
                for (const Value value : left[variable]) {
                    Left tried = left;
                    tried[variable] = {value};
                    if (arc_consistent(network, tried)) continue;
                    left[variable].erase(value);
                    possible = arc_consistent(network, left);
                    again = possible;
                    break;
                }
        }
        Propagator propagator(network);
        const bool ours = propagator.propagate() && propagator.make_singleton_consistent();
        ASSERT_EQ(ours, possible) << "network " << i;
        if (!possible) continue;
        EXPECT_EQ(left_of(propagator.domains()), left) << "network " << i;
        more_than_arcs += left != by_arcs ? 1 : 0;
    }
    EXPECT_GT(more_than_arcs, 20);
}

// More tuples than a word has bits.
TEST(Mac, PlacesQueens) {
    constexpr std::size_t size = 10;
    Network network;
    for (std::size_t row = 0; row < size; ++row) {
        network.variables.push_back({.name = "row" + std::to_string(row), .values = {}, .stochastic = false});
        for (std::size_t column = 0; column < size; ++column)
            network.variables.back().values.push_back(std::to_string(column));
    }
    for (VariableId one = 0; one < size; ++one)
        for (VariableId other = 0; other < one; ++other) {
            Table table{.allowed = {.scope = {one, other}, .values = {}}};
            for (Value a = 0; a < size; ++a)
                for (Value b = 0; b < size; ++b) {
                    const Value far = a > b ? a - b : b - a;
                    if (a != b && far != one - other) table.allowed.add(std::vector<Value>{a, b});
                }
            network.tables.push_back(std::move(table));
        }
    Propagator propagator(network);
    EXPECT_EQ(solutions_of(propagator).size(), 724U);
    int seen = 0;
    const MacReport some = for_each_solution(propagator, [&](const Domains&) { return ++seen < 5; });
    EXPECT_FALSE(some.complete);
    EXPECT_EQ(some.solutions, 5);
    const MacReport none = for_each_solution(
        propagator, [](const Domains&) { return true; }, [] { return true; });
    EXPECT_FALSE(none.complete);
    EXPECT_EQ(solutions_of(propagator).size(), 724U);
}

}  // namespace
}  // namespace playout::csp
