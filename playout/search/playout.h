// Playouts that every domain has, and how a search runs one.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "playout/run/run.h"
#include "playout/search/moves.h"

namespace playout {

// Uniform over the legal moves.
template <State S>
class UniformPlayout final : public Strategy<S> {
  public:
    bool playout(S& state, std::vector<MoveOf<S>>& moves, Rng& rng, PlayoutGuard<S>& guard) override {
        while (!state.at_end()) {
            if (guard.gives_up(state)) return false;
            legal_moves_of(state, legal_);
            const MoveOf<S> move = legal_[rng.below(legal_.size())];
            moves.push_back(move);
            state.play(move);
        }
        return true;
    }

  private:
    std::vector<MoveOf<S>> legal_;
};

// Always the move that looks best: a deterministic construction.
template <State S>
class GreedyPlayout final : public Strategy<S> {
  public:
    bool playout(S& state, std::vector<MoveOf<S>>& moves, Rng&, PlayoutGuard<S>& guard) override {
        while (!state.at_end()) {
            if (guard.gives_up(state)) return false;
            const MoveOf<S> move = order_.best(state);
            moves.push_back(move);
            state.play(move);
        }
        return true;
    }
    bool deterministic() const override { return true; }
    std::optional<MoveOf<S>> usual_move(const S& state) override { return order_.best(state); }

  private:
    MoveOrder<S> order_;
};

// Every strategy of a domain: its own first, then the general ones that it does not replace. One that has knobs
// to tune can be told to (self_tuning.h).
template <State S>
std::vector<StrategyEntry<S>> with_general_strategies(std::vector<StrategyEntry<S>> entries) {
    const auto add = [&entries](StrategyEntry<S> general) {
        for (const StrategyEntry<S>& entry : entries)
            if (entry.name == general.name) return;
        entries.push_back(std::move(general));
    };
    add({"random", "uniform over the legal moves", {}, [](const S&, const Settings&) {
             return std::make_unique<UniformPlayout<S>>();
         }});
    add({"greedy",
         "always the move that looks best (bias, else bound); no randomness",
         {},
         [](const S&, const Settings&) { return std::make_unique<GreedyPlayout<S>>(); }});
    for (StrategyEntry<S>& entry : entries)
        if (std::any_of(entry.parameters.begin(), entry.parameters.end(),
                        [](const Parameter& knob) { return knob.tuning.has_value(); }))
            entry.parameters.push_back({.name = "tune",
                                        .highest = 0.9,
                                        .meaning =
                                            "share of the limits in which numbers above are looked for that "
                                            "suit the instance, where you set none"});
    return entries;
}
template <State S>
std::vector<StrategyEntry<S>> strategies_of() {
    if constexpr (HasStrategies<S>) {
        return with_general_strategies<S>(S::strategies());
    } else {
        return with_general_strategies<S>({});
    }
}
// Where only the state knows them.
template <State S>
std::vector<StrategyEntry<S>> strategies_of([[maybe_unused]] const S& root) {
    if constexpr (requires { root.own_strategies(); }) {
        return with_general_strategies<S>(root.own_strategies());
    } else {
        return strategies_of<S>();
    }
}

// Gives up when the run is over and, where `cut` is set, as soon as the bound says that this game cannot be the
// best.
template <State S>
class RunGuard final : public PlayoutGuard<S> {
  public:
    RunGuard(Run<S>& run, bool cut) : run_(run), cut_(cut) {}
    bool gives_up(const S& state) override { return run_.over() || (cut_ && run_.hopeless(state)); }

  private:
    Run<S>& run_;
    bool cut_;
};

// Finishes games by the strategy `greedy`, the domain's own where it has one.
template <State S>
class GreedyCompletion {
  public:
    explicit GreedyCompletion(Run<S>& run) : run_(run), guard_(run, false) {
        const auto entries = strategies_of(run.root());
        const auto entry = std::find_if(entries.begin(), entries.end(),
                                        [](const StrategyEntry<S>& found) { return found.name == "greedy"; });
        greedy_ = entry->make(run.root(), resolve(entry->parameters, {}, "strategy greedy"));
    }

    // Offers the game that begins with `path`, which leads to `state`. False: the run is over.
    bool complete(S state, const std::vector<MoveOf<S>>& path) {
        moves_.assign(path.begin(), path.end());
        if (!greedy_->playout(state, moves_, run_.rng, guard_)) return false;
        run_.budget.count_playout();
        outcome_ = outcome_of(state);
        run_.offer(state, moves_);
        return true;
    }

    // What its strategy learned. The last game is not kept.
    void archive(Archive& archive) { archive(*greedy_); }

    // Of the last game.
    const std::vector<MoveOf<S>>& moves() const { return moves_; }
    const OutcomeOf<S>& outcome() const { return outcome_; }

  private:
    Run<S>& run_;
    RunGuard<S> guard_;
    std::unique_ptr<Strategy<S>> greedy_;
    std::vector<MoveOf<S>> moves_;
    OutcomeOf<S> outcome_{};
};

// A greedy game from the start: a search that is stopped early then has something to show. False: the run was
// over before its end.
template <State S>
bool greedy_dive(Run<S>& run) {
    return GreedyCompletion<S>(run).complete(run.root(), {});
}

}  // namespace playout
