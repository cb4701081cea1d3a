// A capability that is misspelt in its signature would silently be none. Here is one row for each: a state with
// a member of that name must have the capability, or the compiler says in one line what it should be. The same
// for what is required.
//
//     static_assert(playout::checked_state<MyState>);
//
// Every run asserts it; in a program of one's own it is best asserted right below the state.
#pragma once

#include <concepts>
#include <type_traits>
#include <vector>

#include "playout/problem/neighbourhood.h"
#include "playout/problem/state.h"
#include "playout/problem/strategy.h"
#include "playout/problem/walk.h"

// clang-format off
#define PLAYOUT_REQUIREMENTS(ROW)                                                                                                     \
    ROW(std::copyable<S>,          "a state must be copyable: copy and move construction and assignment")                             \
    ROW(required::NamesMoves<S>,   "a state must name its moves: using Move = ...; a type that can be copied and compared with ==")   \
    ROW(required::GivesSense<S>,   "a state must have: playout::Sense sense() const")                                                 \
    ROW(required::TellsItsEnd<S>,  "a state must have: bool at_end() const")                                                          \
    ROW(required::ListsMoves<S>,   "a state must have: void legal_moves(std::vector<Move>& moves) const")                             \
    ROW(required::Plays<S>,        "a state must have: void play(const Move& move)")                                                  \
    ROW(required::HasValue<S>,     "a state must have: double value() const")                                                         \
    ROW(required::WritesMoves<S>,  "a state must have: std::string move_text(const Move& move) const")                                \
    ROW(required::ReadsMoves<S>,   "a state must have: std::optional<Move> parse_move(std::string_view text) const")

// The name of the member, the concept, the signature. (An `Outcome` is the state's OutcomeType where it has one.)
#define PLAYOUT_CAPABILITIES(ROW)                                                                                \
    ROW(code,           HasCode<S>,               "playout::MoveCode code(const Move& move) const")              \
    ROW(code_count,     HasCodeCount<S>,          "std::size_t code_count() const, beside code()")               \
    ROW(bias,           HasBias<S>,               "double bias(const Move& move) const")                         \
    ROW(bound,          HasBound<S>,              "double bound() const")                                        \
    ROW(exact_bound,    HasExactBound<S>,         "OutcomeType exact_bound() const, beside bound() and a type with exact_order()") \
    ROW(violation,      HasViolation<S>,          "double violation() const")                                    \
    ROW(promise,        HasPromise<S>,            "double promise() const")                                      \
    ROW(name,           HasName<S>,               "playout::MoveCode name(const Move& move) const")              \
    ROW(move_named,     HasMoveNamed<S>,          "std::optional<Move> move_named(playout::MoveCode name) const, beside name() or code()") \
    ROW(decision,       HasDecision<S>,           "std::uint64_t decision() const")                              \
    ROW(stage,          HasStage<S>,              "std::int64_t stage() const")                                  \
    ROW(smooth_value,   HasSmoothValue<S>,        "double smooth_value() const")                                 \
    ROW(next_move,      HasNextMove<S>,           "std::optional<Move> next_move(std::uint64_t& cursor) const")  \
    ROW(repeats_parent, HasRepeatsParent<S>,      "bool repeats_parent(const Move& move) const")                 \
    ROW(hash,           HasHash<S>,               "std::uint64_t hash() const")                                  \
    ROW(play_undoable,  HasUndo<S>,               "Memento play_undoable(const Move& move), beside void undo(const Memento& memento)") \
    ROW(undo,           HasUndo<S>,               "void undo(const Memento& memento), beside Memento play_undoable(const Move& move)") \
    ROW(bytes,          HasBytes<S>,              "std::int64_t bytes() const")                                  \
    ROW(set_watch,      HasWatch<S>,              "void set_watch(const playout::Watch& watch) const")           \
    ROW(cannot_beat,    HasCannotBeat<S>,         "bool cannot_beat(const Outcome& best) const")                 \
    ROW(ends_worse,     HasEndsWorse<S>,          "bool ends_worse(const Move& move, const Outcome& best) const") \
    ROW(moves_left,     HasMovesLeft<S>,          "std::int64_t moves_left() const")                             \
    ROW(select,         HasSelection<S>,          "void select(std::vector<Move>& moves) const")                 \
    ROW(strategies,     HasStrategies<S>,         "static std::vector<playout::StrategyEntry<S>> strategies()")  \
    ROW(moves_per_copy, HasMovesPerCopy<S>,       "static constexpr std::size_t moves_per_copy")                 \
    ROW(Walk,           HasWalk<S>,               "a type that satisfies playout::WalkOver")                     \
    ROW(Neighbourhood,  HasNeighbourhood<S>,      "a type that satisfies playout::NeighbourhoodOver")            \
    ROW(OutcomeType,    HasOwnOutcome<S>,         "a type that derives from playout::Outcome")                   \
    ROW(outcome,        HasOutcome<S>,            "OutcomeType outcome() const, beside using OutcomeType = ...")
