// Depth-budgeted search, after Billings's SameGame program, of which only this much is known (000,
// section 2.3): a budget is spent on the way down, and where none is left a greedy game values the node.
//
// Here a node's budget is a number of greedy games. Its children, best first, each get a share of what the ones
// before them left, but no less than an even part of it, and one game is kept for each of the rest. The search
// walks along the best game that it has found and spends the budget again at every position on it; when the
// game is over it begins anew with a larger budget.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "playout/search/algorithm.h"
#include "playout/search/descent.h"
#include "playout/search/playout.h"

namespace playout {

struct DepthBudgetedConfig {
    std::int64_t budget = 100;
    double growth = 1.5;
    double share = 0.05;
};

template <State S>
class DepthBudgetedPass {
  public:
    DepthBudgetedPass(Run<S>& run, GreedyCompletion<S>& greedy, double budget, double share)
        : run_(run), greedy_(greedy), budget_(budget), share_(share), path_(run.root()) {}

    // True: nothing was left out, so the best game is the best there is.
    bool search() {
        while (!run_.over()) {
            complete_ = true;
            best_.reset();
            explore(budget_);
            if (complete_ || !best_) return complete_ && path_.moves().empty() && !run_.budget.stopped();
            const std::size_t depth = path_.moves().size();
            if (known_.size() <= depth || better(*best_, known_outcome_, run_.sense())) {
                known_ = best_moves_;
                known_outcome_ = *best_;
            }
            path_.play(known_[depth]);
            while (forced() && !run_.over()) path_.play(known_[path_.moves().size()]);
        }
        return false;
    }

  private:
    // There is a move, but no choice.
    bool forced() {
        legal_moves_of(path_.state(), moves_);
        return moves_.size() == 1;
    }

    // Spends at most `budget` games, one or more, below the node where the path stands; returns how many. Moves
    // without a choice are made first, however many.
    double explore(double budget) {
        std::size_t steps = 0;
        run_.budget.count_node();
        for (; budget >= 2 && !run_.hopeless(path_.state()) && forced() && !run_.over(); ++steps) {
            path_.play(moves_.front());
            run_.budget.count_node();
        }
        const double spent = explore_here(budget);
        for (; steps > 0; --steps) path_.back();
        return spent;
    }

    double explore_here(double budget) {
        const S& state = path_.state();
        if (state.at_end()) {
            run_.budget.count_playout();
            run_.offer(state, path_.moves());
            note(outcome_of(state), path_.moves());
            return 1;
        }
        if (run_.hopeless(state)) return 0;
        if (budget < 2) {
            complete_ = false;
            if (greedy_.complete(state, path_.moves())) note(greedy_.outcome(), greedy_.moves());
            return 1;
        }
        const std::vector<MoveOf<S>> moves = order_.sorted(state);
        double left = budget;
        for (std::size_t i = 0; i < moves.size() && !run_.over(); ++i) {
            if (left < 1) {
                complete_ = false;
                break;
            }
            const auto later = static_cast<double>(moves.size() - i - 1);
            const double even = 1 / (later + 1);
            const double part =
                std::min(left * std::max(share_, even), left - later);  // one game for each later
            path_.play(moves[i]);
            left -= explore(std::max(1.0, std::floor(part)));
            path_.back();
        }
        return budget - left;
    }

    void note(const OutcomeOf<S>& outcome, const std::vector<MoveOf<S>>& moves) {
        if (best_ && !better(outcome, *best_, run_.sense())) return;
        best_ = outcome;
        best_moves_ = moves;
    }

    Run<S>& run_;
    GreedyCompletion<S>& greedy_;
    double budget_;
    double share_;
    Descent<S> path_;
    MoveOrder<S> order_;
    std::vector<MoveOf<S>> moves_;
    bool complete_ = true;
    std::optional<OutcomeOf<S>> best_;  // of the games that began where the pass stands
    std::vector<MoveOf<S>> best_moves_;
    std::vector<MoveOf<S>> known_;  // the best game of the pass
    OutcomeOf<S> known_outcome_{};
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
    static Proof search(Run<S>& run, const Config& config) {
        GreedyCompletion<S> greedy(run);
        auto budget = static_cast<double>(config.budget);
        std::int64_t passes = 0;
        bool complete = false;
        while (!complete && !run.over()) {
            run.phase = fmt::format("budget {:.0f}", budget);
            complete = DepthBudgetedPass<S>(run, greedy, budget, config.share).search();
            ++passes;
            if (!complete) budget = std::min(std::ceil(budget * config.growth), 1e15);
        }
        run.statistics = {{"passes", static_cast<double>(passes)}, {"budget", budget}};
        return run.proof_if(complete);
    }
};

}  // namespace playout
