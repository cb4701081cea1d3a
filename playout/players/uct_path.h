// The way of one random game through a player's tree.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "playout/game/game.h"
#include "playout/players/game_tree.h"
#include "playout/players/ucb_choice.h"

namespace playout::players {

struct UctPath {
    struct Step {
        NodeId node;
        std::uint32_t first_place;  // of the moves made there, in `places`
        // Where a known move looked better than the one that was tried: its role and place. The nodes above are
        // told its value, not what this game gave.
        std::uint32_t chooser = 0, known = UcbChoice::none;
    };

    std::vector<Step> steps;
    std::vector<std::uint32_t> places;  // by step and role: where the move is in the role's list
    game::StateKey leaf;                // where the random game begins
    std::vector<float> values;          // what everybody gets, where that is known; else empty
    std::vector<game::MoveId> joint;    // with which the random game begins; empty: it is drawn
    NodeId sampled = no_node;           // the node of the leaf, if it counted this game
    NodeId opening = no_node;           // the node whose move is to become a child
    NodeId child = no_node;             // that it became
    bool under_way = false;

    void clear() {
        steps.clear();
        places.clear();
        values.clear();
        joint.clear();
        sampled = opening = child = no_node;
    }
    // The places of its moves, of all roles, follow.
    void add_step(NodeId node) { steps.push_back({node, static_cast<std::uint32_t>(places.size())}); }
    std::span<const std::uint32_t> places_at(const Step& step, std::size_t roles) const {
        return std::span(places).subspan(step.first_place, roles);
    }
};

}  // namespace playout::players
