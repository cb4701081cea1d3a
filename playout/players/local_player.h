// Players that follow the game by themselves: the part they share, and the two simplest.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "playout/base/errors.h"
#include "playout/base/rng.h"
#include "playout/base/text.h"
#include "playout/game/game.h"
#include "playout/players/player.h"

namespace playout::players {

template <game::Game G>
class LocalPlayer : public Player {
  public:
    // `stopped()`: nobody wants the player any more; it ends steps that take long.
    LocalPlayer(G game, std::size_t role, Over stopped)
        : game_(std::move(game)),
          role_(role),
          position_(game_.initial()),
          stopped_(std::move(stopped)),
          joint_(game_.roles()) {
        watch_steps(stopped_);
    }

    void advance(std::span<const std::string> joint) override {
        if (joint.size() != joint_.size())
            throw InputError(
                "move", std::to_string(joint.size()) + " moves of " + std::to_string(joint_.size()) + " roles");
        game_.set_state(position_);
        if (game_.terminal()) throw InputError("move", "the game is over");
        for (std::size_t role = 0; role < joint_.size(); ++role) {
            const auto move = game_.find_move(role, joint[role]);
            if (!move)
                throw InputError("move", "'" + excerpt(joint[role], 60) + "' is not a legal move of " +
                                             game_.role_text(role));
            joint_[role] = *move;
        }
        game_.step(joint_);
        position_ = game_.state();
    }

  protected:
    // As long as it is there, steps that take long end when `over()`, by WorkEnded.
    class Thinking {
      public:
        Thinking(LocalPlayer& player, const Over& over) : player_(player) { player_.watch_steps(over); }
        ~Thinking() { player_.watch_steps(player_.stopped_); }
        Thinking(const Thinking&) = delete;
        Thinking& operator=(const Thinking&) = delete;

      private:
        LocalPlayer& player_;
    };

    // The legal moves where the game stands; throws where there is none.
    std::span<const game::MoveId> own_moves() {
        game_.set_state(position_);
        if (game_.terminal()) throw InputError("move", "the game is over");
        const auto legal = game_.legal(role_);
        if (legal.empty()) throw InputError("move", game_.role_text(role_) + " has no legal move");
        return legal;
    }
    std::string text(game::MoveId move) { return game_.move_text(role_, move); }

    G game_;
    const std::size_t role_;
    game::StateKey position_;

  private:
    void watch_steps(const Over& over) {
        if constexpr (requires(const Watch& watch) { game_.set_watch(watch); }) game_.set_watch(Watch(over));
    }

    const Over stopped_;
    std::vector<game::MoveId> joint_;
};

// Draws uniformly from its legal moves.
template <game::Game G>
class RandomPlayer final : public LocalPlayer<G> {
  public:
    RandomPlayer(G game, std::size_t role, std::uint64_t seed, Over stopped)
        : LocalPlayer<G>(std::move(game), role, std::move(stopped)), rng_(seed) {}
    std::string choose(const Over& over, const SoFar&) override {
        const typename LocalPlayer<G>::Thinking thinking(*this, over);
        const auto legal = this->own_moves();
        return this->text(legal[rng_.below(legal.size())]);
    }

  private:
    Rng rng_;
};

// Always makes the first of its legal moves, by their texts.
template <game::Game G>
class LegalPlayer final : public LocalPlayer<G> {
  public:
    using LocalPlayer<G>::LocalPlayer;
    std::string choose(const Over& over, const SoFar&) override {
        const typename LocalPlayer<G>::Thinking thinking(*this, over);
        std::string first;
        for (const game::MoveId move : this->own_moves())
            if (std::string text = this->text(move); first.empty() || text < first) first = std::move(text);
        return first;
    }
};

}  // namespace playout::players
