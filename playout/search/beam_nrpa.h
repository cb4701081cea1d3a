// Beam-NRPA (Cazenave and Teytaud 2012; 002, Fig. 2): every level keeps a beam of its best games, each with a
// policy of its own, and asks the level below for new games with each of these policies.
//
// A policy of the beam is kept as the weights in which it differs from the one that the level was called with.
// As in NRPA every game of the beam is adapted to in every iteration. A game that is found again does not enter
// the beam a second time; the pseudo-code would fill it with copies, and it would keep the empty game of the
// start until it is crowded out. As with NRPA, the strategy of the run has no say.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "playout/search/lesson.h"
#include "playout/search/nested_beam_config.h"
#include "playout/search/nested_run.h"

namespace playout {

struct BeamNrpaConfig : NestedBeamConfig {
    AdaptWhen adapt = AdaptWhen::always;
};

template <State S>
class BeamNrpaSearch {
  public:
    BeamNrpaSearch(Run<S>& run, const BeamNrpaConfig& config)
        : nested_(run, config), config_(config), levels_(static_cast<std::size_t>(config.level) + 1) {
        levels_[0].beam.resize(1);
    }

    Proof search() {
        return nested_.repeat([this](std::int64_t level) { return search(level); });
    }

  private:
    struct Member {
        Rollout<S> game;
        LearnedWeights policy;
        bool is_new = false;  // the policy is that of the member whose search found the game
    };
    struct Level {
        std::vector<Member> beam;   // the best first; before the first game a single member without one
        std::vector<Member> found;  // games of this iteration that may enter the beam, the best first
        Lesson lesson;
        bool came_again = false;    // the best game, in this iteration
        std::int64_t repeated = 0;  // in how many iterations it did
    };

    // Leaves the best games in the level's beam. False: the run is over.
    bool search(std::int64_t level) {
        Level& here = levels_[static_cast<std::size_t>(level)];
        if (level == 0) return nested_.play(here.beam.front().game);
        const Policy::Mark before = nested_.policy().mark();
        const std::int64_t width = config_.width(level);
        const std::int64_t n = config_.iterations(level);
        here.beam.assign(1, {});
        here.repeated = 0;
        bool going = true;
        for (std::int64_t i = 1; i <= n && going; ++i) {
            here.found.clear();
            here.came_again = false;
            for (std::size_t member = 0; member < here.beam.size() && going; ++member) {
                here.lesson.restart(nested_.policy(), here.beam[member].policy);
                going = search_below(level, here.beam[member].policy, i == 1);
                nested_.policy().go_back(before);
            }
            if (!going) break;
            if (i == 1) here.beam.clear();
            merge(here, width);
            nested_.report(level, i, here.beam.front().game.outcome, [this] { return bytes(); });
            if (config_.repetitions > 0 && here.repeated >= config_.repetitions) break;
            if (i == n) break;  // the policies are not needed any more
            for (Member& member : here.beam) {
                if (member.is_new || config_.adapt == AdaptWhen::always) adapt(here, member, before);
                if (nested_.over()) {
                    going = false;
                    break;
                }
            }
        }
        nested_.policy().go_back(before);
        return going;
    }

    // Games that the level below finds with the policy as it is, which `weights` make up.
    bool search_below(std::int64_t level, const LearnedWeights& weights, bool is_first) {
        Level& here = levels_[static_cast<std::size_t>(level)];
        const std::int64_t tries = level == 1 ? config_.stabilise : 1;
        for (std::int64_t k = 0; k < tries; ++k) {
            if (!search(level - 1)) return false;
            const std::vector<Member>& below = levels_[static_cast<std::size_t>(level - 1)].beam;
            if (!is_first && below.front().game.same_game(here.beam.front().game)) here.came_again = true;
            for (const Member& member : below) note(here, member.game, weights, config_.width(level), is_first);
        }
        return true;
    }

    // Of equally good games the later one is the better one, as in NRPA.
    void note(Level& here, const Rollout<S>& game, const LearnedWeights& weights, std::int64_t width,
              bool is_first) {
        const auto worse = [&](const std::vector<Member>& members) {
            return static_cast<std::int64_t>(members.size()) >= width &&
                   better(members.back().game, game, nested_.sense());
        };
        const auto has = [&](const std::vector<Member>& members) {
            return std::any_of(members.begin(), members.end(),
                               [&](const Member& member) { return member.game.same_game(game); });
        };
        if (!is_first && (worse(here.beam) || has(here.beam))) return;
        if (worse(here.found) || has(here.found)) return;
        const auto place = std::find_if(here.found.begin(), here.found.end(), [&](const Member& member) {
            return !better(member.game, game, nested_.sense());
        });
        here.found.insert(place, {game, weights, true});
        if (static_cast<std::int64_t>(here.found.size()) > width) here.found.pop_back();
    }

    // The best of the beam and of what was found, which are disjoint.
    void merge(Level& here, std::int64_t width) {
        std::vector<Member> merged;
        auto old = here.beam.begin();
        auto found = here.found.begin();
        while (static_cast<std::int64_t>(merged.size()) < width &&
               (old != here.beam.end() || found != here.found.end())) {
            const bool take_old = found == here.found.end() ||
                                  (old != here.beam.end() && better(old->game, found->game, nested_.sense()));
            merged.push_back(std::move(take_old ? *old++ : *found++));
        }
        here.beam = std::move(merged);
        here.repeated = here.beam.front().is_new ? 0 : here.repeated + here.came_again;
    }

    void adapt(Level& here, Member& member, Policy::Mark before) {
        Policy& policy = nested_.policy();
        here.lesson.restart(policy, member.policy);
        here.lesson.prepare(member.game, policy);
        here.lesson.adapt(policy, config_.alpha);
        here.lesson.save(policy, member.policy);
        member.is_new = false;
        policy.go_back(before);
    }

    std::int64_t bytes() const {
        std::int64_t bytes = 0;
        for (const Level& level : levels_) {
            bytes += level.lesson.bytes();
            for (const std::vector<Member>* members : {&level.beam, &level.found})
                for (const Member& member : *members)
                    bytes +=
                        member.game.bytes() + static_cast<std::int64_t>(member.policy.capacity() *
                                                                        sizeof(LearnedWeights::value_type));
        }
        return bytes;
    }

    NestedRun<S> nested_;
    const BeamNrpaConfig config_;
    std::vector<Level> levels_;
};

struct BeamNrpa {
    using Config = BeamNrpaConfig;

    static AlgorithmInfo info() {
        return {.name = "beam-nrpa",
                .meaning = "NRPA with a beam of games at each level, each with a policy of its own",
                .playouts = "a finished game",
                .nodes = ""};
    }

    static const Knobs<Config>& knobs() {
        static const auto table = [] {
            Knobs<Config> knobs;
            return add_beam_knobs(knobs).choice("adapt", &Config::adapt, adapt_names, adapt_meaning);
        }();
        return table;
    }

    template <State S>
    static Proof search(Run<S>& run, const Config& config) {
        return BeamNrpaSearch<S>(run, config).search();
    }
};

}  // namespace playout
