// Nested Monte-Carlo search (Cazenave 2009). A search of level n walks down a game; in every position it tries
// each move with a search of level n - 1, and goes on along the best game found so far, which it remembers.
// Level 0 is a playout by the strategy. Nothing is proved but by a bound of the root that is met.
#pragma once

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "playout/problem/walk.h"
#include "playout/search/nested_config.h"
#include "playout/search/playout.h"

namespace playout {

struct NmcsConfig {
    std::int64_t level = 3;
    std::int64_t searches = 0;
    bool selective = true;
};

template <State S>
class NmcsSearch {
  public:
    NmcsSearch(Run<S>& run, const NmcsConfig& config)
        : run_(run), config_(config), guard_(run, false), levels_(static_cast<std::size_t>(config.level) + 1) {}

    Proof search() {
        if (run_.root().at_end()) return run_.proof_if(search(run_.root(), 0));
        std::int64_t finished = 0;
        while (!run_.over() && (config_.searches == 0 || finished < config_.searches))
            finished += search(run_.root(), config_.level);
        run_.statistics = {{"searches", static_cast<double>(finished)}};
        return run_.proof_if(false);
    }

  private:
    struct Level {
        bool any = false;
        OutcomeOf<S> outcome{};        // of the best game,
        std::vector<MoveOf<S>> best;   // from the root
        std::vector<MoveOf<S>> moves;  // of the position where the level stands
    };

    // The best game that goes on from `state`, where path_ leads, into the level's `best`. False: the run is
    // over.
    bool search(S state, std::int64_t level) {
        Level& here = levels_[static_cast<std::size_t>(level)];
        if (level == 0 || state.at_end()) return play(state, here);
        const Level& below = levels_[static_cast<std::size_t>(level - 1)];
        const std::size_t start = path_.size();
        here.any = false;
        bool going = true;
        while (going && !state.at_end()) {
            collect_moves(state, here.moves);
            for (std::size_t i = 0; going && i < here.moves.size(); ++i) {
                S child = state;
                child.play(here.moves[i]);
                path_.push_back(here.moves[i]);
                going = search(std::move(child), level - 1);
                path_.pop_back();
                if (going && (!here.any || better(below.outcome, here.outcome, run_.sense()))) {
                    here.any = true;
                    here.outcome = below.outcome;
                    here.best = below.best;
                }
            }
            if (!going) break;
            path_.push_back(here.best[path_.size()]);
            state.play(path_.back());
            if (level > 1) report();
        }
        path_.resize(start);
        return going;
    }

    bool play(S& state, Level& here) {
        if (run_.over()) return false;
        here.best.assign(path_.begin(), path_.end());
        if (!run_.strategy.playout(state, here.best, run_.rng, guard_)) return false;
        run_.budget.count_playout();
        here.outcome = outcome_of(state);
        run_.strategy.learn(here.outcome);
        run_.offer(state, here.best);
        return true;
    }

    void collect_moves(const S& state, std::vector<MoveOf<S>>& moves) const {
        legal_moves_of(state, moves);
        if constexpr (HasSelection<S>) {
            if (config_.selective) state.select(moves);
        }
    }

    void report() {
        run_.phase.clear();
        for (std::size_t level = levels_.size() - 1; level > 0; --level)
            if (levels_[level].any)
                run_.phase += fmt::format("{}level {}: best {}", run_.phase.empty() ? "" : ", ", level,
                                          levels_[level].outcome.value);
        run_.phase += fmt::format(", move {}", path_.size());
    }

    Run<S>& run_;
    const NmcsConfig config_;
    RunGuard<S> guard_;
    std::vector<Level> levels_;
    std::vector<MoveOf<S>> path_;
};

struct Nmcs {
    using Config = NmcsConfig;

    static AlgorithmInfo info() {
        return {.name = "nmcs",
                .meaning = "nested Monte-Carlo search: each move is tried with a search of the level below",
                .playouts = "a finished game",
                .nodes = "",
                .uses_strategy = true};
    }

    static const Knobs<Config>& knobs() {
        static const auto table = Knobs<Config>()
                                      .number("level", &Config::level, 1, most_levels, "levels of nesting")
                                      .number("searches", &Config::searches, 0, 1'000'000'000,
                                              "searches, one after the other; 0: as many as the limits allow")
                                      .flag("selective", &Config::selective,
                                            "only moves that the domain holds for sensible, where it does");
        return table;
    }

    static std::vector<Preset> presets() {
        return {{"paper-4", "002, Table 1: one search of level 4", "", {{"level", "4"}, {"searches", "1"}}}};
    }

    template <State S>
    static Proof search(Run<S>& run, const Config& config) {
        return NmcsSearch<S>(run, config).search();
    }
};

}  // namespace playout
