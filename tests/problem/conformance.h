// What every domain must keep. One line in a domain's test buys all of it:
//
//     CONFORMANCE_SUITE(KnapsackState, sample_roots(), recounted_outcome)
//
// `sample_roots()` gives a few small root states (their instances must live as long as the program) and
// `recounted_outcome(root, moves)` values a finished game slowly and independently of the state's own
// bookkeeping.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "playout/base/rng.h"
#include "playout/problem/replay.h"
#include "playout/problem/state.h"
#include "playout/problem/walk.h"

namespace playout::conformance {

inline constexpr int games_per_root = 20;
inline constexpr std::size_t longest_game = 2'000'000;

template <State S>
std::vector<MoveOf<S>> moves_of(const S& state) {
    std::vector<MoveOf<S>> moves;
    state.legal_moves(moves);
    return moves;
}

// Plays random games; `look` sees every state on the way with its path.
template <State S, typename Look>
void walk(const std::vector<S>& roots, Look look) {
    Rng rng(1);
    for (const S& root : roots) {
        for (int game = 0; game < games_per_root; ++game) {
            S state = root;
            std::vector<MoveOf<S>> path;
            look(root, state, path);
            while (!state.at_end()) {
                const auto moves = moves_of(state);
                ASSERT_FALSE(moves.empty()) << "not at the end, but no legal move";
                ASSERT_LT(path.size(), longest_game) << "the game does not end";
                const auto move = moves[rng.below(moves.size())];
                state.play(move);
                path.push_back(move);
                look(root, state, path);
            }
            EXPECT_TRUE(moves_of(state).empty()) << "at the end, but there are legal moves";
        }
    }
}

// What an observer can tell of a state.
template <State S>
void expect_same(const S& left, const S& right) {
    EXPECT_EQ(left.at_end(), right.at_end());
    const auto left_moves = moves_of(left), right_moves = moves_of(right);
    ASSERT_EQ(left_moves.size(), right_moves.size());
    for (std::size_t i = 0; i < left_moves.size(); ++i) {
        EXPECT_TRUE(left_moves[i] == right_moves[i]);
        EXPECT_EQ(code_of(left, left_moves[i], 0), code_of(right, right_moves[i], 0));
    }
    if (left.at_end()) EXPECT_EQ(Outcome(outcome_of(left)), Outcome(outcome_of(right)));
    if constexpr (HasHash<S>) EXPECT_EQ(left.hash(), right.hash());
    if constexpr (HasBound<S>) EXPECT_EQ(left.bound(), right.bound());
    if constexpr (std::equality_comparable<S>) EXPECT_TRUE(left == right);
}

template <State S>
void games_end(const std::vector<S>& roots) {
    ASSERT_FALSE(roots.empty());
    walk(roots, [](const S&, const S&, const auto&) {});
}

template <State S>
void copies_are_independent(const std::vector<S>& roots) {
    walk(roots, [](const S&, const S& state, const auto&) {
        if (state.at_end()) return;
        const S before = state;
        S copy = state;
        copy.play(moves_of(copy).back());
        expect_same(state, before);
    });
}

template <State S>
void codes_and_texts_differ_where_moves_differ(const std::vector<S>& roots) {
    walk(roots, []([[maybe_unused]] const S& root, const S& state, const auto& path) {
        std::set<MoveCode> codes;
        std::set<std::string> texts;
        const auto moves = moves_of(state);
        for (const auto& move : moves) {
            codes.insert(code_of(state, move, path.size()));
            if constexpr (HasCodeCount<S>) EXPECT_LT(state.code(move), root.code_count());
            texts.insert(state.move_text(move));
            const auto back = state.parse_move(state.move_text(move));
            ASSERT_TRUE(back.has_value());
            EXPECT_TRUE(*back == move);
        }
        EXPECT_EQ(codes.size(), moves.size());
        std::vector<MoveOf<S>> listed;
        std::vector<MoveCode> listed_codes;
        coded_moves(state, path.size(), listed, listed_codes);
        EXPECT_TRUE(listed == moves);
        ASSERT_EQ(listed_codes.size(), moves.size());
        for (std::size_t i = 0; i < moves.size(); ++i)
            EXPECT_EQ(listed_codes[i], code_of(state, moves[i], path.size()));
        EXPECT_EQ(texts.size(), moves.size());
        for (const char* junk : {"", " ", "no such move", "-1", "999999999999999999999999", "\xff"})
            if (!texts.contains(junk)) EXPECT_FALSE(state.parse_move(junk).has_value()) << junk;
    });
}

template <State S>
void walks_offer_what_the_state_does(const std::vector<S>& roots) {
    Rng rng(2);
    for (const S& root : roots)
        for (const bool selective : {false, true}) {
            WalkOf<S> walk(root, selective);
            PlainWalk<S> plain(root, selective);
            while (!plain.moves().empty()) {
                ASSERT_TRUE(std::ranges::equal(walk.moves(), plain.moves()));
                ASSERT_TRUE(std::ranges::equal(walk.codes(), plain.codes()));
                const std::size_t chosen = rng.below(plain.moves().size());
                EXPECT_EQ(walk.bias(chosen), plain.bias(chosen));
                auto legal = moves_of(plain.state());
                if constexpr (HasSelection<S>) {  // some of the legal moves, in their order
                    if (selective) plain.state().select(legal);
                }
                ASSERT_TRUE(std::ranges::equal(legal, plain.moves()));
                const MoveOf<S> move = plain.moves()[chosen];
                walk.play(move);
                plain.play(move);
            }
            EXPECT_TRUE(walk.moves().empty());
            EXPECT_TRUE(walk.state().at_end());
            EXPECT_EQ(Outcome(outcome_of(walk.state())), Outcome(outcome_of(plain.state())));
        }
}

template <State S>
void selections_leave_some_of_the_moves(const std::vector<S>& roots) {
    walk(roots, [](const S&, const S& state, const auto&) {
        if constexpr (HasSelection<S>) {
            const auto legal = moves_of(state);
            auto selected = legal;
            state.select(selected);
            EXPECT_EQ(selected.empty(), legal.empty());
            auto next = legal.begin();
            for (const auto& move : selected) {
                next = std::find(next, legal.end(), move);
                ASSERT_NE(next, legal.end());
                ++next;
            }
        }
    });
}

template <State S, typename Recount>
void value_equals_a_slow_recount(const std::vector<S>& roots, Recount recount) {
    walk(roots, [&](const S& root, const S& state, const auto& path) {
        if (!state.at_end()) return;
        const Outcome outcome = outcome_of(state), expected = recount(root, path);
        EXPECT_EQ(outcome.value, expected.value);
        EXPECT_EQ(outcome.violation, expected.violation);
        EXPECT_EQ(plain_outcome_of(state), outcome);
        EXPECT_GE(outcome.violation, 0);
        S again = root;
        EXPECT_FALSE(replay(again, path).has_value());
        EXPECT_EQ(Outcome(outcome_of(again)), outcome);
    });
}

// On the way of a random game: no bound along it is worse than the value at its end.
template <State S>
void bound_is_never_worse_than_what_follows(const std::vector<S>& roots) {
    if constexpr (HasBound<S>) {
        Rng rng(2);
        walk(roots, [&rng](const S&, const S& state, const auto&) {
            EXPECT_FALSE(std::isnan(state.bound()));
            for (int sample = 0; sample < 3; ++sample) {
                S end = state;
                while (!end.at_end()) {
                    const auto moves = moves_of(end);
                    end.play(moves[rng.below(moves.size())]);
                }
                const Outcome outcome = outcome_of(end);
                if (outcome.feasible()) EXPECT_FALSE(better_value(outcome.value, state.bound(), state.sense()));
            }
        });
    }
}

// What the domain says of a move before it is played is true of where the move leads.
template <State S>
void ends_that_are_called_worse_are(const std::vector<S>& roots) {
    if constexpr (HasEndsWorse<S>) {
        for (const S& root : roots) {
            std::vector<OutcomeOf<S>> seen;
            walk(std::vector<S>{root}, [&seen](const S&, const S& state, const auto&) {
                if (state.at_end()) seen.push_back(outcome_of(state));
                for (const auto& move : moves_of(state))
                    for (const OutcomeOf<S>& best : seen) {
                        if (!state.ends_worse(move, best)) continue;
                        S end = state;
                        end.play(move);
                        ASSERT_TRUE(end.at_end());
                        EXPECT_FALSE(better(outcome_of(end), best, end.sense()));
                    }
            });
        }
    }
}

template <State S>
void bias_is_a_number(const std::vector<S>& roots) {
    if constexpr (HasBias<S>)
        walk(roots, [](const S&, const S& state, const auto&) {
            for (const auto& move : moves_of(state)) EXPECT_TRUE(std::isfinite(state.bias(move)));
        });
}

// Plays the same moves on both; they must look alike all the way and be worth the same.
template <State S>
void expect_same_future(S left, S right, Rng& rng) {
    while (true) {
        ASSERT_EQ(left.at_end(), right.at_end()) << "equal states, but only one is at its end";
        const auto moves = moves_of(left), others = moves_of(right);
        ASSERT_TRUE(moves == others) << "equal states with other moves";
        if (moves.empty()) break;
        const auto move = moves[rng.below(moves.size())];
        left.play(move);
        right.play(move);
    }
    EXPECT_EQ(Outcome(outcome_of(left)), Outcome(outcome_of(right))) << "equal states, but other outcomes";
}

// Beams and tables drop all but one of the states with one hash.
template <State S>
void states_with_one_hash_have_one_future(const std::vector<S>& roots) {
    if constexpr (HasHash<S>) {
        Rng rng(3);
        for (const S& root : roots) {
            std::map<std::uint64_t, S> seen;
            walk(std::vector<S>{root}, [&](const S&, const S& state, const auto&) {
                const auto [found, fresh] = seen.emplace(state.hash(), state);
                if (!fresh) expect_same_future(found->second, state, rng);
                if constexpr (std::equality_comparable<S>) {
                    if (!fresh) EXPECT_TRUE(found->second == state) << "one hash, but not equal";
                }
            });
        }
    }
}

template <State S>
void bytes_are_at_least_the_size(const std::vector<S>& roots) {
    if constexpr (HasBytes<S>)
        walk(roots, [](const S&, const S& state, const auto&) {
            EXPECT_GE(state.bytes(), static_cast<std::int64_t>(sizeof(S)));
        });
}

template <State S>
void moves_come_one_at_a_time_in_the_same_order(const std::vector<S>& roots) {
    if constexpr (HasNextMove<S>)
        walk(roots, [](const S&, const S& state, const auto&) {
            std::uint64_t cursor = 0;
            for (const auto& move : moves_of(state)) {
                const auto next = state.next_move(cursor);
                ASSERT_TRUE(next.has_value());
                EXPECT_TRUE(*next == move);
            }
            EXPECT_FALSE(state.next_move(cursor).has_value());
        });
}

template <State S>
void undo_restores(const std::vector<S>& roots) {
    if constexpr (HasUndo<S>) {
        // One move at every state of a walk, and every move of the whole game at its end.
        walk(roots, [](const S& root, const S& state, const auto& path) {
            S changed = state;
            for (const auto& move : moves_of(state)) {
                const auto memento = changed.play_undoable(move);
                S played = state;
                played.play(move);
                expect_same(changed, played);
                changed.undo(memento);
                expect_same(changed, state);
            }
            if (!state.at_end()) return;
            S walker = root;
            std::vector<S> passed;
            std::vector<typename S::Memento> mementos;
            for (const auto& move : path) {
                passed.push_back(walker);
                mementos.push_back(walker.play_undoable(move));
            }
            for (; !passed.empty(); passed.pop_back(), mementos.pop_back()) {
                walker.undo(mementos.back());
                expect_same(walker, passed.back());
            }
        });
    }
}

}  // namespace playout::conformance