// clang-format on

namespace playout {
namespace detail {

template <typename S>
concept HasMovesPerCopy = requires {
    { S::moves_per_copy } -> std::convertible_to<std::size_t>;
};
template <typename S>
concept HasWalk = WalkOver<typename S::Walk, S>;
template <typename S>
concept HasNeighbourhood = NeighbourhoodOver<typename S::Neighbourhood, S>;
template <typename S>
concept HasOwnOutcome = std::derived_from<typename S::OutcomeType, Outcome>;
template <typename S>
concept HasOutcome = requires(const S& end) {
    { end.outcome() } -> std::same_as<OutcomeOf<S>>;
};

// names_x<S>: S has a member x, of whatever kind, overloaded, a template or private. Then x is ambiguous in a
// class that inherits another x as well. A final class has no heirs: there only a plain public member is seen.
#define PLAYOUT_ROW(name, concept_, signature)                     \
    struct Other_##name {                                          \
        int name;                                                  \
    };                                                             \
    template <typename S>                                          \
    struct Both_##name : S, Other_##name {};                       \
    template <typename S>                                          \
    constexpr bool names_##name() {                                \
        if constexpr (std::is_class_v<S> && !std::is_final_v<S>) { \
            return !requires {                                     \
                &Both_##name<S>::name;                             \
            };                                                     \
        } else {                                                   \
            return requires {                                      \
                &S::name;                                          \
            }                                                      \
            || requires {                                          \
                typename S::name;                                  \
            };                                                     \
        }                                                          \
    }
PLAYOUT_CAPABILITIES(PLAYOUT_ROW)
#undef PLAYOUT_ROW

// Converts to whatever an overload wants.
struct Anything {
    template <typename T>
    operator T&() const;
};

template <typename S>
concept ListsMovesWithSomething = State<S> && requires(const S& state, std::vector<MoveOf<S>>& moves) {
    state.legal_moves(moves, Anything{});
};

template <typename S>
struct CheckedState {
#define PLAYOUT_ROW(satisfied, sentence) static_assert(satisfied, sentence);
    PLAYOUT_REQUIREMENTS(PLAYOUT_ROW)
#undef PLAYOUT_ROW
#define PLAYOUT_ROW(name, satisfied, signature)                 \
    static_assert(!State<S> || !names_##name<S>() || satisfied, \
                  "the member " #name " of a state must be: " signature);
    PLAYOUT_CAPABILITIES(PLAYOUT_ROW)
#undef PLAYOUT_ROW
    static_assert(
        !ListsMovesWithSomething<S> || HasCodedMoves<S>,
        "legal_moves of a state with two arguments must be: void legal_moves(std::vector<Move>& moves, "
        "std::vector<playout::MoveCode>& codes) const, beside code()");
    static constexpr bool value = true;
};

}  // namespace detail

// True, or it does not compile.
template <typename S>
inline constexpr bool checked_state = detail::CheckedState<S>::value;

}  // namespace playout

#undef PLAYOUT_REQUIREMENTS
#undef PLAYOUT_CAPABILITIES
