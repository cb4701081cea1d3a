// What every domain must keep. One line in a domain's test buys all of it:
//
//     CONFORMANCE_SUITE(KnapsackState, sample_roots(), recounted_outcome)
//
// `sample_roots()` gives a few small root states (their instances must live as long as the program) and
// `recounted_outcome(root, moves)` values a finished game slowly and independently of the state's own
// bookkeeping. The contract itself is playout::check_problem's; here is what only our own domains must keep.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "playout/base/rng.h"
#include "playout/problem/check_problem.h"

namespace playout::conformance {

// Plays random games; `look` sees every state on the way with its path.
template <State S, typename Look>
void walk(const std::vector<S>& roots, Look look) {
    Rng rng(1);
    for (const S& root : roots)
        for (int game = 0; game < ProblemCheck{}.games; ++game) {
            S state = root;
            std::vector<MoveOf<S>> path;
            look(root, state, path);
            while (!state.at_end()) {
                const auto moves = listed_moves(state);
                ASSERT_FALSE(moves.empty()) << "not at the end, but no legal move";
                const auto move = moves[rng.below(moves.size())];
                state.play(move);
                path.push_back(move);
                look(root, state, path);
            }
        }
}

template <State S>
void keeps_the_contract(const std::vector<S>& roots, const ProblemCheck& options = {}) {
    ASSERT_FALSE(roots.empty());
    for (const std::string& line : check_problem(roots, options)) ADD_FAILURE() << line;
}

template <State S>
void walks_offer_what_the_state_does(const std::vector<S>& roots) {
    Complaints complaints;
    Checking checking{complaints, Rng(2), 0};
    for (const S& root : roots)
        for (const bool selective : {false, true}) check_walk(root, selective, checking);
    for (const std::string& line : complaints.lines()) ADD_FAILURE() << line;
}

// Equal codes would be allowed, but then a policy cannot tell the moves apart.
template <State S>
void codes_differ_where_moves_differ(const std::vector<S>& roots) {
    walk(roots, [](const S&, const S& state, const auto& path) {
        std::set<MoveCode> codes;
        const auto moves = listed_moves(state);
        for (const auto& move : moves) codes.insert(code_of(state, move, path.size()));
        EXPECT_EQ(codes.size(), moves.size());
    });
}

template <State S, typename Recount>
void value_equals_a_slow_recount(const std::vector<S>& roots, Recount recount) {
    walk(roots, [&](const S& root, const S& state, const auto& path) {
        if (!state.at_end()) return;
        const Outcome outcome = outcome_of(state), expected = recount(root, path);
        EXPECT_EQ(outcome.value, expected.value);
        EXPECT_EQ(outcome.violation, expected.violation);
    });
}

}  // namespace playout::conformance

#define CONFORMANCE_SUITE(S, roots, recount)                                    \
    TEST(S##Conformance, KeepsTheContract) {                                    \
        ::playout::conformance::keeps_the_contract<S>(roots);                   \
    }                                                                           \
    TEST(S##Conformance, CodesDifferWhereMovesDiffer) {                         \
        ::playout::conformance::codes_differ_where_moves_differ<S>(roots);      \
    }                                                                           \
    TEST(S##Conformance, ValueEqualsASlowRecount) {                             \
        ::playout::conformance::value_equals_a_slow_recount<S>(roots, recount); \
    }
