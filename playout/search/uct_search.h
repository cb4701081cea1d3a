// UCT for optimisation (003, chapter 3): the best game below a node, not the average, says what it is worth;
// between the worst and the best below its parent, so that one C fits every scale; feasible games above
// infeasible ones. A bound prunes: where a node would be added, and in the whole tree whenever the best game
// improves. What is searched out or pruned is closed and never entered again; when the root is closed, the best
// game is proved.
#pragma once

#include <tsl/robin_map.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "playout/base/bandit.h"
#include "playout/base/errors.h"
#include "playout/search/path_states.h"
#include "playout/search/playout.h"
#include "playout/search/tree_config.h"
#include "playout/search/uct_statistics.h"
#include "playout/tree/transpositions.h"
#include "playout/tree/tree.h"

namespace playout {

enum class UctValue { best, average };
enum class Expansion { single, full, lazy };
enum class Pruning { automatic, on, off };

struct UctConfig : TreeConfig {
    double c = 1;
    UctValue value = UctValue::best;
    Expansion expansion = Expansion::single;
    std::int64_t theta = 0;
    Pruning pruning = Pruning::automatic;
    double first_play = 0;
    double bias = 0;
    double history = 0;
    double progressive_history = 0;
    double rave = 0;
};

template <State S>
class UctSearch final : public Search<S> {
  public:
    UctSearch(Run<S>& run, const UctConfig& config)
        : run_(run),
          config_(config),
          prunes_(HasBound<S> && config.pruning != Pruning::off),
          learns_(config.history > 0 || config.progressive_history > 0 || config.rave > 0),
          always_expands_(config.theta == 0 && config.first_play == 0),
          plain_(!learns_ && config.bias == 0 && config.value == UctValue::best && !HasViolation<S>),
          tree_(
              {config.tree_nodes > 0 ? config.tree_nodes : TreeType::no_limit, tree_bytes(config, run.budget)},
              learns_),
          growth_(tree_, run.budget, config.full_tree, tree_bytes(config, run.budget)),
          guard_(run, false),
          transpositions_(run.budget.memory_limit() / 2),
          share_states_(HasHash<S> && config.transpositions),
          sign_(run.sense() == Sense::maximise ? 1 : -1) {
        if (config.pruning == Pruning::on && !HasBound<S>)
            throw UsageError("pruning=on: the domain has no bound");
    }

    // One iteration.
    bool step() override {
        if (searched_out()) return false;
        const double end = config_.end_of_search(restarts_);
        if (restarts_ == 0 || (end < 1 && run_.budget.share_used() >= end)) begin();
        if (!run_.budget.stopped()) iterate();
        return !searched_out();
    }

    Proof proof() const override { return run_.proof_if(searched_out() && !trusted_a_hash_); }

    std::int64_t least_bytes(const GameSize& game) const override {
        return Search<S>::least_bytes(game) + 4 * game.state_bytes;
    }
    Statistics statistics() const override {
        Statistics numbers = growth_.statistics();
        numbers.emplace_back("pruned", static_cast<double>(pruned_));
        numbers.emplace_back("closed", static_cast<double>(closed_));
        numbers.emplace_back("restarts", static_cast<double>(restarts_));
        return numbers;
    }

    void archive(Archive& archive) override {
        archive_tree(archive, run_.root(), tree_);
        archive(growth_, transpositions_, trusted_a_hash_, path_, cursor_before_, interrupted_, own_);
        archive(new_incumbent_, pruned_, closed_, restarts_);
        archive_moves(archive, run_.root(), moves_);
        for (const Index index : path_)
            if (index >= tree_.capacity()) archive.fail("damaged: a path leads out of the tree");
        if (interrupted_) {
            archive(legal_);
            for (Move& move : legal_) archive_text(archive, states_.at(moves_, moves_.size()), move);
        }
        archive_table(archive, history_);
    }

  private:
    using Move = MoveOf<S>;
    using OwnStatistics = std::conditional_t<HasViolation<S>, ConstrainedStatistics, UctStatistics>;
    using NodeStatistics = std::conditional_t<HasNextMove<S>, WithCursor<OwnStatistics>, OwnStatistics>;

