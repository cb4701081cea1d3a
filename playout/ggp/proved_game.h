// A game that a prover plays, for sheets that are too large to ground.
#pragma once

#include <memory>

#include "playout/game/game.h"
#include "playout/ggp/prover.h"

namespace playout::ggp {

class ProvedGame {
  public:
    // The sheet must be valid.
    explicit ProvedGame(const gdl::Sheet& sheet, const Watch& watch = {},
                        std::int64_t memory = Prover::default_memory)
        : prover_(std::make_unique<Prover>(sheet, watch, memory)) {
        set_state(initial());
    }

    // Steps and questions may take long: from here on they look at this one, and may throw WorkEnded. The game
    // then stands where it stood.
    void set_watch(const Watch& watch) { prover_->set_watch(watch); }

    std::size_t roles() const { return prover_->roles().size(); }
    std::string role_text(std::size_t role) const { return prover_->text(prover_->roles()[role]); }
    std::optional<std::size_t> chance_role() const;
    game::StateKey initial() const { return key_of(prover_->initial()); }
    void set_state(const game::StateKey& state);
    const game::StateKey& state() const { return state_; }
    bool terminal() { return prover_->terminal(); }
    std::span<const game::MoveId> legal(std::size_t role);
    void step(std::span<const game::MoveId> moves);
    std::optional<int> goal(std::size_t role) { return prover_->goal(role); }
    std::string move_text(std::size_t, game::MoveId move) const { return prover_->text(move); }
    std::optional<game::MoveId> find_move(std::size_t role, std::string_view text);
    std::vector<std::string> fluents() const;

  private:
    static game::StateKey key_of(const Prover::State& state) { return {state.begin(), state.end()}; }

    std::unique_ptr<Prover> prover_;
    game::StateKey state_;  // the numbers of its fluents
    std::vector<std::optional<std::vector<game::MoveId>>>
        legal_;  // by role, if asked for; moves go by their terms' numbers
};

static_assert(game::Game<ProvedGame>);

}  // namespace playout::ggp
