// Multiple simulation: the domain's playout again and again, keeping the best game. What every cleverer search
// must beat; also a look at a strategy by itself (mean and deviation of the finished games). With a bound, a
// playout ends as soon as it cannot become the best; such a game counts as a playout too.
#pragma once

#include <cmath>
#include <vector>

#include "playout/search/algorithm.h"
#include "playout/search/playout.h"

namespace playout {

struct RandomConfig {
    bool cutoff = true;
};

template <State S>
class MultipleSimulation final : public Search<S> {
  public:
    MultipleSimulation(Run<S>& run, const RandomConfig& config)
        : run_(run), guard_(run, config.cutoff && HasBound<S>) {}

    bool step() override {
        S state = run_.root();
        moves_.clear();
        const bool finished = run_.strategy.playout(state, moves_, run_.rng, guard_);
        if (!finished && run_.budget.stopped()) return true;
        run_.budget.count_playout();
        if (!finished) return true;
        const OutcomeOf<S> outcome = outcome_of(state);
        run_.strategy.learn(outcome);
        run_.offer(state, moves_);
        ++finished_games_;
        const double distance = outcome.value - mean_;
        mean_ += distance / finished_games_;
        squares_ += distance * (outcome.value - mean_);
        return true;
    }

    Proof proof() const override { return run_.proof_if(false); }

    Statistics statistics() const override {
        Statistics numbers{{"cut_off", static_cast<double>(run_.budget.playouts()) - finished_games_}};
        if (finished_games_ > 0) {
            numbers.emplace_back("mean", mean_);
            numbers.emplace_back("deviation", std::sqrt(squares_ / finished_games_));
        }
        return numbers;
    }

    void archive(Archive& archive) override { archive(finished_games_, mean_, squares_); }

  private:
    Run<S>& run_;
    RunGuard<S> guard_;
    std::vector<MoveOf<S>> moves_;
    double finished_games_ = 0;
    double mean_ = 0;
    double squares_ = 0;  // of the distances from the mean (Welford 1962)
};

struct RandomSearch {
    using Config = RandomConfig;

    static AlgorithmInfo info() {
        return {.name = "random",
                .meaning = "multiple simulation: playouts from the start, the best is kept",
                .playouts = "a playout, finished or cut off",
                .nodes = "",
                .uses_strategy = true};
    }

    static const Knobs<Config>& knobs() {
        static const auto table =
            Knobs<Config>().flag("cutoff", &Config::cutoff,
                                 "end a playout as soon as the bound says that it cannot become the best");
        return table;
    }

    template <State S>
    using On = MultipleSimulation<S>;
};

}  // namespace playout
