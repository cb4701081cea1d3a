// UCT for optimisation (Rei, chapter 3): the best game below a node, not the average, says what it is worth;
// between the worst and the best below its parent, so that one C fits every scale; feasible games above
// infeasible ones (uct_selection.h). A bound prunes: where a node would be added, and in the whole tree
// whenever the best game improves (uct_closing.h). What is searched out or pruned is closed and never entered
// again; when the root is closed, the best game is proved.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "playout/base/errors.h"
#include "playout/search/path_states.h"
#include "playout/search/playout.h"
#include "playout/search/uct_closing.h"
#include "playout/search/uct_selection.h"
#include "playout/search/uct_sharing.h"
#include "playout/search/uct_untried.h"

namespace playout {

template <State S>
class UctSearch final : public Search<S> {
  public:
    UctSearch(Run<S>& run, const UctConfig& config)
        : run_(run),
          config_(config),
          prunes_(offers(run.root()).bound && config.pruning != Pruning::off),
          always_expands_(config.theta == 0 && config.first_play == 0),
          sign_(run.sense() == Sense::maximise ? 1 : -1),
          tree_(
              {config.tree_nodes > 0 ? config.tree_nodes : TreeType::no_limit, tree_bytes(config, run.budget)},
              config.learns()),
          growth_(tree_, run.budget, config.full_tree, tree_bytes(config, run.budget)),
          closing_(tree_),
          history_(tree_, config.rave > 0),
          selection_(config_, offers(run.root()), tree_, history_, run.rng),
          sharing_(tree_, run.root(), config.transpositions, run.budget.memory_limit() / 2),
          guard_(run, false) {
        if (config.pruning == Pruning::on && !prunes_) throw UsageError("pruning=on: the domain has no bound");
    }

    // One iteration.
    bool step() override {
        if (searched_out()) return false;
        const double end = config_.end_of_search(searches_);
        if (searches_ == 0 || (end < 1 && run_.budget.share_used() >= end)) begin();
        if (!run_.budget.stopped()) iterate();
        return !searched_out();
    }

    Proof proof() const override { return run_.proof_if(searched_out() && !sharing_.trusted_a_hash()); }

    std::int64_t least_bytes(const GameSize& game) const override {
        return Search<S>::least_bytes(game) + 4 * game.state_bytes;
    }
    Statistics statistics() const override {
        Statistics numbers = growth_.statistics();
        numbers.emplace_back("pruned", static_cast<double>(pruned_));
        numbers.emplace_back("closed", static_cast<double>(closing_.closed()));
        numbers.emplace_back("searches", static_cast<double>(searches_));
        return numbers;
    }

    void archive(Archive& archive) override {
        archive_tree(archive, run_.root(), tree_);
        archive(growth_, closing_, history_, sharing_, pruned_, searches_);
        archive(path_, new_incumbent_, interrupted_, own_);
        archive_moves(archive, run_.root(), moves_);
        for (const Index index : path_)
            if (index >= tree_.capacity()) archive.fail("damaged: a path leads out of the tree");
        if (interrupted_) untried_.archive(archive, states_.at(moves_, moves_.size()));
    }

  private:
    using Move = MoveOf<S>;
    using TreeType = UctTree<S>;
    using NodeStatistics = UctNodeStatistics<S>;
    using Node = typename TreeType::Node;
    using Index = typename TreeType::Index;

    // What it keeps beside the tree, as far as that is the same in a run that was saved and loaded: tables, and
    // states along the path.
    std::int64_t other_bytes() const {
        return sharing_.bytes() + history_.bytes() + PathStates<S>::bytes(run_.root(), growth_.deepest());
    }

    bool searched_out() const { return searches_ > 0 && tree_[tree_.root()].closed; }

    // A new tree: the root and one game from it.
    void begin() {
        ++searches_;
        interrupted_ = false;
        growth_.restart();
        keep_bound(tree_[tree_.root()], run_.root());
        start_at_root();
        moves_.clear();
        if (simulate(run_.root())) backpropagate();
        moves_.clear();
        if (run_.root().at_end()) closing_.close(tree_.root());
    }

