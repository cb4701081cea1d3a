// High-diversity NRPA (Cazenave and Edelkamp, Figs 4 to 6): every level keeps a beam of its best games, no two
// of them similar, and adapts its policy to all of them together, in every iteration after the first few.
//
// Two slips of Fig. 4 are mended: the policy that is passed down is the one that was adapted, and a game enters
// a level's beam if it is not similar to what that beam holds. As with NRPA, the strategy of the run has no
// say.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "playout/search/beam_lesson.h"
#include "playout/search/nested_beam_config.h"
#include "playout/search/nested_search.h"

namespace playout {

struct HdNrpaConfig : NestedBeamConfig {
    double theta = 0.1;
};

// The best games of a level, the best first, no two of them similar.
template <State S>
class DiverseBeam {
  public:
    void clear() { games_.clear(); }

    // It is among the `width` best, and not similar to any.
    bool wants(const Rollout<S>& game, std::int64_t width, Sense sense) const {
        if (is_full(width) && !better(game, games_.back(), sense)) return false;
        return std::none_of(games_.begin(), games_.end(),
                            [&](const Rollout<S>& known) { return similar(known, game, sense); });
    }

    bool is_full(std::int64_t width) const { return static_cast<std::int64_t>(games_.size()) >= width; }

    // A game that it wants. Where the beam is full the last game leaves it for that, and is then in `game`.
    void insert(Rollout<S>& game, std::int64_t width, Sense sense) {
        if (is_full(width)) {
            std::swap(games_.back(), game);
        } else {
            games_.push_back(game);
        }
        const auto place = std::find_if(games_.begin(), games_.end() - 1, [&](const Rollout<S>& known) {
            return better(games_.back(), known, sense);
        });
        std::rotate(place, games_.end() - 1, games_.end());
    }

    std::vector<Rollout<S>>& games() { return games_; }
    const std::vector<Rollout<S>>& games() const { return games_; }

  private:
    std::vector<Rollout<S>> games_;
};

template <State S>
class HdNrpaSearch final : public NestedSearch<S> {
  public:
    HdNrpaSearch(Run<S>& run, const HdNrpaConfig& config)
        : NestedSearch<S>(run, config), config_(config), levels_(static_cast<std::size_t>(config.level) + 1) {
        levels_[0].beam.games().resize(1);
    }

  private:
    using NestedSearch<S>::policy;
    using NestedSearch<S>::sense;

    struct Level {
        std::int64_t iteration = 0;  // from 1 to n,
        std::int64_t tries = 0;      // the games that came up in it
        Policy::Mark before{};       // the policy as it was when the level began
        DiverseBeam<S> beam;
        BeamLesson lesson;
        std::int64_t repeated = 0;  // how often the best game came again
        // What it has still to do with the games that came up: to take the one of that number, which may be
        // part of the lesson already; to learn; to go back to the policy of before.
        enum class Work { look, take, learn, leave } work = Work::look;
        std::size_t next = 0;
        bool added = false;
    };
    using Work = typename Level::Work;

    Level& at(std::int64_t level) { return levels_[static_cast<std::size_t>(level)]; }
    Rollout<S>& best_of(std::int64_t level) override { return at(level).beam.games().front(); }

    void begin(std::int64_t level) override {
        Level& here = at(level);
        here.before = policy().mark();  // p' <- p
        here.beam.clear();
        here.lesson.clear();
        here.repeated = 0;
        here.iteration = 1;
        here.tries = 0;
    }

    // Leaves the best games in the level's beam.
    Taken take(std::int64_t level) override {
        Level& here = at(level);
        if (here.work <= Work::take) {
            if (!merge(here, at(level - 1).beam, config_.width(level))) return Taken::stopped;
            here.work = Work::look;
            if (++here.tries < (level == 1 ? config_.stabilise : 1)) return Taken::asks_again;
            this->report(level, here.iteration, here.beam.games().front().outcome);
            const bool settled = config_.repetitions > 0 && here.repeated >= config_.repetitions;
            here.work = settled || here.iteration == config_.iterations(level) ? Work::leave : Work::learn;
        }
        const bool leaves = here.work == Work::leave;
        if (!(leaves ? policy().go_back(here.before, this->guard()) : adapt(here, level)))
            return Taken::stopped;
        here.work = Work::look;
        if (leaves) return Taken::is_done;
        ++here.iteration;
        here.tries = 0;
        return Taken::asks_again;
    }

