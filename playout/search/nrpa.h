// Nested rollout policy adaptation (Rosin 2011; 002, Fig. 1). A level asks the one below for a game, n times
// over; after each the policy is adapted to the best game of the level so far: for every step of that game
//     weight(taken) += alpha / temperature,
//     weight(m) -= alpha / temperature * chance(m)  for every move m that there was.
// Level 0 is a playout by the policy. The strategy of the run has no say, and nothing is proved: only a bound
// of the root that is met shows that the best game is optimal.
#pragma once

#include <utility>
#include <vector>

#include "playout/search/lesson.h"
#include "playout/search/nested_run.h"

namespace playout {

struct NrpaConfig : NestedConfig {
    AdaptWhen adapt = AdaptWhen::always;
};

template <State S>
class NrpaSearch {
  public:
    NrpaSearch(Run<S>& run, const NrpaConfig& config)
        : nested_(run, config), config_(config), levels_(static_cast<std::size_t>(config.level) + 1) {}

    Proof search() {
        return nested_.repeat([this](std::int64_t level) { return search(level); });
    }

  private:
    struct Level {
        bool any = false;
        Rollout<S> best;
        std::int64_t repeated = 0;  // how often the best game came again
        Lesson lesson;
        bool prepared = false;  // the lesson is that of the best game
    };

    // Leaves the best game in the level's `best`. False: the run is over.
    bool search(std::int64_t level) {
        Level& here = levels_[static_cast<std::size_t>(level)];
        if (level == 0) return nested_.play(here.best);
        const Policy::Mark before = nested_.policy().mark();  // p' <- p
        here.lesson.restart(nested_.policy());
        here.any = false;
        bool going = true;
        const std::int64_t n = config_.iterations(level);
        const std::int64_t tries = level == 1 ? config_.stabilise : 1;
        for (std::int64_t i = 1; i <= n && going; ++i) {
            bool improved = false;
            for (std::int64_t k = 0; k < tries && going; ++k) {
                going = search(level - 1);
                if (going)
                    improved = consider(here, levels_[static_cast<std::size_t>(level - 1)].best) || improved;
            }
            if (!going) break;
            nested_.report(level, i, here.best.outcome, [this] { return bytes(); });
            if (config_.repetitions > 0 && here.repeated >= config_.repetitions) break;
            if (i < n && (improved || config_.adapt == AdaptWhen::always)) adapt(here);
        }
        nested_.policy().go_back(before);
        return going;
    }

    // Keeps the game if none was better; then `found` is the old best. True: it is a new best game.
    bool consider(Level& here, Rollout<S>& found) {
        if (here.any && found.same_game(here.best)) {
            ++here.repeated;
            return false;
        }
        if (here.any && better(here.best, found, nested_.sense())) return false;
        std::swap(here.best, found);
        here.any = true;
        here.repeated = 0;
        here.prepared = false;
        return true;
    }

    void adapt(Level& here) {
        if (!here.prepared) here.lesson.prepare(here.best, nested_.policy());
        here.prepared = true;
        here.lesson.adapt(nested_.policy(), config_.alpha);
    }

    std::int64_t bytes() const {
        std::int64_t bytes = 0;
        for (const Level& level : levels_) bytes += level.best.bytes() + level.lesson.bytes();
        return bytes;
    }

    NestedRun<S> nested_;
    const NrpaConfig config_;
    std::vector<Level> levels_;
};

struct Nrpa {
    using Config = NrpaConfig;

    static AlgorithmInfo info() {
        return {.name = "nrpa",
                .meaning = "nested rollout policy adaptation: levels of playouts that learn from the best game",
                .playouts = "a finished game",
                .nodes = ""};
    }

    static const Knobs<Config>& knobs() {
        static const auto table = [] {
            Knobs<Config> knobs;
            return add_nested_knobs(knobs).choice("adapt", &Config::adapt, adapt_names, adapt_meaning);
        }();
        return table;
    }

    static std::vector<Preset> presets() {
        return {{"paper-4",
                 "002, Table 1: one search of level 4",
                 "",
                 {{"level", "4"}, {"n", "100"}, {"searches", "1"}, {"repetitions", "0"}}}};
    }

    template <State S>
    static Proof search(Run<S>& run, const Config& config) {
        return NrpaSearch<S>(run, config).search();
    }
};

}  // namespace playout
