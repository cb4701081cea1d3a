// Games for the tests of players: small ones with a value that plain enumeration finds.
#pragma once

#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "playout/base/hash.h"
#include "playout/game/game.h"

namespace playout::players {

// A game of two roles and, in between, chance: who moves, how many moves there are, where they lead and what it
// is worth in the end is drawn from a seed. States are few, so that many ways lead to the same one.
class DrawnGame {
  public:
    struct Rules {
        std::uint64_t seed = 1;
        int depth = 6;
        int width = 5;         // states of a depth
        int chance_every = 0;  // 0: never; else every so many steps it is chance that moves
    };
    explicit DrawnGame(const Rules& rules) : rules_(rules) { set_state(initial()); }

    std::size_t roles() const { return rules_.chance_every == 0 ? 2 : 3; }
    std::string role_text(std::size_t role) const { return std::array{"one", "two", "random"}[role]; }
    std::optional<std::size_t> chance_role() const {
        return rules_.chance_every == 0 ? std::nullopt : std::optional<std::size_t>(2);
    }
    game::StateKey initial() const { return {0, 0}; }
    void set_state(const game::StateKey& state) {
        state_ = state;
        legal_.assign(roles(), {0});
        legal_[mover()].resize(2 + draw(1) % 3);
        std::iota(legal_[mover()].begin(), legal_[mover()].end(), game::MoveId{0});
    }
    const game::StateKey& state() const { return state_; }
    bool terminal() const { return static_cast<int>(state_[0]) == rules_.depth; }
    std::span<const game::MoveId> legal(std::size_t role) const { return legal_[role]; }
    void step(std::span<const game::MoveId> moves) {
        const std::uint64_t way = combine(draw(2), moves[mover()]);
        set_state({state_[0] + 1, way % static_cast<std::uint64_t>(rules_.width)});
    }
    std::optional<int> goal(std::size_t role) const {
        if (role == 2) return 100;
        const int first = static_cast<int>(draw(3) % 5) * 25;
        return role == 0 ? first : 100 - first;
    }
    std::string move_text(std::size_t, game::MoveId move) const { return std::to_string(move); }
    std::optional<game::MoveId> find_move(std::size_t role, std::string_view text) const {
        for (const game::MoveId move : legal(role))
            if (move_text(role, move) == text) return move;
        return std::nullopt;
    }
    std::vector<std::string> fluents() const {
        return {std::to_string(state_[0]) + "-" + std::to_string(state_[1])};
    }

    std::size_t mover() const {
        if (rules_.chance_every > 0 && static_cast<int>(state_[0]) % rules_.chance_every == 1) return 2;
        return state_[0] % 2;
    }

  private:
    std::uint64_t draw(std::uint64_t what) const {
        return combine(combine(rules_.seed, what), state_[0] * 1000 + state_[1]);
    }

    Rules rules_;
    game::StateKey state_;
    std::vector<std::vector<game::MoveId>> legal_;
};
static_assert(game::Game<DrawnGame>);

// What the first role gets where everybody plays as well as possible, 0 to 100.
inline double value_of(DrawnGame game, std::map<game::StateKey, double>& known) {
    if (game.terminal()) return *game.goal(0);
    const game::StateKey here = game.state();
    if (const auto found = known.find(here); found != known.end()) return found->second;
    const std::size_t mover = game.mover();
    double best = mover == 1 ? 200 : -1, sum = 0;
    const auto legal = game.legal(mover);
    const std::vector<game::MoveId> moves(legal.begin(), legal.end());
    for (const game::MoveId move : moves) {
        game.set_state(here);
        std::vector<game::MoveId> joint(game.roles(), 0);
        joint[mover] = move;
        game.step(joint);
        const double value = value_of(game, known);
        sum += value;
        best = mover == 1 ? std::min(best, value) : std::max(best, value);
    }
    return known[here] = mover == 2 ? sum / static_cast<double>(moves.size()) : best;
}

}  // namespace playout::players
