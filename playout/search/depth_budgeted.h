// Depth-budgeted search, after Billings's SameGame program, of which only this much is known (Schadd et al.
// 2012, section 2.3): a budget is spent on the way down, and where none is left a greedy game values the node.
//
// Here a node's budget is a number of greedy games. Its children, best first, each get a share of what the ones
// before them left, but no less than an even part of it, and one game is kept for each of the rest. The search
// walks along the best game that it has found and spends the budget again at every position on it; when the
// game is over it begins anew with a larger budget.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "playout/search/algorithm.h"
#include "playout/search/archive_pass.h"
#include "playout/search/descent.h"
#include "playout/search/playout.h"

namespace playout {

struct DepthBudgetedConfig {
    std::int64_t budget = 100;
    double growth = 1.5;
    double share = 0.05;
};

// One pass along a game. The recursion over nodes is a stack of `Node`s, so that it can be left at any point.
template <State S>
class DepthBudgetedPass {
  public:
    DepthBudgetedPass(Run<S>& run, GreedyCompletion<S>& greedy, double budget, double share)
        : run_(run), greedy_(greedy), budget_(budget), share_(share), path_(run.root()) {}

    // One node further. False: the pass is over.
    bool step() {
        if (!run_.budget.must_fit(bytes())) return true;
        if (nodes_.empty() && !stand_before_a_choice()) return true;
        if (nodes_.empty()) {
            complete_ = true;
            best_.reset();
            enter(budget_);
        }
        if (!explore()) return true;
        return !nodes_.empty() || go_on();
    }

    // Of a game, with a node for every move that was a choice.
    static std::int64_t least_bytes(const GameSize& game) {
        const auto move = static_cast<std::int64_t>(sizeof(Move)),
                   node = static_cast<std::int64_t>(sizeof(Node));
        return descent_bytes<S>(game) + 2 * game.moves * (node + allocation_bytes) + game.choices * move +
               6 * game.moves * move + 4 * game.state_bytes;
    }

    // Of a pass that is over: nothing was left out, so the best game is the best there is.
    bool complete() const { return complete_ && path_.moves().empty(); }

    void archive(Archive& archive) {
        archive(complete_, best_, known_outcome_);
        archive_path(archive, run_.root(), path_);
        archive_moves(archive, run_.root(), best_moves_);
        archive_moves(archive, run_.root(), known_);
        archive_nodes(archive);
    }

  private:
    using Move = MoveOf<S>;

    // On the way from where the pass stands.
    struct Node {
        double budget = 0;        // games that may be spent below,
        double left = 0;          // those that were not
        std::size_t forced = 0;   // moves without a choice that were made first
        bool open = false;        // its children are being explored:
        std::vector<Move> moves;  // the best first,
        std::size_t next = 0;     // the next one

        void archive(Archive& archive) { archive(budget, left, forced, open, next); }
    };
    static constexpr std::int64_t allocation_bytes = 16;  // that the C library adds

    std::int64_t bytes() const {
        return path_.bytes() + bytes_of(nodes_) + open_bytes_ + bytes_of(best_moves_) + bytes_of(known_);
    }

    // Along the known game to where there is a choice. False: the run is over.
    bool stand_before_a_choice() {
        while (!path_.moves().empty() && is_forced()) {
            if (run_.over()) return false;
            path_.play(known_[path_.moves().size()]);
        }
        return true;
    }

    // Everything below the place of the pass is explored. False: the pass is over.
    bool go_on() {
        if (complete_ || !best_) return false;
        const std::size_t depth = path_.moves().size();
        if (known_.size() <= depth || better(*best_, known_outcome_, run_.sense())) {
            known_ = best_moves_;
            known_outcome_ = *best_;
        }
        path_.play(known_[depth]);
        return true;
    }

    // There is a move, but no choice.
    bool is_forced() {
        legal_moves_of(path_.state(), moves_);
        return moves_.size() == 1;
    }

    // The node where the path stands: at most `budget` games, one or more, may be spent below it.
    void enter(double budget) {
        run_.budget.count_node();
        nodes_.push_back({.budget = budget, .left = budget, .moves = {}});
    }

    // One thing at the last node. False: the run is over.
    bool explore() {
        Node& node = nodes_.back();
        if (!node.open) return open(node);
        if (node.next == node.moves.size()) {
            leave(node.budget - node.left);
        } else if (node.left < 1) {
            complete_ = false;
            leave(node.budget - node.left);
        } else {
            enter_child(node);
        }
        return true;
    }

    // Moves without a choice are made first, however many.
    bool open(Node& node) {
        for (; node.budget >= 2 && !run_.hopeless(path_.state()) && is_forced(); ++node.forced) {
            if (run_.over()) return false;
            path_.play(moves_.front());
            run_.budget.count_node();
        }
        const S& state = path_.state();
        if (state.at_end()) {
            run_.budget.count_playout();
            run_.offer(state, path_.moves());
            note(outcome_of(state), path_.moves());
            leave(1);
        } else if (run_.hopeless(state)) {
            leave(0);
        } else if (node.budget < 2) {
            complete_ = false;
            if (greedy_.complete(state, path_.moves())) note(greedy_.outcome(), greedy_.moves());
            leave(1);
        } else {
            node.open = true;
            node.moves = order_.sorted(state);
            open_bytes_ += bytes_of(node.moves) + allocation_bytes;
        }
        return true;
    }

