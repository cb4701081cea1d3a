// Nodes that are known to the end of the game: the cache of explored subtrees (Koriche et al. 2016, section 5).
//
// A node where at most one role has a choice is solved when that role knows a move that nothing can beat, or
// all its moves; what chance does counts by its mean. Where several choose at once, the value would be that of
// a matrix game; such nodes stay open.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "playout/players/game_tree.h"

namespace playout::players {

class NodeSolver {
  public:
    // `chance`: the role that draws; `roles` where none does. `highest`: by role, no goal is higher (0 to 1);
    // empty: 1.
    NodeSolver(std::size_t roles, std::size_t chance, std::vector<double> highest)
        : roles_(roles), chance_(chance), highest_(std::move(highest)), values_(roles), others_(roles) {}

    // Whether nothing can be better for the role.
    bool is_highest(double value, std::size_t role) const {
        return value > (highest_.empty() ? 1 : highest_[role]) - rounding;
    }

    // After a child was solved, to which the moves `taken` lead (by role: the place in its list).
    bool try_to_solve(GameTree& tree, NodeId node, std::span<const std::uint32_t> taken) {
        std::size_t chooser = roles_;
        for (std::size_t role = 0; role < roles_; ++role) {
            if (!has_choice(tree, node, role)) continue;
            if (chooser != roles_) return false;
            chooser = role;
        }
        const std::uint32_t place = chooser == roles_ ? 0 : taken[chooser];
        if (!value_of_move(tree, node, chooser, place, values_)) return false;
        if (chooser != roles_) {
            const std::span<Edge> edges = tree.edges(node, chooser);
            edges[place].exact = values_[chooser];
            if (!is_highest(values_[chooser], chooser) && !best_of_all(tree, node, chooser)) return false;
        }
        tree.solve(node, values_);
        return true;
    }

    // After any of its children may have been solved.
    void try_all_moves(GameTree& tree, NodeId node) {
        std::vector<std::uint32_t> taken(roles_, 0);
        for (std::size_t role = 0; role < roles_; ++role) {
            if (!has_choice(tree, node, role)) continue;
            for (; taken[role] < tree.edges(node, role).size(); ++taken[role])
                if (try_to_solve(tree, node, taken)) return;
            return;  // where another role chooses too, nothing is known
        }
        try_to_solve(tree, node, taken);
    }

    // The mean over what chance may do after a move of the only role that has a choice. False where some of
    // that is not solved; `values` are then as they were.
    bool value_of_move(const GameTree& tree, NodeId node, std::size_t chooser, std::uint32_t place,
                       std::vector<float>& values) {
        const std::size_t draws = chance_ == roles_ ? 1 : tree.edges(node, chance_).size();
        sums_.assign(roles_, 0);
        for (std::size_t draw = 0; draw < draws; ++draw) {
            const NodeId child = tree.child(node, tree.code(node, [&](std::size_t role) {
                return role == chance_ ? draw : role == chooser ? place : 0;
            }));
            if (child == no_node || !tree.is_solved(child)) return false;
            for (std::size_t role = 0; role < roles_; ++role)
                sums_[role] += tree.values(child)[role] / static_cast<float>(draws);
        }
        values.swap(sums_);
        return true;
    }

  private:
    // Means over what chance may do are rounded.
    static constexpr double rounding = 1e-5;
    static bool alike(float one, float other) { return std::abs(one - other) < float{rounding}; }

    bool has_choice(const GameTree& tree, NodeId node, std::size_t role) const {
        return role != chance_ && tree.edges(node, role).size() != 1;
    }

    // The values of the chooser's best move are left in values_. False where a move is not known, or where
    // moves that are equal to the chooser are not so to the others.
    bool best_of_all(const GameTree& tree, NodeId node, std::size_t chooser) {
        const std::span<const Edge> edges = tree.edges(node, chooser);
        float best = -1;
        for (const Edge& edge : edges) {
            if (edge.exact < 0) return false;
            best = std::max(best, edge.exact);
        }
        bool first = true;
        for (std::uint32_t place = 0; place < edges.size(); ++place) {
            if (!alike(edges[place].exact, best)) continue;
            if (!value_of_move(tree, node, chooser, place, first ? values_ : others_)) return false;
            if (!first && !std::equal(values_.begin(), values_.end(), others_.begin(), alike)) return false;
            first = false;
        }
        return true;
    }

    const std::size_t roles_, chance_;
    const std::vector<double> highest_;
    std::vector<float> values_, others_, sums_;  // for the moment only
};

}  // namespace playout::players
