// A tree of averages that grows by one node a playout: what sp-mcts (Schadd et al. 2012) and beam-mcts (Baier
// and Winands 2012) have in common. They differ in the formula by which a child is chosen.
//
// clang-format off
//     struct Formula {
//         struct Statistics { std::uint32_t visits; ... };           // what choosing reads of a child: few bytes, in the node
//         struct Sums { double sum; ... };                           // what they are made from, kept beside the nodes
//         void see(double score);                                    // one more playout,
//         void add(Statistics&, Sums&, double score) const;          // and for each node that it went through
//         void close(Statistics&) const;                             // it is not chosen again
//         float factor(std::uint32_t parent_visits) const;           // what all children of a parent share
//         float upper_bound(const Statistics&, float factor) const;  // the largest is chosen
//     };
// clang-format on
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "playout/search/playout.h"
#include "playout/search/tree_config.h"
#include "playout/tree/transpositions.h"
#include "playout/tree/tree.h"

namespace playout {

template <State S, typename Formula>
class SamplingTree {
  public:
    using Move = MoveOf<S>;
    using NodeStatistics = typename Formula::Statistics;
    using TreeType = Tree<Move, NodeStatistics, typename Formula::Sums>;
    using Node = typename TreeType::Node;
    using Index = typename TreeType::Index;

    // A node is left to the playouts until it has been visited `threshold` times.
    SamplingTree(Run<S>& run, const Formula& formula, const TreeConfig& config, std::int64_t threshold,
                 bool keep_closed)
        : run_(run),
          formula_(formula),
          threshold_(static_cast<std::uint32_t>(threshold)),
          keep_closed_(keep_closed),
          tree_(
              {config.tree_nodes > 0 ? config.tree_nodes : TreeType::no_limit, tree_bytes(config, run.budget)},
              true),
          growth_(tree_, run.budget, config.full_tree, tree_bytes(config, run.budget)),
          guard_(run, false),
          scores_(run.sense()),
          transpositions_(run.budget.memory_limit() / 2),
          share_states_(offers(run.root()).hash && config.transpositions),
          root_state_(run.root()) {}

    // Begins anew, from the start of the game.
    void restart() {
        root_state_ = run_.root();
        played_.clear();
        line_.clear();
        path_.clear();
        growth_.restart();
        cut_ = false;
        owes_playout_ = false;
        if (!root_state_.at_end()) return;
        run_.budget.count_playout();  // the only game there is
        run_.offer(root_state_, {});
        tree_[tree_.root()].closed = true;
    }

    // One playout; false: the run is over.
    bool iterate() {
        if (!owes_playout_) growth_.between_iterations(transpositions_.bytes());
        if (run_.over()) return false;
        if (owes_playout_) {
            walk_path();
        } else if (!descend()) {
            return true;
        }
        const std::size_t before = moves_.size();
        if (share_states_) walker_ = state_;
        owes_playout_ = true;
        if (!run_.strategy.playout(state_, moves_, run_.rng, guard_)) return false;
        owes_playout_ = false;
        run_.budget.count_playout();
        if (!leaf_added_) leaf_added_ = add_first_new(before);
        const OutcomeOf<S> outcome = outcome_of(state_);
        run_.strategy.learn(outcome);
        run_.offer(state_, moves_);
        if (line_.empty() || better(outcome, line_outcome_, run_.sense())) {
            line_outcome_ = outcome;
            line_ = moves_;
        }
        backpropagate(scores_.of(outcome));
        // The new node is an end of the game if no move was played from it.
        if (moves_.size() == played_.size() + path_.size() - 1) close_path();
        return true;
    }

    // Parts of the tree were cut off: what is closed from now on need not be searched out.
    void cut() { cut_ = true; }

    // The move is played for good: the child becomes the root, with what is known below it or without.
    void play(const Move& move, bool keeps_tree) {
        const bool closed = tree_[tree_.root()].closed;
        const Index child = keeps_tree ? tree_.find(tree_.root(), move) : TreeType::none;
        if (child == TreeType::none) {
            growth_.restart(played_.size() + 1);
        } else {
            tree_.make_root(child);
        }
        if (line_.size() <= played_.size() || !(line_[played_.size()] == move)) line_.clear();
        path_.clear();  // its nodes may be gone
        owes_playout_ = false;
        played_.push_back(move);
        root_state_.play(move);
        if (closed || root_state_.at_end()) tree_[tree_.root()].closed = true;
    }

    TreeType& tree() { return tree_; }
    const TreeType& tree() const { return tree_; }

