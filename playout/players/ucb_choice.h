// One role's choice among its moves at a node, by UCB1 (Auer, Cesa-Bianchi and Fischer 2002): a move that was
// never tried, any of them; else the one of which mean + c * sqrt(ln(visits of the node) / visits of the move)
// is highest. Moves whose value is known are not tried again: where one looks best, the next best one that is
// not known is taken in its place, and the choice says so.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "playout/base/bandit.h"
#include "playout/base/rng.h"
#include "playout/players/game_tree.h"
#include "playout/players/later_moves.h"

namespace playout::players {

class UcbChoice {
  public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    struct Choice {
        std::size_t place;           // in the role's list
        std::uint32_t known = none;  // the known move that looks better
    };

    // `visits`: of the node.
    Choice choose(std::span<const Edge> edges, std::uint32_t visits, double c, const LaterMoves& later,
                  Rng& rng) const {
        // Nothing is known of it yet.
        const auto is_fresh = [&](const Edge& edge) { return edge.exact < 0 && !later.knows(edge); };
        std::uint64_t fresh = 0;
        for (const Edge& edge : edges) fresh += is_fresh(edge) ? 1 : 0;
        if (fresh > 0) {
            std::uint64_t left = rng.below(fresh);
            for (std::size_t i = 0;; ++i)
                if (is_fresh(edges[i]) && left-- == 0) return {i};
        }
        const double width = c * root_of_log_(visits);
        std::size_t best_open = edges.size(), best_known = edges.size();
        double open_score = -1, known_value = -1, open_mean = -1;
        for (std::size_t i = 0; i < edges.size(); ++i) {
            const Edge& edge = edges[i];
            if (edge.exact >= 0) {
                if (edge.exact > known_value) best_known = i;
                known_value = std::max<double>(known_value, edge.exact);
                continue;
            }
            const double visits_of_edge = std::max<std::uint32_t>(1, edge.visits);
            const double score = later.worth(edge) + width / std::sqrt(visits_of_edge);
            if (score <= open_score) continue;
            open_score = score;
            open_mean = later.worth(edge);
            best_open = i;
        }
        if (best_open == edges.size()) return {best_known};
        return {best_open, known_value > open_mean ? static_cast<std::uint32_t>(best_known) : none};
    }

  private:
    const RootOfLog root_of_log_;
};

}  // namespace playout::players
