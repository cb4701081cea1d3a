// How uct chooses among the children of a node (Rei, sections 2.2 and 3.3): what a child's best game is worth
// between the worst and the best below its parent, what was learned of its move, and the exploration term.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "playout/base/bandit.h"
#include "playout/base/rng.h"
#include "playout/search/uct_config.h"
#include "playout/search/uct_history.h"

namespace playout {

template <State S>
class UctSelection {
  public:
    using TreeType = UctTree<S>;
    using Node = typename TreeType::Node;
    using Index = typename TreeType::Index;

    UctSelection(const UctConfig& config, const Offers& offers, TreeType& tree, const UctHistory<S>& history,
                 Rng& rng)
        : config_(config),
          tree_(tree),
          history_(history),
          rng_(rng),
          plain_(!config.learns() && config.bias == 0 && config.value == UctValue::best && !offers.violation),
          bias_(offers.bias ? config.bias : 0) {}

    // The open child that looks best (none: all are closed) and what it is worth times `scale_`; ties are
    // broken at random. state_of_node() is asked only where the domain's bias counts.
    template <typename StateOfNode>
    std::pair<Index, double> select(Index index, StateOfNode state_of_node) {
        const std::span<Node> children = tree_.children(index);
        const Node& parent = tree_[index];
        const double worst = parent.statistics.worst;
        const double range = parent.statistics.best - worst;
        // Rei, (3.1) and (2.4), both times the range of rewards: a division less.
        scale_ = plain_ && range > 0 ? range : 1;
        const auto exploration =
            static_cast<float>(scale_ * config_.c) * root_of_log_(parent.statistics.visits);
        const auto plain_worth = [&](const Node& child) {
            return (range > 0 ? child.statistics.best - worst : 0) + exploration_of(child, exploration);
        };
        if (plain_ && children.size() == 2 && !children[0].closed && !children[1].closed) {
            prefetch_children(tree_, children[0]);
            prefetch_children(tree_, children[1]);
            const double first = plain_worth(children[0]), second = plain_worth(children[1]);
            const std::size_t better =
                first == second ? rng_.below(2) : static_cast<std::size_t>(second > first);
            return {tree_.child(index, better), std::max(first, second)};
        }
        if (plain_) return best_of(index, [&](const Node& child, std::size_t) { return plain_worth(child); });
        if (bias_ > 0) take_biases(index, state_of_node);
        return best_of(index, [&](const Node& child, std::size_t number) {
            return exploitation_of(parent, child, number) + exploration_of(child, exploration);
        });
    }

    // Whether a node with moves left to try tries one, or goes on to the child that looks best, which is worth
    // `worth`. By default it tries; with theta every theta-th visit goes on (Rei, section 3.6; visits are
    // counted, not children), with a first-play urgency it goes on where the child is worth more than that
    // (section 2.2.6).
    bool tries_a_move(Index index, double worth) const {
        if (config_.theta > 0 &&
            tree_[index].statistics.visits % static_cast<std::uint64_t>(config_.theta) == 0)
            return false;
        return config_.first_play <= 0 || config_.first_play * scale_ >= worth;
    }

  private:
    template <typename Worth>
    std::pair<Index, double> best_of(Index index, Worth worth_of) {
        const std::span<Node> children = tree_.children(index);
        std::size_t chosen = children.size();
        double best = UctStatistics::nothing;
        std::uint64_t ties = 1;
        for (std::size_t i = 0; i < children.size(); ++i) {
            if (children[i].closed) continue;
            const double worth = worth_of(children[i], i);
            if (worth < best) continue;
            if (worth == best && chosen < children.size()) {
                if (rng_.below(++ties) != 0) continue;
            } else {
                ties = 1;
            }
            best = worth;
            chosen = i;
        }
        return {chosen == children.size() ? TreeType::none : tree_.child(index, chosen), best};
    }

    static double exploration_of(const Node& child, float weight) {
        return static_cast<double>(weight * child.statistics.inverse_root);
    }

    // The biases of the children, from 0 to 1 among themselves.
    template <typename StateOfNode>
    void take_biases(Index index, StateOfNode state_of_node) {
        if constexpr (HasBias<S>) {
            biases_.clear();
            for (const Node& child : tree_.children(index)) biases_.push_back(state_of_node().bias(child.move));
            if (biases_.empty()) return;
            const auto [least, most] = std::minmax_element(biases_.begin(), biases_.end());
            const double low = *least, high = *most;
            for (double& bias : biases_) bias = share_of_range(bias, high, low);
        }
    }

    // All but the exploration term.
    double exploitation_of(const Node& parent, const Node& child, std::size_t number) const {
        double worth = joint_value(parent, child);
        const double visits = child.statistics.visits;
        if (config_.rave > 0) {
            const LearnedOfMove& learned = tree_.extra(parent.first_child + static_cast<Index>(number));
            if (learned.visits > 0) {
                const double weight = rave_weight(config_.rave, visits);
                const double amaf = share_of_range(learned.sum / learned.visits, parent.statistics.best,
                                                   parent.statistics.worst);
                worth = (1 - weight) * worth + weight * amaf;
            }
        }
        if (config_.history > 0 || config_.progressive_history > 0)
            worth += (config_.history + config_.progressive_history / (visits + 1)) *
                     history_.worth_of(tree_.extra(parent.first_child + static_cast<Index>(number)).code);
        if (bias_ > 0) worth += bias_ * biases_[number] / (visits + 1);  // Rei, 2.2.3
        return worth;
    }

    // Rei, (3.1) to (3.3).
    double joint_value(const Node& parent, const Node& child) const {
        const auto& above = parent.statistics;
        const auto& own = child.statistics;
        const bool average = config_.value == UctValue::average;
        if constexpr (HasViolation<S>) {
            const bool feasible = own.feasible();
            double share = 0;  // also where the parent does not know of it: games of the same state elsewhere
            if (feasible && own.feasible_visits > 0 && above.best > static_cast<double>(above.worst))
                share = share_of_range(average ? own.mean() : own.best, above.best, above.worst);
            if (!feasible && own.least_violation < above.max_violation)
                share = share_of_range(own.least_violation, above.least_violation, above.max_violation);
            return joint_exploitation(feasible, share, above.feasible_visits,
                                      above.visits - above.feasible_visits);
        } else {
            return share_of_range(average ? own.mean() : own.best, above.best, above.worst);
        }
    }

    const UctConfig& config_;
    TreeType& tree_;
    const UctHistory<S>& history_;
    Rng& rng_;
    bool plain_;   // nothing but (3.1) and the exploration term
    double bias_;  // its weight
    std::vector<double> biases_;
    RootOfLog root_of_log_;
    double scale_ = 1;  // of what the last select() compared
};

}  // namespace playout
