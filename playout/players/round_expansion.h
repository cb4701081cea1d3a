// The round of a node solved (MAC-UCB: Koriche et al. 2016, sections 4.2 to 4.4): all its joint moves are told
// at once, become edges, and get their successors, so that what ends the game is known then. That is done for
// nodes that were sampled often enough; where there is a clock, only while solving has had less than its share
// of the time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "playout/players/game_tree.h"
#include "playout/players/joint_moves.h"
#include "playout/players/node_expansion.h"
#include "playout/players/node_solver.h"
#include "playout/players/solving_time.h"
#include "playout/players/uct_player_config.h"

namespace playout::players {

template <game::Game G>
class RoundExpansion {
  public:
    // All must outlive it. Without `joint_moves` no round is solved.
    RoundExpansion(std::size_t roles, JointMoves* joint_moves, const UctPlayerConfig& config,
                   NodeExpansion<G>& expansion, NodeSolver& solver)
        : roles_(roles),
          joint_moves_(joint_moves),
          config_(config),
          expansion_(expansion),
          solver_(solver),
          time_(config.solving, config.clock),
          place_of_(roles) {}

    void begin_search() { time_.begin_search(); }
    void end_search() { time_.end_search(); }

    bool may_solve(const GameTree& tree, NodeId node) const {
        if (joint_moves_ == nullptr || tree.visits(node) < config_.solve_after || tree.is_complete(node))
            return false;
        return !tree.full() && time_.allows_round();
    }

    // The node is expanded or solved then. Where there are too many joint moves, or `over()` ends it, it is
    // expanded as in UCT.
    void solve(GameTree& tree, NodeId node, const std::function<bool()>& over) {
        time_.begin_round();
        bool found = false;
        tree.complete(node);
        tree.state_of(node, state_);
        solutions_.clear();
        const bool all = joint_moves_->for_each(
            state_,
            [&](std::span<const game::MoveId> joint, const game::StateKey& next) {
                solutions_.add(joint, next);
                return solutions_.size() < config_.max_joints;
            },
            over);
        if (all && solutions_.size() > 0) {
            if (!tree.is_expanded(node)) add_edges(tree, node);
            found = add_successors(tree, node);
            if (found && config_.keep_known) solver_.try_all_moves(tree, node);
        } else if (!tree.is_expanded(node)) {
            expansion_.expand(tree, node);
        }
        time_.end_round(found);
    }

  private:
    // For every move of a solution.
    void add_edges(GameTree& tree, NodeId node) {
        std::vector<std::vector<game::MoveId>> moves(roles_);
        for (std::size_t role = 0; role < roles_; ++role) {
            for (std::size_t i = 0; i < solutions_.size(); ++i)
                moves[role].push_back(solutions_.joint(i)[role]);
            std::sort(moves[role].begin(), moves[role].end());
            moves[role].erase(std::unique(moves[role].begin(), moves[role].end()), moves[role].end());
        }
        tree.expand(node, [&](std::size_t role) { return std::span<const game::MoveId>(moves[role]); });
    }

    // Whether some successor is known.
    bool add_successors(GameTree& tree, NodeId node) {
        find_places(tree, node);
        bool any_known = false;
        for (std::size_t i = 0; i < solutions_.size(); ++i) {
            const JointCode code =
                tree.code(node, [&](std::size_t role) { return place_of_[role][solutions_.joint(i)[role]]; });
            NodeId child = tree.child(node, code);
            if (child == no_node) {
                solutions_.state(i, state_);
                child = tree.find(state_);
                if (child == no_node) child = expansion_.add(tree, state_);
                tree.link(node, code, child);
            }
            any_known = any_known || tree.is_solved(child);
        }
        return any_known;
    }
    void find_places(const GameTree& tree, NodeId node) {
        for (std::size_t role = 0; role < roles_; ++role) {
            const std::span<const Edge> edges = tree.edges(node, role);
            for (std::uint32_t place = 0; place < edges.size(); ++place) {
                if (place_of_[role].size() <= edges[place].move) place_of_[role].resize(edges[place].move + 1);
                place_of_[role][edges[place].move] = place;
            }
        }
    }

    const std::size_t roles_;
    JointMoves* const joint_moves_;
    const UctPlayerConfig& config_;
    NodeExpansion<G>& expansion_;
    NodeSolver& solver_;
    SolvingTime time_;
    // For the moment only.
    Solutions solutions_;
    game::StateKey state_;
    std::vector<std::vector<std::uint32_t>> place_of_;  // by role and move: where it is in the node's list
};

}  // namespace playout::players