    void enter_child(Node& node) {
        const auto later = static_cast<double>(node.moves.size() - node.next - 1);
        const double even = 1 / (later + 1);
        // One game for each later.
        const double part = std::min(node.left * std::max(share_, even), node.left - later);
        path_.play(node.moves[node.next++]);
        enter(std::max(1.0, std::floor(part)));
    }

    // Back to the node above, which has so many games fewer left.
    void leave(double spent) {
        for (std::size_t i = 0; i < nodes_.back().forced; ++i) path_.back();
        if (nodes_.back().open) open_bytes_ -= bytes_of(nodes_.back().moves) + allocation_bytes;
        nodes_.pop_back();
        if (nodes_.empty()) return;
        path_.back();
        nodes_.back().left -= spent;
    }

    void note(const OutcomeOf<S>& outcome, const std::vector<Move>& moves) {
        if (best_ && !better(outcome, *best_, run_.sense())) return;
        best_ = outcome;
        best_moves_ = moves;
    }

    // The moves of an open node are asked for again: its state is that of the path, so many moves from the end.
    void archive_nodes(Archive& archive) {
        archive(nodes_);
        if (archive.saving() || nodes_.empty()) return;
        Descent<S> path(run_.root());
        std::size_t below = nodes_.size() - 1;  // every node but the first is one move behind the one above
        for (const Node& node : nodes_) below += node.forced;
        if (below > path_.moves().size()) archive.fail("damaged: a path is too short");
        std::size_t depth = path_.moves().size() - below;
        for (Node& node : nodes_) {
            depth += node.forced;
            while (path.moves().size() < depth) path.play(path_.moves()[path.moves().size()]);
            if (node.open) {
                node.moves = order_.sorted(path.state());
                open_bytes_ += bytes_of(node.moves) + allocation_bytes;
            }
            if (node.next > node.moves.size()) archive.fail("damaged: a node has fewer moves");
            ++depth;
        }
    }

    Run<S>& run_;
    GreedyCompletion<S>& greedy_;
    double budget_;
    double share_;
    Descent<S> path_;
    std::vector<Node> nodes_;      // from the place of the pass down
    std::int64_t open_bytes_ = 0;  // in the moves of those that are open
    MoveOrder<S> order_;
    std::vector<Move> moves_;
    bool complete_ = true;
    std::optional<OutcomeOf<S>> best_;  // of the games that began where the pass stands
    std::vector<Move> best_moves_;
    std::vector<Move> known_;  // the best game of the pass
    OutcomeOf<S> known_outcome_{};
};

template <State S>
class DepthBudgetedSearch final : public Search<S> {
  public:
    DepthBudgetedSearch(Run<S>& run, const DepthBudgetedConfig& config)
        : run_(run), config_(config), greedy_(run), budget_(static_cast<double>(config.budget)) {}

    bool step() override {
        if (complete_) return false;
        if (!pass_) begin_pass();
        if (pass_->step()) return true;
        complete_ = pass_->complete();
        if (complete_) return false;
        pass_.reset();
        budget_ = std::min(std::ceil(budget_ * config_.growth), 1e15);
        return true;
    }

    Proof proof() const override { return run_.proof_if(complete_); }
    std::int64_t least_bytes(const GameSize& game) const override {
        return DepthBudgetedPass<S>::least_bytes(game);
    }
    Statistics statistics() const override {
        return {{"passes", static_cast<double>(passes_)}, {"budget", budget_}};
    }
    void archive(Archive& archive) override {
        archive(budget_, passes_, complete_, greedy_);
        archive_pass(archive, pass_, run_, greedy_, budget_, config_.share);
    }

  private:
    void begin_pass() {
        run_.phase = fmt::format("budget {:.0f}", budget_);
        ++passes_;
        pass_.emplace(run_, greedy_, budget_, config_.share);
    }

    Run<S>& run_;
    const DepthBudgetedConfig config_;
    GreedyCompletion<S> greedy_;
    double budget_;
    std::optional<DepthBudgetedPass<S>> pass_;
    std::int64_t passes_ = 0;
    bool complete_ = false;
};

struct DepthBudgeted {
    using Config = DepthBudgetedConfig;

    static AlgorithmInfo info() {
        return {.name = "depth-budgeted",
                .meaning = "shares a budget of greedy games among the children of each node, move by move",
                .playouts = "a finished game",
                .nodes = "a state visited, in every pass"};
    }

    static const Knobs<Config>& knobs() {
        static const auto table =
            Knobs<Config>()
                .number("budget", &Config::budget, 1, 1'000'000'000, "greedy games per move in the first pass")
                .number("growth", &Config::growth, 1.01, 1000, "how many times as many in the next pass")
                .number("share", &Config::share, 0, 0.99,
                        "what a child gets of the budget that those before it left; 0: all alike");
        return table;
    }

    template <State S>
    using On = DepthBudgetedSearch<S>;
};

}  // namespace playout
