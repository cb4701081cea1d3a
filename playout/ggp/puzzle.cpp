#include "playout/ggp/puzzle.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>

#include "playout/base/errors.h"
#include "playout/base/text.h"

namespace playout::ggp {
namespace {

template <game::Game G>
class PuzzleGameOf final : public PuzzleGame {
  public:
    PuzzleGameOf(G game, std::int32_t max_steps) : game_(std::move(game)), max_steps_(max_steps) {}

    PuzzlePosition initial() override {
        PuzzlePosition position;
        game_.set_state(game_.initial());
        look(position);
        return position;
    }

    void step(PuzzlePosition& position, MoveId move) override {
        assert(std::find(position.legal.begin(), position.legal.end(), move) != position.legal.end());
        if (game_.state() != position.state) game_.set_state(position.state);
        game_.step(std::array{move});
        next_.steps = position.steps + 1;
        look(next_);  // which may throw; the position is whole all the same
        std::swap(position, next_);
    }

    std::string move_text(MoveId move) const override { return game_.move_text(0, move); }

    // Moves of a machine have fixed numbers, terms of a prover do not.
    MoveCode move_code(MoveId move) const override {
        if constexpr (std::same_as<G, Machine>) {
            return move;
        } else {
            return hash_text(move_text(move));
        }
    }

    void set_watch(const Watch& watch) override {
        if constexpr (std::same_as<G, ProvedGame>) game_.set_watch(watch);
    }

    std::vector<std::string> fluents(const PuzzlePosition& position) override {
        game_.set_state(position.state);
        return game_.fluents();
    }

  private:
    void look(PuzzlePosition& position) {
        position.state = game_.state();
        position.legal.clear();
        if (!game_.terminal() && position.steps < max_steps_) {
            const auto legal = game_.legal(0);
            position.legal.assign(legal.begin(), legal.end());
            if constexpr (std::same_as<G, Machine>) {
                std::sort(position.legal.begin(), position.legal.end());
            } else {
                std::sort(position.legal.begin(), position.legal.end(),
                          [&](MoveId one, MoveId other) { return move_text(one) < move_text(other); });
            }
        }
        position.goal = position.legal.empty() ? game_.goal(0).value_or(0) : 0;
    }

    G game_;
    const std::int32_t max_steps_;
    PuzzlePosition next_;
};

}  // namespace

Puzzle::Puzzle(std::string text, const std::string& file, std::int32_t max_steps, const LoadLimits& limits)
    : text_(std::move(text)), max_steps_(max_steps) {
    const Watch watch(limits.stop);
    const gdl::Sheet sheet = gdl::read_sheet(text_, file, limits.names, watch);
    gdl::require_valid(sheet, watch);
    const std::vector<gdl::Term> roles = gdl::roles_of(sheet);
    if (roles.size() != 1)
        throw InputError(file, fmt::format("a puzzle has one role, and this game has {} (see `playout match`)",
                                           roles.size()));
    sheet_ = std::make_unique<RuleSheet>(text_, file, limits);
    if (const Wiring* wiring = sheet_->wiring()) {
        game_ = std::make_unique<PuzzleGameOf<Machine>>(Machine(*wiring), max_steps);
        highest_goal_ = 0;
        for (const Goal& goal : wiring->circuit().goals[0]) highest_goal_ = std::max(highest_goal_, goal.value);
    } else {
        game_ = std::make_unique<PuzzleGameOf<ProvedGame>>(sheet_->proved_game(watch), max_steps);
        game_->initial();  // what takes too long shows now
        game_->set_watch({});
    }
}

Puzzle::~Puzzle() = default;

std::int64_t PuzzleState::bytes() const {
    return static_cast<std::int64_t>(sizeof(*this) + position_.state.capacity() * sizeof(std::uint64_t) +
                                     position_.legal.capacity() * sizeof(MoveId) + 32);  // of the allocator
}

std::optional<PuzzleState::Move> PuzzleState::parse_move(std::string_view text) const {
    const std::vector<Move>& moves = position_.legal;
    const auto found = gdl::find_term(
        moves.size(), [&](std::size_t i) { return move_text(moves[i]); }, text);
    return found ? std::optional(moves[*found]) : std::nullopt;
}

Outcome recount(const Puzzle& puzzle, const std::vector<MoveId>& moves, const Watch& watch) {
    ProvedGame game = puzzle.sheet().proved_game(watch);
    for (const MoveId move : moves) {
        const auto term = game.find_move(0, puzzle.game().move_text(move));
        if (game.terminal() || !term) throw BugError("gdl: the rules do not know a move of the game");
        game.step(std::array{*term});
    }
    if (!game.terminal() && !game.legal(0).empty() && std::ssize(moves) < puzzle.max_steps())
        throw BugError("gdl: by the rules the game goes on");
    return {0, static_cast<double>(game.goal(0).value_or(0))};
}

}  // namespace playout::ggp