    // Of a child, for what learns from moves wherever they were played.
    struct Learned {
        MoveCode code = 0;
        double sum = 0;  // of the games below the parent in which the move came later (AMAF)
        std::uint32_t visits = 0;
    };
    using TreeType = Tree<Move, NodeStatistics, Learned>;
    using Node = typename TreeType::Node;
    using Index = typename TreeType::Index;

    // What it keeps beside the tree, as far as that is the same in a run that was saved and loaded: tables (all
    // codes of a game are in the history too), and states along the path.
    std::int64_t other_bytes() const {
        constexpr std::size_t history_bucket = 4 * sizeof(double), last_bucket = 3 * sizeof(double);
        const auto tables = static_cast<std::int64_t>(history_.bucket_count() * (history_bucket + last_bucket));
        return transpositions_.bytes() + tables + PathStates<S>::bytes(run_.root(), growth_.deepest());
    }

    bool searched_out() const { return restarts_ > 0 && tree_[tree_.root()].closed; }

    // A new tree: the root and one game from it.
    void begin() {
        ++restarts_;
        interrupted_ = false;
        growth_.restart();
        keep_bound(tree_[tree_.root()], run_.root());
        start_at_root();
        moves_.clear();
        if (simulate(run_.root())) backpropagate();
        moves_.clear();
        if (run_.root().at_end()) close(tree_.root());
    }

    static void keep_bound(Node& node, const S& state) {
        if constexpr (HasBound<S>) {
            const float better =
                static_cast<float>(state.sense() == Sense::maximise ? 1 : -1) * UctStatistics::worst_limit;
            node.statistics.bound = UctStatistics::shortened(state.bound(), better);
        }
    }

    void start_at_root() { path_.assign(1, tree_.root()); }