#define CONFORMANCE_SUITE(S, roots, recount)                                          \
    TEST(S##Conformance, GamesEndExactlyWhereNoMoveIsLeft) {                          \
        ::playout::conformance::games_end<S>(roots);                                  \
    }                                                                                 \
    TEST(S##Conformance, CopiesAreIndependent) {                                      \
        ::playout::conformance::copies_are_independent<S>(roots);                     \
    }                                                                                 \
    TEST(S##Conformance, CodesAndTextsDifferWhereMovesDifferAndReadBack) {            \
        ::playout::conformance::codes_and_texts_differ_where_moves_differ<S>(roots);  \
    }                                                                                 \
    TEST(S##Conformance, WalksOfferWhatTheStateDoes) {                                \
        ::playout::conformance::walks_offer_what_the_state_does<S>(roots);            \
    }                                                                                 \
    TEST(S##Conformance, SelectionsLeaveSomeOfTheMovesInTheirOrder) {                 \
        ::playout::conformance::selections_leave_some_of_the_moves<S>(roots);         \
    }                                                                                 \
    TEST(S##Conformance, ValueEqualsASlowRecount) {                                   \
        ::playout::conformance::value_equals_a_slow_recount<S>(roots, recount);       \
    }                                                                                 \
    TEST(S##Conformance, BoundIsNeverWorseThanWhatFollows) {                          \
        ::playout::conformance::bound_is_never_worse_than_what_follows<S>(roots);     \
    }                                                                                 \
    TEST(S##Conformance, EndsThatAreCalledWorseAre) {                                 \
        ::playout::conformance::ends_that_are_called_worse_are<S>(roots);             \
    }                                                                                 \
    TEST(S##Conformance, StatesWithOneHashHaveOneFuture) {                            \
        ::playout::conformance::states_with_one_hash_have_one_future<S>(roots);       \
    }                                                                                 \
    TEST(S##Conformance, BytesAreAtLeastTheSize) {                                    \
        ::playout::conformance::bytes_are_at_least_the_size<S>(roots);                \
    }                                                                                 \
    TEST(S##Conformance, BiasIsANumber) {                                             \
        ::playout::conformance::bias_is_a_number<S>(roots);                           \
    }                                                                                 \
    TEST(S##Conformance, MovesComeOneAtATimeInTheSameOrder) {                         \
        ::playout::conformance::moves_come_one_at_a_time_in_the_same_order<S>(roots); \
    }                                                                                 \
    TEST(S##Conformance, UndoRestores) {                                              \
        ::playout::conformance::undo_restores<S>(roots);                              \
    }