    const TreeGrowth<TreeType>& growth() const { return growth_; }
    bool closed() const { return tree_[tree_.root()].closed; }
    // All games were searched: nothing was cut off, no part was closed because another state had its hash.
    bool searched_out() const { return closed() && played_.empty() && !cut_ && !trusted_a_hash_; }
    const S& root_state() const { return root_state_; }
    const std::vector<Move>& played() const { return played_; }
    // The best game through the root since it is the root, or none.
    const std::vector<Move>& line() const { return line_; }
    const std::vector<Index>& path() const { return path_; }  // of the last playout
    std::int64_t closed_nodes() const { return closed_nodes_; }

    void archive(Archive& archive) {
        archive_moves(archive, run_.root(), played_);
        if (archive.loading()) {
            root_state_ = run_.root();
            for (const Move& move : played_) root_state_.play(move);
        }
        archive_tree(archive, root_state_, tree_);
        archive(formula_, growth_, scores_, transpositions_, trusted_a_hash_, cut_, closed_nodes_);
        archive(owes_playout_, leaf_added_, path_, line_outcome_);
        for (const Index index : path_)
            if (index >= tree_.capacity()) archive.fail("damaged: a path leads out of the tree");
        archive_moves(archive, run_.root(), line_);
    }

  private:
    // To the node from which the next playout starts, a new one where there is room; false: there is none below
    // that is not closed.
    bool descend() {
        state_ = root_state_;
        moves_ = played_;
        path_.assign(1, tree_.root());
        hashes_.clear();
        note_hash(state_);
        leaf_added_ = false;
        while (tree_[path_.back()].statistics.visits >= threshold_) {
            const Index index = path_.back();
            if (!tree_[index].expanded) {
                const Exploration found = explore(index);
                if (found == Exploration::full) break;
                leaf_added_ = found == Exploration::added;
                if (leaf_added_) break;
                if (tree_[index].closed) return false;  // the last of its children was closed before
            }
            follow(select(index));
        }
        return true;
    }

    // Down the last path again: the run was over before its playout was played.
    void walk_path() {
        const std::vector<Index> path = path_;
        state_ = root_state_;
        moves_ = played_;
        path_.assign(1, tree_.root());
        hashes_.clear();
        note_hash(state_);
        for (std::size_t i = 1; i < path.size(); ++i) enter(path[i], tree_[path[i]].move);
    }

    struct Known {
        NodeStatistics statistics;
        typename Formula::Sums sums;
    };

    enum class Exploration { added, full, nothing_left };

    // Plays a move that has no child yet, drawn alike from all of them, and gives it one.
    Exploration explore(Index index) {
        if (growth_.full()) return Exploration::full;
        legal_moves_of(state_, unexplored_);
        const auto children = tree_.children(index);
        if (!children.empty())
            std::erase_if(unexplored_, [children](const Move& move) {
                for (const Node& child : children)
                    if (child.move == move) return true;
                return false;
            });
        if (unexplored_.empty()) {
            tree_[index].expanded = true;
            if (all_closed(index)) close_path();
            return Exploration::nothing_left;
        }
        const Move move = unexplored_[run_.rng.below(unexplored_.size())];
        const Index child = growth_.add(index, move, depth_below());
        if (child == TreeType::none) return Exploration::full;
        if (unexplored_.size() == 1) tree_[index].expanded = true;
        enter(child, move);
        return Exploration::added;
    }

    Index select(Index index) {
        const Node& parent = tree_[index];
        const float factor = formula_.factor(parent.statistics.visits);
        const std::span<Node> children = tree_.children(index);
        // Every lane looks at one child in four: a single running maximum would wait for itself.
        constexpr std::size_t lanes = 4;
        std::array<float, lanes> best;
        std::array<std::size_t, lanes> at{};
        best.fill(-std::numeric_limits<float>::infinity());
        const auto look_at = [&](std::size_t i, std::size_t lane) {
            const float bound = formula_.upper_bound(children[i].statistics, factor);
            at[lane] = bound > best[lane] ? i : at[lane];
            best[lane] = std::max(best[lane], bound);
        };
        std::size_t i = 0;
        for (; i + lanes <= children.size(); i += lanes)
            for (std::size_t lane = 0; lane < lanes; ++lane) look_at(i + lane, lane);
        for (; i < children.size(); ++i) look_at(i, i % lanes);
        std::size_t chosen = 0;
        for (std::size_t lane = 1; lane < lanes; ++lane)
            if (best[lane] > best[chosen]) chosen = lane;
        return tree_.child(index, at[chosen]);
    }

