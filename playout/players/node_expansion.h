// New nodes of a player's tree, and the moves that nodes have by the rules of the game.
#pragma once

#include <cstdint>
#include <vector>

#include "playout/game/game.h"
#include "playout/players/game_tree.h"

namespace playout::players {

template <game::Game G>
class NodeExpansion {
  public:
    // The game must outlive it, and is set to other states here.
    explicit NodeExpansion(G& game) : game_(game), values_(game.roles()) {}

    // A new node, which is solved where the game is over. The game stands there afterwards.
    NodeId add(GameTree& tree, const game::StateKey& state) {
        const NodeId node = tree.add(state);
        game_.set_state(state);
        if (!tree.is_solved(node) && game_.terminal()) solve_by_goals(tree, node);
        return node;
    }

    // The node has an edge for every legal move then, or is solved where somebody has none: the game ends
    // there. The game stands there afterwards.
    void expand(GameTree& tree, NodeId node) {
        tree.state_of(node, state_);
        game_.set_state(state_);
        for (std::size_t role = 0; role < game_.roles(); ++role)
            if (game_.legal(role).empty()) return solve_by_goals(tree, node);
        tree.expand(node, [&](std::size_t role) { return game_.legal(role); });
    }

  private:
    // Of the node at which the game stands.
    void solve_by_goals(GameTree& tree, NodeId node) {
        for (std::size_t role = 0; role < values_.size(); ++role)
            values_[role] = static_cast<float>(game_.goal(role).value_or(0)) / 100;
        tree.solve(node, values_);
    }

    G& game_;
    game::StateKey state_;       // for the moment only, as is what follows
    std::vector<float> values_;  // by role
};

}  // namespace playout::players
