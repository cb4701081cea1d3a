// A rule sheet with one role as a problem: the best goal that a game can end with.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "playout/ggp/load.h"
#include "playout/problem/state.h"

namespace playout::ggp {

// Where a game stands, as far as a search asks.
struct PuzzlePosition {
    game::StateKey state;
    std::vector<MoveId> legal;  // in a fixed order; none where the game is over
    int goal = 0;               // where it is over
    std::int32_t steps = 0;
};

// Plays positions, one at a time.
class PuzzleGame {
  public:
    virtual ~PuzzleGame() = default;
    virtual PuzzlePosition initial() = 0;
    virtual void step(PuzzlePosition& position, MoveId move) = 0;
    virtual std::string move_text(MoveId move) const = 0;
    virtual MoveCode move_code(MoveId move) const = 0;
    virtual std::vector<std::string> fluents(const PuzzlePosition& position) = 0;
    // Steps that take long look at it; see ProvedGame.
    virtual void set_watch(const Watch&) {}
};

// Immutable but for the game that all its states ask in turn: for one thread.
class Puzzle {
  public:
    // A game that is not over after `max_steps` ends there. Throws InputError where the sheet is not valid, or
    // has not exactly one role, and no chance.
    Puzzle(std::string text, const std::string& file, std::int32_t max_steps, const LoadLimits& limits = {});
    ~Puzzle();

    const std::string& text() const { return text_; }
    const RuleSheet& sheet() const { return *sheet_; }
    PuzzleGame& game() const { return *game_; }
    int highest_goal() const { return highest_goal_; }
    std::int32_t max_steps() const { return max_steps_; }

  private:
    std::string text_;
    std::unique_ptr<RuleSheet> sheet_;
    std::unique_ptr<PuzzleGame> game_;
    std::int32_t max_steps_;
    int highest_goal_ = 100;
};

class PuzzleState {
  public:
    using Move = MoveId;
    static constexpr bool plain_moves = false;  // numbered as they are met
    using Memento = PuzzlePosition;

    // The puzzle must outlive it.
    explicit PuzzleState(const Puzzle& puzzle) : puzzle_(&puzzle), position_(puzzle.game().initial()) {}

    Sense sense() const { return Sense::maximise; }
    bool at_end() const { return position_.legal.empty(); }
    void legal_moves(std::vector<Move>& moves) const { moves = position_.legal; }
    void play(Move move) { puzzle_->game().step(position_, move); }
    void set_watch(const Watch& watch) const { puzzle_->game().set_watch(watch); }
    Memento play_undoable(Move move) {
        Memento before = position_;
        play(move);
        return before;
    }
    void undo(const Memento& before) { position_ = before; }
    double value() const { return position_.goal; }
    double bound() const { return at_end() ? position_.goal : puzzle_->highest_goal(); }
    // The move and when it is made.
    MoveCode code(Move move) const {
        return combine(puzzle_->game().move_code(move), static_cast<std::uint64_t>(position_.steps));
    }
    // How many steps are left does not count: sheets that need that count them themselves.
    std::uint64_t hash() const { return hash_words(position_.state, 0); }
    std::int64_t bytes() const;

    std::string move_text(Move move) const { return puzzle_->game().move_text(move); }
    std::optional<Move> parse_move(std::string_view text) const;
    std::vector<std::string> fluents() const { return puzzle_->game().fluents(position_); }
    const Puzzle& puzzle() const { return *puzzle_; }

  private:
    const Puzzle* puzzle_;
    PuzzlePosition position_;
};

// What a game is worth by the rules themselves, whoever played it. Throws BugError where they know no such
// game, and WorkEnded.
Outcome recount(const Puzzle& puzzle, const std::vector<MoveId>& moves, const Watch& watch = {});

static_assert(State<PuzzleState> && HasUndo<PuzzleState> && HasHash<PuzzleState> && HasCode<PuzzleState>);

}  // namespace playout::ggp
