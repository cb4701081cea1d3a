// What is learned of a move from games in which its role made it later (RAVE, Gelly and Silver 2007).
//
// In some games it does not matter when a move is made, in others nothing else does. So both kinds of games
// rank the moves of the root: those in which a move was made at once, and those in which it was made later.
// Only where the two rankings agree two times in three, later moves count.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "playout/players/game_tree.h"

namespace playout::players {

class LaterMoves {
  public:
    // After `half` games a move counts half by those in which it was made here, and half by all; 0: later ones
    // never count.
    LaterMoves(double half, std::size_t roles) : half_(half), made_(roles) {}

    // Where they do not count, it is enough to look now and then whether they should.
    void begin_search() {
        noted_ = half_ > 0 && (counted() || searches_ < 4 || searches_ % 8 == 0);
        ++searches_;
    }
    bool noted() const { return noted_; }
    bool counted() const { return half_ > 0 && agreed_ >= 2 * differed_; }

    // A game is told backwards, from its end: before `add` for a node, all moves that were made after it.
    void begin_game() { ++game_; }
    void note(std::size_t role, game::MoveId move) {
        if (made_[role].size() <= move) made_[role].resize(move + 1, 0);
        made_[role][move] = game_;
    }
    // The game went on by the move `taken` of the role, which got that value in the end.
    void add(std::size_t role, std::span<Edge> edges, Edge& taken, float value) {
        if (edges.size() > 1)
            for (Edge& edge : edges) {
                if (&edge == &taken || made_[role].size() <= edge.move || made_[role][edge.move] != game_)
                    continue;
                edge.later_sum += value;
                ++edge.later_games;
            }
        note(role, taken.move);
    }

    bool knows(const Edge& edge) const { return edge.visits > 0 || (counted() && edge.later_games > 0); }
    // By games in which the move was made here and, the fewer they are, here or later.
    double worth(const Edge& edge) const {
        if (!counted() || edge.later_games == 0) return mean(edge);
        const double share = std::sqrt(half_ / (3.0 * edge.visits + half_));
        const double all = (edge.sum + edge.later_sum) / (edge.visits + edge.later_games);
        return (1 - share) * mean(edge) + share * all;
    }

    // By the moves of one role at the root.
    void weigh(std::span<const Edge> edges) {
        double count = 0, here = 0, later = 0, product = 0;
        for (const Edge& edge : edges) {
            if (edge.visits < 20 || edge.later_games < 20) continue;
            const double later_mean = edge.later_sum / edge.later_games;
            ++count;
            here += mean(edge);
            later += later_mean;
            product += mean(edge) * later_mean;
        }
        const double covariance = product * count - here * later;
        if (count < 3 || std::abs(covariance) < 1e-9) return;
        ++(covariance > 0 ? agreed_ : differed_);
        if (agreed_ + differed_ < 100) return;
        agreed_ /= 2;  // the older, the less
        differed_ /= 2;
    }

  private:
    const double half_;
    bool noted_ = false;
    double agreed_ = 0, differed_ = 1;
    std::uint64_t searches_ = 0, game_ = 0;
    std::vector<std::vector<std::uint64_t>> made_;  // by role and move: the last game in which it was made
};

}  // namespace playout::players
