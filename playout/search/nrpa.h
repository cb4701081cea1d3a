// Nested rollout policy adaptation (Rosin 2011; Cazenave and Edelkamp, Fig. 1). A level asks the one below for
// a game, n times over; after each the policy is adapted to the best game of the level so far: for every step
// of that game
//     weight(taken) += alpha / temperature,
//     weight(m) -= alpha / temperature * chance(m)  for every move m that there was.
// Level 0 is a playout by the policy. The strategy of the run has no say, but for games that are polished; and
// nothing is proved: only a bound of the root that is met shows that the best game is optimal.
#pragma once

#include <utility>
#include <vector>

#include "playout/search/lesson.h"
#include "playout/search/nested_search.h"

namespace playout {

struct NrpaConfig : NestedConfig {
    AdaptWhen adapt = AdaptWhen::always;
};

template <State S>
class NrpaSearch final : public NestedSearch<S> {
  public:
    NrpaSearch(Run<S>& run, const NrpaConfig& config)
        : NestedSearch<S>(run, config), config_(config), levels_(static_cast<std::size_t>(config.level) + 1) {}

  private:
    using NestedSearch<S>::policy;

    struct Level {
        std::int64_t iteration = 0;  // from 1 to n,
        std::int64_t tries = 0;      // the games that came up in it,
        bool improved = false;       // and whether one was a new best game
        Policy::Mark before{};       // the policy as it was when the level began
        bool any = false;
        Rollout<S> best;
        std::int64_t repeated = 0;  // how often the best game came again
        Lesson lesson;
        bool prepared = false;  // the lesson is that of the best game
        enum class Work { take, learn, leave } work = Work::take;
    };
    using Work = typename Level::Work;

    Level& at(std::int64_t level) { return levels_[static_cast<std::size_t>(level)]; }
    Rollout<S>& best_of(std::int64_t level) override { return at(level).best; }

    void begin(std::int64_t level) override {
        Level& here = at(level);
        here.before = policy().mark();  // p' <- p
        here.lesson.clear();
        here.any = false;
        here.iteration = 1;
        here.tries = 0;
        here.improved = false;
    }

    // One iteration of the loop, when enough games have come up for it; its best game is in `best`.
    Taken take(std::int64_t level) override {
        Level& here = at(level);
        if (here.work == Work::take) {
            if (consider(here, at(level - 1).best)) here.improved = true;
            if (++here.tries < (level == 1 ? config_.stabilise : 1)) return Taken::asks_again;
            this->report(level, here.iteration, here.best.outcome);
            const bool settled = config_.repetitions > 0 && here.repeated >= config_.repetitions;
            here.work = settled || here.iteration == config_.iterations(level) ? Work::leave : Work::learn;
        }
        const bool leaves = here.work == Work::leave;
        if (!(leaves ? policy().go_back(here.before, this->guard()) : adapt(here))) return Taken::stopped;
        here.work = Work::take;
        if (leaves) return Taken::is_done;
        ++here.iteration;
        here.tries = 0;
        here.improved = false;
        return Taken::asks_again;
    }

    // Keeps the game if none was better; then `found` is the old best. True: it is a new best game.
    bool consider(Level& here, Rollout<S>& found) {
        if (here.any && found.same_game(here.best)) {
            ++here.repeated;
            return false;
        }
        if (here.any && better(here.best, found, this->sense())) return false;
        std::swap(here.best, found);
        here.any = true;
        here.repeated = 0;
        here.prepared = false;
        return true;
    }

    // False: the run was over before it was done.
    bool adapt(Level& here) {
        if (!here.improved && config_.adapt == AdaptWhen::improvement) return true;
        if (!here.prepared) here.prepared = here.lesson.prepare(here.best, policy(), this->guard());
        return here.prepared && here.lesson.adapt(policy(), config_.alpha, this->guard());
    }

    void archive_levels(Archive& archive) override {
        for (Level& level : levels_) {
            archive(level.iteration, level.tries, level.improved, level.before, level.any, level.repeated,
                    level.prepared, level.work, level.lesson);
            level.best.archive(archive, this->root());
        }
    }

    std::int64_t bytes() const override {
        std::int64_t bytes = 0;
        for (const Level& level : levels_) bytes += level.best.bytes() + level.lesson.bytes();
        return bytes;
    }

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
                 "Cazenave and Edelkamp, Table 1: one search of level 4",
                 "",
                 {{"level", "4"}, {"n", "100"}, {"searches", "1"}, {"repetitions", "0"}}}};
    }

    template <State S>
    using On = NrpaSearch<S>;
};

}  // namespace playout