    static void keep_bound(Node& node, const S& state) {
        if constexpr (HasBound<S>) {
            const float better =
                static_cast<float>(state.sense() == Sense::maximise ? 1 : -1) * UctStatistics::worst_limit;
            node.statistics.bound = UctStatistics::shortened(state.bound(), better);
        }
    }

    void start_at_root() { path_.assign(1, tree_.root()); }

    // Rei, algorithms 2.2 and 3.1.
    void iterate() {
        if (interrupted_) {
            expand(path_.back());
        } else {
            growth_.between_iterations(other_bytes());
            start_at_root();
            new_incumbent_ = false;
            descend();
        }
        moves_.resize(path_.size() - 1);
        if (interrupted_) return;
        closing_.settle_path(path_, [this](std::size_t depth) { sharing_.remember_closed(moves_, depth); });
        if (new_incumbent_ && prunes_)
            pruned_ += closing_.prune([this](double bound) { return run_.rules_out(bound); });
    }

    // Down to a node that is expanded, or to a leaf of a full tree, and a game from there.
    void descend() {
        while (true) {
            const Index index = path_.back();
            const bool may_expand = !tree_[index].expanded && !growth_.full();
            if (may_expand && always_expands_) return expand(index);
            if (!may_expand && tree_[index].child_count == 1 && !tree_[tree_.child(index, 0)].closed) {
                follow(tree_.child(index, 0));
                continue;
            }
            const auto [child, worth] = selection_.select(index, [this]() -> const S& { return state(); });
            if (may_expand && (child == TreeType::none || selection_.tries_a_move(index, worth)))
                return expand(index);
            if (child == TreeType::none) {
                moves_.resize(path_.size() - 1);
                if (simulate(state())) backpropagate();
                return;
            }
            follow(child);
        }
    }

    // Of the last node of the path.
    const S& state() { return states_.at(moves_, path_.size() - 1); }

    void follow(Index child) {
        const Move move = tree_[child].move;
        prefetch_children(tree_, tree_[child]);
        const std::size_t depth = path_.size() - 1;
        if (depth == moves_.size() || !(moves_[depth] == move)) {
            states_.leave(depth);
            moves_.resize(depth);
            moves_.push_back(move);
        }
        path_.push_back(child);
    }

    // Adds a child and plays a game from it; with `full` every child. Where the run is over between two
    // children, it goes on with the next one later (`interrupted_`).
    void expand(Index index) {
        moves_.resize(path_.size() - 1);
        const bool goes_on = std::exchange(interrupted_, false);
        if (config_.expansion == Expansion::full) {
            expand_fully(index, goes_on);
            return;
        }
        const bool lazy = config_.expansion == Expansion::lazy;
        if (!lazy && !goes_on) untried_.find(tree_.children(index), state());
        for (bool first = !goes_on; !stands_still(first); first = false) {
            Node& node = tree_[index];
            const std::optional<Move> move =
                lazy ? untried_.next_in_order(node, state()) : untried_.draw(node, run_.rng);
            if (!move) return;
            const std::uint32_t before = tree_[index].child_count;
            const Added added = add(index, *move, {});
            if (tree_[index].child_count == before) untried_.take_back(tree_[index]);
            if (added != Added::pruned || growth_.full()) return;
        }
    }

    void expand_fully(Index index, bool goes_on) {
        legal_moves_of(state(), legal_);
        if (!goes_on) own_ = tree_[index].statistics;  // of one game, if the node is new
        bool first = !goes_on;
        for (const Move& move : legal_) {
            if (tree_.find(index, move) != TreeType::none) continue;
            if (stands_still(first)) return;
            first = false;
            const Added added = add(index, move, own_);
            if (added == Added::nothing || growth_.full()) return;
        }
        tree_[index].expanded = true;
    }

    // Between two children of an expansion; before the first the run was asked already.
    bool stands_still(bool first) {
        interrupted_ = !first && run_.over();
        return interrupted_;
    }

    enum class Added { simulated, pruned, nothing };

