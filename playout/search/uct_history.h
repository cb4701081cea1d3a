// What uct learns of moves wherever they are played (Rei, section 2.2.4): the mean of all games with a move,
// and beside every child the games in which its move came later (AMAF, for rave).
#pragma once

#include <tsl/robin_map.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "playout/base/bandit.h"
#include "playout/search/uct_tree.h"
#include "playout/tree/transpositions.h"

namespace playout {

template <State S>
class UctHistory {
  public:
    using Index = typename UctTree<S>::Index;

    // With `for_rave` the nodes of a path learn too.
    UctHistory(UctTree<S>& tree, bool for_rave) : tree_(tree), for_rave_(for_rave) {}

    // A finished game from `root`: every move of it, to the history of all games, and to the nodes of its path
    // that could have played it first.
    void learn(S root, const std::vector<MoveOf<S>>& moves, const std::vector<Index>& path, double score) {
        last_.clear();
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const MoveCode code = code_of(root, moves[i], i);
            auto& [visits, sum] = games_[code];
            visits += 1;
            sum += score;
            last_[code] = i;
            root.play(moves[i]);
        }
        if (!for_rave_) return;
        for (std::size_t depth = 0; depth < path.size(); ++depth) {
            const auto& node = tree_[path[depth]];
            for (std::uint32_t i = 0; i < node.child_count; ++i)
                learn_later(tree_.extra(node.first_child + i), depth, score);
        }
    }

    // The mean of all games with the move, between the worst (0) and the best (1) of all; 0 where none had it.
    double worth_of(MoveCode code) const {
        const auto found = games_.find(code);
        if (found == games_.end()) return 0;
        const auto& root = tree_[tree_.root()].statistics;
        if (!(root.best > root.worst)) return 0;
        return std::clamp(share_of_range(found->second.second / found->second.first, root.best, root.worst),
                          0.0, 1.0);
    }

    // All codes of a game are in the history too.
    std::int64_t bytes() const {
        constexpr std::size_t history_bucket = 4 * sizeof(double), last_bucket = 3 * sizeof(double);
        return static_cast<std::int64_t>(games_.bucket_count() * (history_bucket + last_bucket));
    }
    void archive(Archive& archive) { archive_table(archive, games_); }

  private:
    void learn_later(LearnedOfMove& learned, std::size_t depth, double score) {
        const auto found = last_.find(learned.code);
        if (found == last_.end() || found->second < depth) return;
        ++learned.visits;
        learned.sum += score;
    }

    UctTree<S>& tree_;
    bool for_rave_;
    tsl::robin_map<MoveCode, std::pair<double, double>> games_;  // with the move, and the sum of their scores
    tsl::robin_map<MoveCode, std::size_t> last_;                 // where in the game a move was last played
};

}  // namespace playout
