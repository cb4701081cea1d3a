// All joint moves of a state, one after the other: the plain way.
#pragma once

#include <vector>

#include "playout/game/game.h"

namespace playout::game {

// visit(joint) with a legal move of each role where the game stands, and it stands there each time; false ends
// it. Nothing where somebody has no move.
template <Game G, typename Visit>
void for_each_joint(G& game, Visit visit) {
    const StateKey state = game.state();
    std::vector<std::vector<MoveId>> legal;
    for (std::size_t role = 0; role < game.roles(); ++role) {
        legal.emplace_back(game.legal(role).begin(), game.legal(role).end());
        if (legal.back().empty()) return;
    }
    std::vector<std::size_t> places(legal.size(), 0);
    std::vector<MoveId> joint(legal.size());
    for (;;) {
        for (std::size_t role = 0; role < legal.size(); ++role) joint[role] = legal[role][places[role]];
        game.set_state(state);
        if (!visit(joint)) return;
        std::size_t role = 0;
        while (role < places.size() && ++places[role] == legal[role].size()) places[role++] = 0;
        if (role == places.size()) return;
    }
}

}  // namespace playout::game