    // False: the run was over before it was done.
    bool adapt(Level& here, std::int64_t level) {
        const auto n = static_cast<double>(config_.iterations(level));
        if (here.iteration <= static_cast<std::int64_t>(config_.theta * n)) return true;
        return here.lesson.adapt(policy(), config_.alpha, this->guard());
    }

    // The same.
    bool merge(Level& here, DiverseBeam<S>& found, std::int64_t width) {
        if (here.work == Work::look) {
            note_repetition(here, found.games().front());
            here.work = Work::take;
            here.next = 0;
        }
        for (; here.next < found.games().size(); ++here.next) {
            Rollout<S>& game = found.games()[here.next];
            if (!here.beam.wants(game, width, sense())) continue;
            if (!here.added) here.added = here.lesson.add(game, policy(), this->guard());
            if (!here.added || !make_place(here, game, width)) return false;
            here.beam.insert(game, width, sense());
            here.added = false;
        }
        return true;
    }

    bool make_place(Level& here, const Rollout<S>& game, std::int64_t width) {
        if (!here.beam.is_full(width)) return this->guard().has_room(game.bytes());
        return here.lesson.remove(here.beam.games().back(), policy(), this->guard());
    }

    void note_repetition(Level& here, const Rollout<S>& found) {
        const auto& known = here.beam.games();
        if (!known.empty() && found.same_game(known.front())) {
            ++here.repeated;
        } else if (known.empty() || better(found, known.front(), sense())) {
            here.repeated = 0;
        }
    }

    void archive_levels(Archive& archive) override {
        for (Level& level : levels_) {
            archive(level.iteration, level.tries, level.before, level.lesson, level.repeated, level.work,
                    level.next, level.added);
            std::vector<Rollout<S>>& games = level.beam.games();
            games.resize(archive.count(games.size(), 1));
            for (Rollout<S>& game : games) game.archive(archive, this->root());
        }
    }

    std::int64_t bytes() const override {
        std::int64_t bytes = 0;
        for (const Level& level : levels_) {
            bytes += level.lesson.bytes();
            for (const Rollout<S>& game : level.beam.games()) bytes += game.bytes();
        }
        return bytes;
    }

    const HdNrpaConfig config_;
    std::vector<Level> levels_;
};

struct HdNrpa {
    using Config = HdNrpaConfig;

    static AlgorithmInfo info() {
        return {.name = "hd-nrpa",
                .meaning = "high-diversity NRPA: each level learns from a beam of games that differ",
                .playouts = "a finished game",
                .nodes = ""};
    }

    static const Knobs<Config>& knobs() {
        static const auto table = [] {
            Knobs<Config> knobs;
            add_beam_knobs(knobs);
            return knobs.number("theta", &Config::theta, 0, 1,
                                "share of a level's iterations before it begins to learn");
        }();
        return table;
    }

    static std::vector<Preset> presets() {
        const auto paper = [](const std::string& level, const std::string& searches) {
            return SettingTexts{{"level", level}, {"searches", searches}, {"n", "100"},        {"beam", "10"},
                                {"beam_1", "1"},  {"theta", "0.1"},       {"repetitions", "0"}};
        };
        return {{"paper-4", "Cazenave and Edelkamp, Table 1: one search of level 4", "", paper("4", "1")},
                {"paper-3", "Cazenave and Edelkamp, Table 1: 30 searches of level 3", "", paper("3", "30")}};
    }

    template <State S>
    using On = HdNrpaSearch<S>;
};

}  // namespace playout
