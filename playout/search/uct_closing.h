// What uct closes and prunes. A closed node is never entered again: all below it is searched or cannot be
// better. What closes takes the games below it along, so that the nodes above must find their best game among
// those that can still be entered.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "playout/base/archive.h"
#include "playout/search/uct_statistics.h"

namespace playout {

// `TreeType` is a Tree of UctStatistics, or of what derives from them.
template <typename TreeType>
class UctClosing {
  public:
    using Index = typename TreeType::Index;

    explicit UctClosing(TreeType& tree) : tree_(tree) {}

    std::int64_t closed() const { return closed_; }  // so far

    void close(Index index) {
        Node& node = tree_[index];
        if (node.closed) return;
        node.closed = true;
        ++closed_;
        tree_.drop_children(index);
    }

    // Closes what has no open child left, from the end of the path upwards, and mends the best of what has.
    // closes(depth) hears of every node of the path that is closed.
    template <typename Closes>
    void settle_path(const std::vector<Index>& path, Closes closes) {
        Lost lost;
        for (std::size_t i = path.size(); i-- > 0;) {
            const bool closed = settle(path[i], lost);
            if (closed) closes(i);
            if (!closed && !lost.any()) return;
        }
    }

    // After a better game was found: closes every node whose bound is no better, and mends the rest; each node
    // after its children. The number of nodes that this takes away.
    template <typename RulesOut>
    std::int64_t prune(RulesOut rules_out) {
        struct Visit {
            Index index;
            std::uint32_t next = 0;  // of its children
            Lost lost = {};          // by those before
        };
        std::int64_t pruned = 0;
        std::vector<Visit> open{{tree_.root()}};
        while (!open.empty()) {
            Visit& visit = open.back();
            const Node& node = tree_[visit.index];
            if (visit.next < node.child_count) {
                const Index child = node.first_child + visit.next++;
                if (tree_[child].closed) continue;
                if (rules_out(tree_[child].statistics.bound)) {
                    const std::int64_t before = tree_.size();
                    close(child);
                    pruned += before - tree_.size() + 1;
                } else if (tree_[child].child_count > 0) {
                    open.push_back({child});
                }
            } else {
                Lost lost = visit.lost;
                settle(visit.index, lost);
                open.pop_back();
                if (!open.empty()) open.back().lost.add(lost);
            }
        }
        return pruned;
    }

    void archive(Archive& archive) { archive(closed_); }

  private:
    using Node = typename TreeType::Node;
    using NodeStatistics = decltype(Node::statistics);
    static constexpr bool counts_violations = std::is_base_of_v<ConstrainedStatistics, NodeStatistics>;

    // The best games that a node lost because what they came from is closed.
    struct Lost {
        double best = UctStatistics::nothing;
        double violation = -UctStatistics::nothing;

        void add(const NodeStatistics& statistics) {
            best = std::max(best, statistics.best);
            if constexpr (counts_violations) violation = std::min(violation, statistics.least_violation);
        }
        void add(const Lost& other) {
            best = std::max(best, other.best);
            violation = std::min(violation, other.violation);
        }
        bool any() const { return best > UctStatistics::nothing || violation < -UctStatistics::nothing; }
    };

    // True: the node is closed. `lost`: what its children lost, then what it lost itself.
    bool settle(Index index, Lost& lost) {
        bool open = false, any_closed = false;
        for (const Node& child : tree_.children(index)) {
            (child.closed ? any_closed : open) = true;
            if (child.closed) lost.add(child.statistics);
        }
        if (tree_[index].closed || (tree_[index].expanded && !open)) {
            close(index);
            return true;
        }
        if (any_closed && tree_[index].expanded)
            tree_.keep_children(index, [this](Index child) { return !tree_[child].closed; });
        mend(index, lost);
        return false;
    }

    // Rei, section 3.4: the best game below is one that can still be entered, or the worst where none is known.
    void mend(Index index, Lost& lost) {
        NodeStatistics& own = tree_[index].statistics;
        const bool best_lost = lost.best > UctStatistics::nothing && lost.best >= own.best;
        [[maybe_unused]] const double violation_lost = lost.violation;
        lost = {};
        if (best_lost) {
            double best = own.feasible_games() > 0 ? static_cast<double>(own.worst) : UctStatistics::nothing;
            for (const Node& child : tree_.children(index))
                if (!child.closed) best = std::max(best, child.statistics.best);
            if (best != own.best) lost.best = std::exchange(own.best, best);
        }
        if constexpr (counts_violations) {
            if (violation_lost < -UctStatistics::nothing && violation_lost <= own.least_violation) {
                double least = own.max_violation;
                for (const Node& child : tree_.children(index))
                    if (!child.closed) least = std::min(least, child.statistics.least_violation);
                if (least != own.least_violation) lost.violation = std::exchange(own.least_violation, least);
            }
        }
    }

    TreeType& tree_;
    std::int64_t closed_ = 0;
};

}  // namespace playout