    // `own`: the game of the node itself, which a child may repeat.
    Added add(Index index, const Move& move, const NodeStatistics& own) {
        const std::size_t depth = moves_.size();
        const S& before = state();
        moves_.push_back(move);
        child_ = before;
        child_.play(move);
        const bool ended = child_.at_end();
        const bool hopeless = prunes_ && !ended && run_.hopeless(child_);
        const Index child = growth_.add(index, move, depth + 1);
        const bool kept = child != TreeType::none;
        if (kept) {
            keep_bound(tree_[child], child_);
            if (config_.learns()) tree_.extra(child).code = code_of(before, move, depth);
            tree_[child].closed = hopeless;
            path_.push_back(child);
        } else {
            tree_[index].expanded = false;
        }
        Added added = hopeless ? Added::pruned : Added::simulated;
        if (hopeless) {
            ++pruned_;
        } else if (kept && repeats(before, move, own)) {
            repeat(own);
        } else if (simulate(child_)) {
            backpropagate();
        } else {
            added = nothing_added(index);
            if (kept) tree_.keep_children(index, [child](Index other) { return other != child; });
        }
        if (added == Added::simulated && kept && (ended || sharing_.known_as_closed(child_)))
            closing_.close(child);
        if (kept) path_.pop_back();
        moves_.resize(depth);
        return added;
    }

    Added nothing_added(Index index) {
        tree_[index].expanded = false;
        return Added::nothing;
    }

    bool repeats(const S& before, const Move& move, const NodeStatistics& own) const {
        if constexpr (HasRepeatsParent<S>) {
            return own.visits == 1 && run_.strategy.deterministic() && before.repeats_parent(move);
        } else {
            return false;
        }
    }

    // The child's game is the parent's: it counts, but need not be played.
    void repeat(const NodeStatistics& own) {
        outcome_.violation = 0;
        outcome_.value = sign_ * own.best;
        if constexpr (HasViolation<S>) {
            if (!own.feasible()) outcome_.violation = own.least_violation;
        }
        played_ = false;
        backpropagate();
    }

    // Finishes the game from the state; false: the run is over.
    bool simulate(const S& state) {
        end_ = state;
        if (!run_.strategy.playout(end_, moves_, run_.rng, guard_)) return false;
        run_.budget.count_playout();
        outcome_ = plain_outcome_of(end_);
        run_.strategy.learn(outcome_);
        if (run_.offer(end_, moves_)) new_incumbent_ = true;
        played_ = true;
        return true;
    }

    void count(NodeStatistics& statistics) const {
        if constexpr (HasViolation<S>) {
            statistics.add(sign_ * outcome_.value, outcome_.violation);
        } else {
            statistics.add(sign_ * outcome_.value);
        }
    }

    void backpropagate() {
        for (const Index index : path_) count(tree_[index].statistics);
        sharing_.share(path_, moves_, [this](NodeStatistics& known) { count(known); });
        if (config_.learns() && played_ && outcome_.feasible())
            history_.learn(run_.root(), moves_, path_, sign_ * outcome_.value);
    }

    Run<S>& run_;
    UctConfig config_;
    bool prunes_;
    bool always_expands_;  // as long as there are moves to try
    double sign_;
    TreeType tree_;
    TreeGrowth<TreeType> growth_;
    UctClosing<TreeType> closing_;
    UctHistory<S> history_;
    UctSelection<S> selection_;
    UctSharing<S> sharing_;
    UntriedMoves<S> untried_;
    RunGuard<S> guard_;
    PathStates<S> states_{run_.root()};
    S child_{run_.root()};     // that is being added
    S end_{run_.root()};       // of the last game
    std::vector<Move> moves_;  // of the present game
    std::vector<Index> path_;  // the nodes they lead to, as far as there are any; the root first
    std::vector<Move> legal_;
    bool interrupted_ = false;  // in the expansion of the path's last node,
    NodeStatistics own_{};      // which had these statistics before
    Outcome outcome_;
    bool played_ = false;         // the last game was played, not repeated
    bool new_incumbent_ = false;  // in this iteration
    std::int64_t pruned_ = 0;
    std::int64_t searches_ = 0;
};

}  // namespace playout
