#pragma once

#include <memory>

#include "playout/players/local_player.h"
#include "playout/players/uct.h"

namespace playout::players {

// Searches by UCT for as long as it may, and keeps its tree from move to move.
template <game::Game G>
class UctPlayer final : public LocalPlayer<G> {
  public:
    // `games`: who plays the random games; nothing: the game itself, one after the other. `joint_moves`: who
    // solves rounds; nothing: this is plain UCT.
    UctPlayer(G game, std::size_t role, std::uint64_t seed, const UctPlayerConfig& config,
              std::unique_ptr<ggp::RandomGames> games, std::unique_ptr<JointMoves> joint_moves, Over stopped)
        : LocalPlayer<G>(std::move(game), role, std::move(stopped)),
          rng_(seed),
          games_(games ? std::move(games) : std::make_unique<ggp::SingleGames<G>>(this->game_)),
          joint_moves_(std::move(joint_moves)),
          uct_(this->game_, *games_, config, joint_moves_.get()) {}

    void prepare(const Over& over) override {
        const typename LocalPlayer<G>::Thinking thinking(*this, over);
        search(over);
    }

    std::string choose(const Over& over, const SoFar& so_far) override {
        const typename LocalPlayer<G>::Thinking thinking(*this, over);
        const auto legal = this->own_moves();
        const std::string first = this->text(legal[0]);
        if (so_far) so_far(first);
        if (legal.size() == 1) {
            thoughts_ = {.nodes = static_cast<std::int64_t>(uct_.nodes())};
            return first;
        }
        uct_.set_root(this->position_);
        if (!uct_.has_moves()) return first;  // somebody else has none, and the game is stuck
        if (so_far) so_far(this->text(uct_.best(this->role_).move));
        uct_.make_room();
        std::int64_t told_at = 16;
        search([&] {
            if (so_far && uct_.playouts() >= told_at) {
                so_far(this->text(uct_.best(this->role_).move));
                told_at = uct_.playouts() + uct_.playouts() / 8;
            }
            return over();
        });
        const auto best = uct_.best(this->role_);
        thoughts_ = {uct_.playouts(), static_cast<std::int64_t>(uct_.nodes()),
                     best.expected < 0 ? -1 : best.expected * 100, uct_.solved()};
        return this->text(best.move);
    }

    Thoughts thoughts() const override { return thoughts_; }

  private:
    void search(const Over& over) {
        try {
            uct_.search(rng_, over);
        } catch (const WorkEnded&) {
            // Time is over within a step; what was found before counts.
        }
    }

    Rng rng_;
    std::unique_ptr<ggp::RandomGames> games_;
    std::unique_ptr<JointMoves> joint_moves_;
    Uct<G> uct_;
    Thoughts thoughts_;
};

}  // namespace playout::players