    void follow(Index child) {
        const Node& node = tree_[child];
        if (node.child_count > 0) prefetch(&tree_[node.first_child], node.child_count);
        __builtin_prefetch(&tree_.extra(child));
        enter(child, node.move);
    }

    void enter(Index child, Move move) {
        state_.play(move);
        moves_.push_back(move);
        path_.push_back(child);
        note_hash(state_);
    }

    // While the move is played, the children of the node it leads to come nearer.
    static void prefetch(const Node* children, std::size_t count) {
        const auto* bytes = reinterpret_cast<const char*>(children);
        const std::size_t most = std::min<std::size_t>(count * sizeof(Node), 1024);
        for (std::size_t i = 0; i < most; i += 64) __builtin_prefetch(bytes + i);
    }

    // Follows the playout's moves from `before` on through the tree and adds the first that leads out of it.
    bool add_first_new(std::size_t before) {
        for (std::size_t i = before; i < moves_.size(); ++i) {
            Index child = tree_.find(path_.back(), moves_[i]);
            const bool fresh = child == TreeType::none;
            if (fresh) child = growth_.add(path_.back(), moves_[i], depth_below());
            if (child == TreeType::none) return false;
            path_.push_back(child);
            if (share_states_) {
                walker_->play(moves_[i]);
                note_hash(*walker_);
            }
            if (fresh) return true;
            if (tree_[child].closed) return false;
        }
        return false;
    }

    std::size_t depth_below() const { return played_.size() + path_.size(); }

    void note_hash(const S& state) {
        if constexpr (HasHash<S>) {
            if (share_states_) hashes_.push_back(state.hash());
        }
    }

    void backpropagate(double score) {
        formula_.see(score);
        for (const Index index : path_) {
            Node& node = tree_[index];
            formula_.add(node.statistics, tree_.extra(index), score);
            if (node.closed) formula_.close(node.statistics);
        }
        if (share_states_) share(score);
    }

    void share(double score) {
        for (std::size_t i = 0; i < path_.size(); ++i) {
            auto* entry = transpositions_.enter(hashes_[i]);
            if (entry == nullptr) continue;
            formula_.add(entry->known.statistics, entry->known.sums, score);
            Node& node = tree_[path_[i]];
            if (node.statistics.visits != 1 || node.closed) continue;
            node.statistics = entry->known.statistics;  // it is new, the state may not be
            tree_.extra(path_[i]) = entry->known.sums;
            if (!entry->closed || i + 1 < path_.size()) continue;
            trusted_a_hash_ = true;
            close_path();
        }
    }

    bool all_closed(Index index) {
        if (!tree_[index].expanded) return false;
        for (const Node& child : tree_.children(index))
            if (!child.closed) return false;
        return true;
    }

    // The last node of the path has nothing below it left to search; so may those above it.
    void close_path() {
        for (std::size_t i = path_.size(); i-- > 0;) {
            if (i + 1 < path_.size() && !all_closed(path_[i])) return;
            close(path_[i]);
            if (share_states_ && i < hashes_.size())
                if (auto* entry = transpositions_.enter(hashes_[i])) entry->closed = !cut_;
        }
    }

    void close(Index index) {
        Node& node = tree_[index];
        if (node.closed) return;
        node.closed = true;
        ++closed_nodes_;
        formula_.close(node.statistics);
        if (!keep_closed_) tree_.drop_children(index);
    }

    Run<S>& run_;
    Formula formula_;
    std::uint32_t threshold_;
    bool keep_closed_;
    TreeType tree_;
    TreeGrowth<TreeType> growth_;
    RunGuard<S> guard_;
    Scores scores_;
    Transpositions<Known> transpositions_;
    bool share_states_;
    bool trusted_a_hash_ = false;
    bool cut_ = false;
    S root_state_;
    S state_ = root_state_;
    std::optional<S> walker_;
    std::vector<Move> played_;  // for good
    std::vector<Move> moves_;   // of this playout, from the start of the game
    std::vector<Index> path_;   // the nodes they lead to, as far as there are any; the root first
    std::vector<std::uint64_t> hashes_;
    bool leaf_added_ = false;    // the path's last node is new
    bool owes_playout_ = false;  // from there, which was not played to its end
    std::vector<Move> unexplored_;
    std::vector<Move> line_;
    OutcomeOf<S> line_outcome_{};
    std::int64_t closed_nodes_ = 0;
};

}  // namespace playout