    // 003, algorithms 2.2 and 3.1.
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
        settle_path();
        if (new_incumbent_ && prunes_) prune_tree();
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
            const auto [child, worth] = select(index);
            if (may_expand && (child == TreeType::none || expands(index, worth))) return expand(index);
            if (child == TreeType::none) {
                moves_.resize(path_.size() - 1);
                if (simulate(state())) backpropagate();
                return;
            }
            follow(child);
        }
    }

    // Whether a node with moves left to try tries one, or goes on to the child that looks best. By default it
    // tries; with theta every theta-th visit goes on (003, section 3.6; visits are counted, not children), with
    // a first-play urgency it goes on where the child is worth more than that (2.2.6).
    bool expands(Index index, double worth) const {
        if (config_.theta > 0 &&
            tree_[index].statistics.visits % static_cast<std::uint64_t>(config_.theta) == 0)
            return false;
        return config_.first_play <= 0 || config_.first_play * scale_ >= worth;
    }

    // The open child that looks best and what it is worth times `scale_`; ties are broken at random.
    std::pair<Index, double> select(Index index) {
        const std::span<Node> children = tree_.children(index);
        const Node& parent = tree_[index];
        const double worst = parent.statistics.worst;
        const double range = parent.statistics.best - worst;
        // 003 (3.1) and (2.4), both times the range of rewards: a division less.
        scale_ = plain_ && range > 0 ? range : 1;
        const auto exploration =
            static_cast<float>(scale_ * config_.c) * root_of_log_(parent.statistics.visits);
        const auto plain_worth = [&](const Node& child) {
            return (range > 0 ? child.statistics.best - worst : 0) + exploration_of(child, exploration);
        };
        if (plain_ && children.size() == 2 && !children[0].closed && !children[1].closed) {
            prefetch_children(children[0]);
            prefetch_children(children[1]);
            const double first = plain_worth(children[0]), second = plain_worth(children[1]);
            const std::size_t better =
                first == second ? run_.rng.below(2) : static_cast<std::size_t>(second > first);
            return {tree_.child(index, better), std::max(first, second)};
        }
        if (!plain_) prepare(index);
        std::size_t chosen = children.size();
        double best = UctStatistics::nothing;
        std::uint64_t ties = 1;
        for (std::size_t i = 0; i < children.size(); ++i) {
            const Node& child = children[i];
            if (child.closed) continue;
            const double worth = plain_
                                     ? plain_worth(child)
                                     : exploitation_of(parent, child, i) + exploration_of(child, exploration);
            if (worth < best) continue;
            if (worth == best && chosen < children.size()) {
                if (run_.rng.below(++ties) != 0) continue;
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
    void prepare(Index index) {
        if constexpr (HasBias<S>) {
            if (config_.bias == 0) return;
            biases_.clear();
            for (const Node& child : tree_.children(index)) biases_.push_back(state().bias(child.move));
            if (biases_.empty()) return;
            const auto [least, most] = std::minmax_element(biases_.begin(), biases_.end());
            const double low = *least, high = *most;
            for (double& bias : biases_) bias = share_of_range(bias, high, low);
        }
    }

    // All but the exploration term.
    double exploitation_of(const Node& parent, const Node& child, std::size_t number) {
        double worth = joint_value(parent, child);
        const double visits = child.statistics.visits;
        if (config_.rave > 0) {
            const Learned& learned = tree_.extra(parent.first_child + static_cast<Index>(number));
            if (learned.visits > 0) {
                const double weight = rave_weight(config_.rave, visits);
                const double amaf = share_of_range(learned.sum / learned.visits, parent.statistics.best,
                                                   parent.statistics.worst);
                worth = (1 - weight) * worth + weight * amaf;
            }
        }
        if (config_.history > 0 || config_.progressive_history > 0)
            worth += (config_.history + config_.progressive_history / (visits + 1)) *
                     history_of(tree_.extra(parent.first_child + static_cast<Index>(number)).code);
        if (HasBias<S> && config_.bias > 0) worth += config_.bias * biases_[number] / (visits + 1);  // 2.2.3
        return worth;
    }

    // 003, (3.1) to (3.3).
    double joint_value(const Node& parent, const Node& child) const {
        const NodeStatistics& above = parent.statistics;
        const NodeStatistics& own = child.statistics;
        const bool average = config_.value == UctValue::average;
        if constexpr (HasViolation<S>) {
            const bool feasible = own.feasible();
            double share = 0;  // also where the parent does not know of it: games of the same state elsewhere
            if (feasible && own.feasible_visits > 0 && above.best > static_cast<double>(above.worst))
                share = share_of_range(average ? own.mean() : own.best, above.best, above.worst);
            if (!feasible && own.least_violation < above.most_violation)
                share = share_of_range(own.least_violation, above.least_violation, above.most_violation);
            return joint_exploitation(feasible, share, above.feasible_visits,
                                      above.visits - above.feasible_visits);
        } else {
            return share_of_range(average ? own.mean() : own.best, above.best, above.worst);
        }
    }

    // The mean of all games with the move, between the worst and the best of all (2.2.4).
    double history_of(MoveCode code) const {
        const auto found = history_.find(code);
        if (found == history_.end()) return 0;
        const NodeStatistics& root = tree_[tree_.root()].statistics;
        if (!(root.best > root.worst)) return 0;
        return std::clamp(share_of_range(found->second.second / found->second.first, root.best, root.worst),
                          0.0, 1.0);
    }

    void prefetch_children(const Node& node) const {
        if (node.child_count == 0) return;
        const Node* next = &tree_[node.first_child];
        __builtin_prefetch(next);
        __builtin_prefetch(next + 1);
    }

    // Of the last node of the path.
    const S& state() { return states_.at(moves_, path_.size() - 1); }

    void follow(Index child) {
        const Move move = tree_[child].move;
        prefetch_children(tree_[child]);
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
        if (config_.expansion == Expansion::single && !goes_on) find_untried(index);
        for (bool first = !goes_on; !stands_still(first); first = false) {
            const std::optional<Move> move = next_untried(index);
            if (!move) return;
            const std::uint32_t before = tree_[index].child_count;
            const Added added = add(index, *move, {});
            if (tree_[index].child_count == before) take_back(index);
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

    void find_untried(Index index) {
        legal_moves_of(state(), legal_);
        const std::span<Node> children = tree_.children(index);
        if (children.empty()) return;
        std::erase_if(legal_, [children](const Move& move) {
            return std::any_of(children.begin(), children.end(),
                               [&](const Node& child) { return child.move == move; });
        });
    }

    // Drawn at random, or with lazy expansion the next one in the domain's order. Without one the node is
    // expanded.
    std::optional<Move> next_untried(Index index) {
        if (config_.expansion == Expansion::lazy) return next_in_order(index);
        if (legal_.empty()) {
            tree_[index].expanded = true;
            return std::nullopt;
        }
        std::swap(legal_[run_.rng.below(legal_.size())], legal_.back());
        const Move move = legal_.back();
        legal_.pop_back();
        if (legal_.empty()) tree_[index].expanded = true;
        return move;
    }

    // Every move before it has a child, which a node keeps as long as it is not expanded.
    std::optional<Move> next_in_order(Index index) {
        const std::size_t tried = tree_[index].child_count;
        std::optional<Move> move;
        if constexpr (HasNextMove<S>) {
            std::uint64_t& cursor = tree_[index].statistics.cursor;
            if (tried == 0) cursor = 0;
            cursor_before_ = cursor;
            move = state().next_move(cursor);
        } else {
            legal_moves_of(state(), legal_);
            if (tried < legal_.size()) move = legal_[tried];
        }
        if (!move) tree_[index].expanded = true;
        return move;
    }

    // The move that was asked for last got no child: it is to be asked for again.
    void take_back(Index index) {
        tree_[index].expanded = false;
        if constexpr (HasNextMove<S>) tree_[index].statistics.cursor = cursor_before_;
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
            if (learns_) tree_.extra(child).code = code_of(before, move, depth);
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
        if (added == Added::simulated && kept && (ended || known_as_closed(child_))) close(child);
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
        learnable_ = false;
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
        learnable_ = true;
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
        if (share_states_) share();
        if (learns_ && learnable_) learn();
    }

    // What the last node of the path begins with, if its state is known from elsewhere; and what all states of
    // the path are known by.
    void share() {
        if constexpr (HasHash<S>) {
            S state = run_.root();
            for (std::size_t i = 0; i < path_.size(); ++i) {
                if (i > 0) state.play(moves_[i - 1]);
                auto* entry = transpositions_.enter(state.hash());
                if (entry == nullptr) continue;
                count(entry->known);
                NodeStatistics& own = tree_[path_[i]].statistics;
                if (own.visits != 1) continue;
                entry->known.bound = own.bound;
                own = entry->known;
            }
        }
    }

    bool known_as_closed(const S& state) {
        if constexpr (HasHash<S>) {
            if (!share_states_) return false;
            const auto* entry = transpositions_.find(state.hash());
            if (entry == nullptr || !entry->closed) return false;
            trusted_a_hash_ = true;
            return true;
        }
        return false;
    }

    // Every move of the game, to the history of all games, and to the nodes above it that could have played it
    // first.
    void learn() {
        const double score = sign_ * outcome_.value;
        if (!outcome_.feasible()) return;
        last_.clear();
        S state = run_.root();
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            const MoveCode code = code_of(state, moves_[i], i);
            auto& [visits, sum] = history_[code];
            visits += 1;
            sum += score;
            last_[code] = i;
            state.play(moves_[i]);
        }
        if (config_.rave <= 0) return;
        for (std::size_t depth = 0; depth < path_.size(); ++depth) {
            const Node& node = tree_[path_[depth]];
            for (std::uint32_t i = 0; i < node.child_count; ++i) {
                Learned& learned = tree_.extra(node.first_child + i);
                const auto found = last_.find(learned.code);
                if (found == last_.end() || found->second < depth) continue;
                ++learned.visits;
                learned.sum += score;
            }
        }
    }

    // The best games that a node lost because what they came from is closed.
    struct Lost {
        double best = UctStatistics::nothing;
        double violation = -UctStatistics::nothing;

        void add(const NodeStatistics& statistics) {
            best = std::max(best, statistics.best);
            if constexpr (HasViolation<S>) violation = std::min(violation, statistics.least_violation);
        }
        void add(const Lost& other) {
            best = std::max(best, other.best);
            violation = std::min(violation, other.violation);
        }
        bool any() const { return best > UctStatistics::nothing || violation < -UctStatistics::nothing; }
    };

    // Closes what has no open child left, from the end of the path upwards, and mends the best of what has.
    void settle_path() {
        Lost lost;
        for (std::size_t i = path_.size(); i-- > 0;) {
            const bool closed = settle(path_[i], lost);
            if (closed) remember_closed(i);
            if (!closed && !lost.any()) return;
        }
    }

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

    // 003, section 3.4: the best game below is one that can still be entered, or the worst where none is known.
    void mend(Index index, Lost& lost) {
        NodeStatistics& own = tree_[index].statistics;
        const bool best_lost = lost.best > UctStatistics::nothing && lost.best >= own.best;
        const double violation_lost = lost.violation;
        lost = {};
        if (best_lost) {
            double best = own.feasible_games() > 0 ? static_cast<double>(own.worst) : UctStatistics::nothing;
            for (const Node& child : tree_.children(index))
                if (!child.closed) best = std::max(best, child.statistics.best);
            if (best != own.best) lost.best = std::exchange(own.best, best);
        }
        if constexpr (HasViolation<S>) {
            if (violation_lost < -UctStatistics::nothing && violation_lost <= own.least_violation) {
                double least = own.most_violation;
                for (const Node& child : tree_.children(index))
                    if (!child.closed) least = std::min(least, child.statistics.least_violation);
                if (least != own.least_violation) lost.violation = std::exchange(own.least_violation, least);
            }
        }
    }

    void close(Index index) {
        Node& node = tree_[index];
        if (node.closed) return;
        node.closed = true;
        ++closed_;
        tree_.drop_children(index);
    }

    void remember_closed(std::size_t depth) {
        if constexpr (HasHash<S>) {
            if (!share_states_) return;
            S state = run_.root();
            for (std::size_t i = 0; i < depth; ++i) state.play(moves_[i]);
            if (auto* entry = transpositions_.enter(state.hash())) entry->closed = true;
        }
    }

    // After a better game was found: closes every node whose bound is no better, and mends the rest; each node
    // after its children.
    void prune_tree() {
        if constexpr (HasBound<S>) {
            struct Visit {
                Index index;
                std::uint32_t next = 0;  // of its children
                Lost lost = {};          // by those before
            };
            std::vector<Visit> open{{tree_.root()}};
            while (!open.empty()) {
                Visit& visit = open.back();
                const Node& node = tree_[visit.index];
                if (visit.next < node.child_count) {
                    const Index child = node.first_child + visit.next++;
                    if (tree_[child].closed) continue;
                    if (run_.rules_out(tree_[child].statistics.bound)) {
                        const std::int64_t before = tree_.size();
                        close(child);
                        pruned_ += before - tree_.size() + 1;
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
        }
    }

    Run<S>& run_;
    UctConfig config_;
    bool prunes_;
    bool learns_;
    bool always_expands_;  // as long as there are moves to try
    bool plain_;           // nothing but (3.1) and the exploration term
    TreeType tree_;
    TreeGrowth<TreeType> growth_;
    RunGuard<S> guard_;
    Transpositions<NodeStatistics> transpositions_;
    bool share_states_;
    bool trusted_a_hash_ = false;
    double sign_;
    PathStates<S> states_{run_.root()};
    S child_{run_.root()};     // that is being added
    S end_{run_.root()};       // of the last game
    std::vector<Move> moves_;  // of the present game
    std::vector<Index> path_;  // the nodes they lead to, as far as there are any; the root first
    std::vector<Move> legal_;
    std::uint64_t cursor_before_ = 0;  // the last move that was asked for
    bool interrupted_ = false;         // in the expansion of the path's last node,
    NodeStatistics own_{};             // which had these statistics before
    std::vector<double> biases_;
    RootOfLog root_of_log_;
    double scale_ = 1;  // of what the last select() compared
    Outcome outcome_;
    bool learnable_ = false;      // the last game was played, not repeated
    bool new_incumbent_ = false;  // in this iteration

    tsl::robin_map<MoveCode, std::pair<double, double>>
        history_;                                 // games with the move, and the sum of their scores
    tsl::robin_map<MoveCode, std::size_t> last_;  // where in the game a move was last played
    std::int64_t pruned_ = 0;
    std::int64_t closed_ = 0;
    std::int64_t restarts_ = 0;
};

}  // namespace playout
