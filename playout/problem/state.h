// The contract between a problem and every search. A state is a value: copying it is cloning it. What is
// required is in `State`; every other concept here is an optional capability that a search uses where it finds
// it. Leaving one out costs strength, never correctness. A member that is named like a capability but is none
// is a compile error (capabilities.h); docs/own-problem.md says which promises are checked, and when.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "playout/base/errors.h"
#include "playout/base/hash.h"
#include "playout/base/watch.h"
#include "playout/problem/outcome.h"

namespace playout {

// One concept a requirement, so that the one that fails can be named.
namespace required {

template <typename S>
concept NamesMoves = std::copyable<typename S::Move> && std::equality_comparable<typename S::Move>;

// The same for every state of a run.
template <typename S>
concept GivesSense = requires(const S& state) {
    { state.sense() } -> std::same_as<Sense>;
};

// True exactly where there is no legal move.
template <typename S>
concept TellsItsEnd = requires(const S& state) {
    { state.at_end() } -> std::same_as<bool>;
};

// Finds `moves` empty and adds to it; always in the same order. Ask through legal_moves_of().
template <typename S>
concept ListsMoves = requires(const S& state, std::vector<typename S::Move>& moves) {
    { state.legal_moves(moves) } -> std::same_as<void>;
};

// Asked only with a legal move.
template <typename S>
concept Plays = requires(S state, const typename S::Move& move) {
    { state.play(move) } -> std::same_as<void>;
};

// Asked only at the end.
template <typename S>
concept HasValue = requires(const S& state) {
    { state.value() } -> std::convertible_to<double>;
};

template <typename S>
concept WritesMoves = requires(const S& state, const typename S::Move& move) {
    { state.move_text(move) } -> std::convertible_to<std::string>;
};

// Nothing: no legal move is so named.
template <typename S>
concept ReadsMoves = requires(const S& state, std::string_view text) {
    { state.parse_move(text) } -> std::same_as<std::optional<typename S::Move>>;
};

}  // namespace required

template <typename S>
concept State = std::copyable<S> && required::NamesMoves<S> && required::GivesSense<S> &&
    required::TellsItsEnd<S> && required::ListsMoves<S> && required::Plays<S> && required::HasValue<S> &&
    required::WritesMoves<S> && required::ReadsMoves<S>;

template <State S>
using MoveOf = typename S::Move;

using MoveCode = std::uint64_t;

// Names the move in a learned policy; equal codes share what was learned.
template <typename S>
concept HasCode = State<S> && requires(const S& state, const MoveOf<S>& move) {
    { state.code(move) } -> std::same_as<MoveCode>;
};

// The same moves as legal_moves(moves), each with its code, where that is cheaper than asking move by move.
// Both are found empty.
template <typename S>
concept HasCodedMoves = HasCode<S> &&
    requires(const S& state, std::vector<MoveOf<S>>& moves, std::vector<MoveCode>& codes) {
    { state.legal_moves(moves, codes) } -> std::same_as<void>;
};

// Prior weight or heuristic: larger looks better. Any scale; beams may add it up along a path.
template <typename S>
concept HasBias = State<S> && requires(const S& state, const MoveOf<S>& move) {
    { state.bias(move) } -> std::convertible_to<double>;
};

// Optimistic: no feasible end below this state has a better value. At the end it is the value itself or better.
template <typename S>
concept HasBound = State<S> && requires(const S& state) {
    { state.bound() } -> std::convertible_to<double>;
};

// Degree of infeasibility, asked only at the end; 0 = feasible.
template <typename S>
concept HasViolation = State<S> && requires(const S& state) {
    { state.violation() } -> std::convertible_to<double>;
};

// Asked only at the end: of two ends with the same outcome, the one with more looks closer to a better one.
// Ends that differ in it are not alike to searches that keep several games.
template <typename S>
concept HasPromise = State<S> && requires(const S& state) {
    { state.promise() } -> std::convertible_to<double>;
};

// Names a move so that the name still means the same after earlier moves were changed: what is kept of a game
// that is to be changed. Legal moves of one state have different names. Without it the code serves.
template <typename S>
concept HasName = State<S> && requires(const S& state, const MoveOf<S>& move) {
    { state.name(move) } -> std::same_as<MoveCode>;
};

// The legal move of that name, where there is a quicker way than to look through all of them.
template <typename S>
concept HasMoveNamed = (HasName<S> || HasCode<S>)&&requires(const S& state, MoveCode name) {
    { state.move_named(name) } -> std::same_as<std::optional<MoveOf<S>>>;
};

// Which decision is to be made here: the same number wherever it comes up in a game, and never twice in one.
// Asked only where there are moves. A choice can then be kept for it, however the game came there.
template <typename S>
concept HasDecision = State<S> && requires(const S& state) {
    { state.decision() } -> std::same_as<std::uint64_t>;
};

// How far a game is, for searches that compare like with like: cells taken away, items placed. Every move makes
// it more. Without it the number of moves serves.
template <typename S>
concept HasStage = State<S> && requires(const S& state) {
    { state.stage() } -> std::convertible_to<std::int64_t>;
};

// Asked only at the end: on the scale of the value, but ends that are near to better ones are worth more. What
// a search that changes games goes by; what it reports is the value.
template <typename S>
concept HasSmoothValue = State<S> && requires(const S& state) {
    { state.smooth_value() } -> std::convertible_to<double>;
};

// Legal moves one at a time, in the order of legal_moves: the cursor starts at 0 and belongs to the state.
template <typename S>
concept HasNextMove = State<S> && requires(const S& state, std::uint64_t& cursor) {
    { state.next_move(cursor) } -> std::same_as<std::optional<MoveOf<S>>>;
};

// The deterministic construction (the greedy completion) of the child equals the parent's.
template <typename S>
concept HasRepeatsParent = State<S> && requires(const S& state, const MoveOf<S>& move) {
    { state.repeats_parent(move) } -> std::same_as<bool>;
};

// Equal states have equal hashes. States with one hash are taken to be the same unless they also have
// operator==. Hash and == must cover everything that the rest of the game and its value depend on, what was
// earned so far included: equal states have the same moves, and the same moves lead to the same outcome.
template <typename S>
concept HasHash = State<S> && requires(const S& state) {
    { state.hash() } -> std::same_as<std::uint64_t>;
};

// Taking moves back without copies. What a move destroys goes into a memento that the search keeps on its
// stack, so that states stay small; undo(play_undoable(m)) restores the state.
template <typename S>
concept HasUndo = State<S> && requires(S state, const MoveOf<S>& move, const typename S::Memento& memento) {
    { state.play_undoable(move) } -> std::same_as<typename S::Memento>;
    { state.undo(memento) } -> std::same_as<void>;
};

// Bytes that one copy takes, for domains whose states own memory. Without it, searches estimate.
template <typename S>
concept HasBytes = State<S> && requires(const S& state) {
    { state.bytes() } -> std::convertible_to<std::int64_t>;
};

// A move may take long by itself: it looks at this watch, whichever state of the problem was given it, and
// throws WorkEnded. The state is then as it was.
template <typename S>
concept HasWatch = State<S> && requires(const S& state, const Watch& watch) {
    { state.set_watch(watch) } -> std::same_as<void>;
};

// The capabilities that change what a search does, where they are there. A state has what its type has, unless
// it says otherwise itself: an AnyState (any_state.h) has all of them by its type.
struct Offers {
    bool code = false;
    bool bias = false;
    bool bound = false;
    bool violation = false;
    bool hash = false;
    bool equality = false;
};
template <typename S>
concept OffersAtRunTime = State<S> && requires(const S& state) {
    { state.offers() } -> std::same_as<Offers>;
};
template <State S>
constexpr Offers offers(const S& state) {
    if constexpr (OffersAtRunTime<S>) {
        return state.offers();
    } else {
        return {HasCode<S>, HasBias<S>, HasBound<S>, HasViolation<S>, HasHash<S>, std::equality_comparable<S>};
    }
}

// How many moves cost as much as a copy of the state, where that is more than one; a search that keeps states
// may then keep fewer of them, and play moves again.
template <typename S>
inline constexpr std::size_t moves_per_copy = 1;
template <typename S>
requires requires {
    S::moves_per_copy;
}
inline constexpr std::size_t moves_per_copy<S> = S::moves_per_copy;

// The outcome type: Outcome, or the domain's own where a double is not exact (`using OutcomeType = ...;
// outcome()`).
namespace detail {
template <typename S>
struct OutcomeType {
    using type = Outcome;
};
template <typename S>
requires requires {
    typename S::OutcomeType;
}
struct OutcomeType<S> {
    using type = typename S::OutcomeType;
};
}  // namespace detail
template <State S>
using OutcomeOf = typename detail::OutcomeType<S>::type;

// What an ended state is worth.
template <State S>
OutcomeOf<S> outcome_of(const S& end) {
    if constexpr (requires {
                      { end.outcome() } -> std::same_as<OutcomeOf<S>>;
                  }) {
        return end.outcome();
    } else if constexpr (HasViolation<S>) {
        return {static_cast<double>(end.violation()), static_cast<double>(end.value())};
    } else {
        return {0, static_cast<double>(end.value())};
    }
}

// The same as far as a double holds it, which may be cheaper.
template <State S>
Outcome plain_outcome_of(const S& end) {
    if constexpr (HasViolation<S>)
        return {static_cast<double>(end.violation()), static_cast<double>(end.value())};
    return {0, static_cast<double>(end.value())};
}

// The same bound as an outcome, for domains whose outcomes a double does not hold exactly.
template <typename S>
concept HasExactBound = HasBound<S> && ExactOutcome<OutcomeOf<S>> && requires(const S& state) {
    { state.exact_bound() } -> std::same_as<OutcomeOf<S>>;
};

// Asked only at the end, where that is cheaper than the outcome: true only if it is not better than `best`.
template <typename S>
concept HasCannotBeat = State<S> && requires(const S& state, const OutcomeOf<S>& best) {
    { state.cannot_beat(best) } -> std::same_as<bool>;
};

// Where that is cheaper than the move: true only if it leads to the end, and that is not better than `best`.
template <typename S>
concept HasEndsWorse = State<S> && requires(const S& state, const MoveOf<S>& move, const OutcomeOf<S>& best) {
    { state.ends_worse(move, best) } -> std::same_as<bool>;
};

// No game goes on for more moves than this; a move never makes it more.
template <typename S>
concept HasMovesLeft = State<S> && requires(const S& state) {
    { state.moves_left() } -> std::convertible_to<std::int64_t>;
};

// The bound turned so that less is better, whatever the sense; what searches order nodes by. Without a bound
// all are 0.
template <State S>
double bound_cost(const S& state) {
    if constexpr (HasBound<S>) {
        if (offers(state).bound) return state.sense() == Sense::maximise ? -state.bound() : state.bound();
    }
    return 0;
}

// How many codes there are, where they are 0, 1, 2 and so on: a learned policy is then a plain table.
template <typename S>
concept HasCodeCount = HasCode<S> && requires(const S& state) {
    { state.code_count() } -> std::convertible_to<std::size_t>;
};
// 0: codes may be any numbers.
template <State S>
std::size_t code_count(const S& state) {
    if constexpr (HasCodeCount<S>) {
        return state.code_count();
    } else {
        return 0;
    }
}

// The move's code, or a hash of its text and depth where the domain gives none.
template <State S>
MoveCode code_of(const S& state, const MoveOf<S>& move, std::size_t depth) {
    if constexpr (HasCode<S>) {
        if (offers(state).code) return state.code(move);
    }
    return combine(hash_text(state.move_text(move)), depth);
}

// The move's name: as the domain gives it, else its code, else a hash of its text.
template <State S>
MoveCode name_of(const S& state, const MoveOf<S>& move) {
    if constexpr (HasName<S>) {
        return state.name(move);
    } else if constexpr (HasCode<S>) {
        return state.code(move);
    } else {
        return hash_text(state.move_text(move));
    }
}

template <State S>
std::int64_t stage_of(const S& state, std::size_t depth) {
    if constexpr (HasStage<S>) {
        return static_cast<std::int64_t>(state.stage());
    } else {
        return static_cast<std::int64_t>(depth);
    }
}

template <State S>
double smooth_value_of(const S& end) {
    if constexpr (HasSmoothValue<S>) {
        return static_cast<double>(end.smooth_value());
    } else {
        return static_cast<double>(end.value());
    }
}

namespace detail {
// Out of line: nobody should wait for it.
[[noreturn]] [[gnu::cold]] inline void complain_of_no_move() {
    throw ContractError("at_end() is false, but legal_moves() lists no move");
}
}  // namespace detail

// The legal moves. Every search asks here, so that a legal_moves() that only appends is not wrong, and a game
// without moves that is not over is noticed before somebody chooses among them.
template <State S>
[[gnu::always_inline]] inline void legal_moves_of(const S& state, std::vector<MoveOf<S>>& moves) {
    moves.clear();
    state.legal_moves(moves);
    if (moves.empty() && !state.at_end()) detail::complain_of_no_move();
}

// The legal moves and their codes.
template <State S>
void coded_moves(const S& state, std::size_t depth, std::vector<MoveOf<S>>& moves,
                 std::vector<MoveCode>& codes) {
    codes.clear();
    if constexpr (HasCodedMoves<S>) {
        moves.clear();
        state.legal_moves(moves, codes);
        if (moves.empty() && !state.at_end()) detail::complain_of_no_move();
    } else {
        legal_moves_of(state, moves);
        for (const MoveOf<S>& move : moves) codes.push_back(code_of(state, move, depth));
    }
}

}  // namespace playout
