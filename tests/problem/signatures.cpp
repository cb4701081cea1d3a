// States with one mistake each that the compiler must name. tests/problem/signatures_test.py compiles this and
// compares what it says with the comments here; it is part of no program.
#include "playout/problem/capabilities.h"

namespace playout {

struct Fine {
    using Move = int;
    Sense sense() const;
    bool at_end() const;
    void legal_moves(std::vector<int>& moves) const;
    void play(int move);
    double value() const;
    std::string move_text(int move) const;
    std::optional<int> parse_move(std::string_view text) const;
};
static_assert(checked_state<Fine>);

// Whatever is required, left out or changed.
struct NoCopies : Fine {
    NoCopies(const NoCopies&) = delete;
};
static_assert(checked_state<NoCopies>);  // a state must be copyable: copy and move construction and assignment
struct Uncomparable : Fine {
    struct Move {};
    void legal_moves(std::vector<Move>& moves) const;
    void play(Move move);
    std::string move_text(Move move) const;
    std::optional<Move> parse_move(std::string_view text) const;
};
// clang-format off
static_assert(checked_state<Uncomparable>);  // a state must name its moves: using Move = ...; a type that can be copied and compared with ==
struct NoSense : Fine { int sense() const; };
static_assert(checked_state<NoSense>);  // a state must have: playout::Sense sense() const
struct ChangedByLooking : Fine { bool at_end(); };
static_assert(checked_state<ChangedByLooking>);  // a state must have: bool at_end() const
struct ReturnsMoves : Fine { std::vector<int> legal_moves() const; };
static_assert(checked_state<ReturnsMoves>);  // a state must have: void legal_moves(std::vector<Move>& moves) const
struct ReturnsChild : Fine { Fine play(int move) const; };
static_assert(checked_state<ReturnsChild>);  // a state must have: void play(const Move& move)
struct TextValue : Fine { std::string value() const; };
static_assert(checked_state<TextValue>);  // a state must have: double value() const
struct NumberTexts : Fine { int move_text(int move) const; };
static_assert(checked_state<NumberTexts>);  // a state must have: std::string move_text(const Move& move) const
struct ParsesAnything : Fine { int parse_move(std::string_view text) const; };
static_assert(checked_state<ParsesAnything>);  // a state must have: std::optional<Move> parse_move(std::string_view text) const

// A row each, with another kind of mistake: types, const, arguments, private, overloaded, a template, data.
struct Code : Fine { int code(int) const; };
static_assert(checked_state<Code>);  // the member code of a state must be: playout::MoveCode code(const Move& move) const
struct CodeOfFinal final : Fine { int code(int) const; };
static_assert(checked_state<CodeOfFinal>);  // the member code of a state must be: playout::MoveCode code(const Move& move) const
struct CodeCount : Fine { std::size_t code_count() const; };
static_assert(checked_state<CodeCount>);  // the member code_count of a state must be: std::size_t code_count() const, beside code()
struct Bias : Fine { double bias() const; double bias(int, int) const; };
static_assert(checked_state<Bias>);  // the member bias of a state must be: double bias(const Move& move) const
struct Bound : Fine { double bound(); };
static_assert(checked_state<Bound>);  // the member bound of a state must be: double bound() const
struct ExactBound : Fine { double bound() const; Outcome exact_bound() const; };
static_assert(checked_state<ExactBound>);  // the member exact_bound of a state must be: OutcomeType exact_bound() const, beside bound() and a type with exact_order()
struct Violation : Fine { double violation; };
static_assert(checked_state<Violation>);  // the member violation of a state must be: double violation() const
struct Promise : Fine { void promise() const; };
static_assert(checked_state<Promise>);  // the member promise of a state must be: double promise() const
struct Name : Fine { std::string name(int) const; };
static_assert(checked_state<Name>);  // the member name of a state must be: playout::MoveCode name(const Move& move) const
struct MoveNamed : Fine { std::optional<int> move_named(MoveCode name) const; };
static_assert(checked_state<MoveNamed>);  // the member move_named of a state must be: std::optional<Move> move_named(playout::MoveCode name) const, beside name() or code()
struct Decision : Fine { int decision() const; };
static_assert(checked_state<Decision>);  // the member decision of a state must be: std::uint64_t decision() const
struct Stage : Fine { std::string stage() const; };
static_assert(checked_state<Stage>);  // the member stage of a state must be: std::int64_t stage() const
struct SmoothValue : Fine { double smooth_value(double) const; };
static_assert(checked_state<SmoothValue>);  // the member smooth_value of a state must be: double smooth_value() const
struct NextMove : Fine { std::optional<int> next_move(int& cursor) const; };
static_assert(checked_state<NextMove>);  // the member next_move of a state must be: std::optional<Move> next_move(std::uint64_t& cursor) const
struct RepeatsParent : Fine { bool repeats_parent() const; };
static_assert(checked_state<RepeatsParent>);  // the member repeats_parent of a state must be: bool repeats_parent(const Move& move) const
class Hash : public Fine { std::uint64_t hash() const; };
static_assert(checked_state<Hash>);  // the member hash of a state must be: std::uint64_t hash() const
struct HashTemplate : Fine { template <typename T> T hash() const; };
static_assert(checked_state<HashTemplate>);  // the member hash of a state must be: std::uint64_t hash() const
struct PlayUndoable : Fine { struct Memento {}; Memento play_undoable(int move); };
static_assert(checked_state<PlayUndoable>);  // the member play_undoable of a state must be: Memento play_undoable(const Move& move), beside void undo(const Memento& memento)
struct Undo : Fine { void undo(int move); };
static_assert(checked_state<Undo>);  // the member undo of a state must be: void undo(const Memento& memento), beside Memento play_undoable(const Move& move)
struct Bytes : Fine { std::vector<char> bytes() const; };
static_assert(checked_state<Bytes>);  // the member bytes of a state must be: std::int64_t bytes() const
struct CannotBeat : Fine { bool cannot_beat() const; };
static_assert(checked_state<CannotBeat>);  // the member cannot_beat of a state must be: bool cannot_beat(const Outcome& best) const
struct EndsWorse : Fine { bool ends_worse(int) const; };
static_assert(checked_state<EndsWorse>);  // the member ends_worse of a state must be: bool ends_worse(const Move& move, const Outcome& best) const
struct MovesLeft : Fine { std::string moves_left() const; };
static_assert(checked_state<MovesLeft>);  // the member moves_left of a state must be: std::int64_t moves_left() const
struct Select : Fine { int select(int) const; };
static_assert(checked_state<Select>);  // the member select of a state must be: void select(std::vector<Move>& moves) const
struct Strategies : Fine { std::vector<int> strategies() const; };
static_assert(checked_state<Strategies>);  // the member strategies of a state must be: static std::vector<playout::StrategyEntry<S>> strategies()
struct MovesPerCopy : Fine { int moves_per_copy() const; };
static_assert(checked_state<MovesPerCopy>);  // the member moves_per_copy of a state must be: static constexpr std::size_t moves_per_copy
struct OwnWalk : Fine { struct Walk {}; };
static_assert(checked_state<OwnWalk>);  // the member Walk of a state must be: a type that satisfies playout::WalkOver
struct OwnNeighbourhood : Fine { struct Neighbourhood {}; };
static_assert(checked_state<OwnNeighbourhood>);  // the member Neighbourhood of a state must be: a type that satisfies playout::NeighbourhoodOver
struct OwnOutcome : Fine { struct OutcomeType {}; };
static_assert(checked_state<OwnOutcome>);  // the member OutcomeType of a state must be: a type that derives from playout::Outcome
struct OutcomeOfItsOwn : Fine { double outcome() const; };
static_assert(checked_state<OutcomeOfItsOwn>);  // the member outcome of a state must be: OutcomeType outcome() const, beside using OutcomeType = ...
struct CodedMoves : Fine { using Fine::legal_moves; void legal_moves(std::vector<int>& moves, std::vector<int>& codes) const; };
static_assert(checked_state<CodedMoves>);  // legal_moves of a state with two arguments must be: void legal_moves(std::vector<Move>& moves, std::vector<playout::MoveCode>& codes) const, beside code()
// clang-format on

}  // namespace playout
