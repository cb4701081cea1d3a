// Beam-NRPA (Cazenave and Teytaud 2012; Cazenave and Edelkamp, Fig. 2): every level keeps a beam of its best
// games, each with a policy of its own, and asks the level below for new games with each of these policies.
//
// A policy of the beam is kept as the weights in which it differs from the one that the level was called with.
// As in NRPA every game of the beam is adapted to in every iteration. A game that is found again does not enter
// the beam a second time; the pseudo-code would fill it with copies, and it would keep the empty game of the
// start until it is crowded out. As with NRPA, the strategy of the run has no say, but for
// games that are polished.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "playout/search/lesson.h"
#include "playout/search/nested_beam_config.h"
#include "playout/search/nested_search.h"

namespace playout {

struct BeamNrpaConfig : NestedBeamConfig {
    AdaptWhen adapt = AdaptWhen::always;
};

template <State S>
class BeamNrpaSearch final : public NestedSearch<S> {
  public:
    BeamNrpaSearch(Run<S>& run, const BeamNrpaConfig& config)
        : NestedSearch<S>(run, config), config_(config), levels_(static_cast<std::size_t>(config.level) + 1) {
        levels_[0].beam.resize(1);
    }

  private:
    using NestedSearch<S>::policy;
    using NestedSearch<S>::sense;

    struct Member {
        Rollout<S> game;
        LearnedWeights policy;
        bool is_new = false;  // the policy is that of the member whose search found the game
    };
    struct Level {
        std::int64_t iteration = 0;  // from 1 to n,
        std::size_t member = 0;      // of the beam, with whose policy the level below searches,
        std::int64_t tries = 0;      // and how often it has come back
        Policy::Mark before{};       // the policy as it was when the level began
        std::vector<Member> beam;    // the best first; before the first game a single member without one
        std::vector<Member> found;   // games of this iteration that may enter the beam, the best first
        Lesson lesson;
        bool came_again = false;    // the best game, in this iteration
        std::int64_t repeated = 0;  // in how many iterations it did
        // What it has still to do with the games that came up, one after the other: to note those from a number
        // on; to go back to the policy of before; to adapt the next member in four parts; and to put that one's
        // policy in place.
        enum class Work { look, note, leave, restore, prepare, adapt, go_back, put } work = Work::look;
        std::size_t noted = 0;
    };
    using Work = typename Level::Work;

    Level& at(std::int64_t level) { return levels_[static_cast<std::size_t>(level)]; }
    Rollout<S>& best_of(std::int64_t level) override { return at(level).beam.front().game; }

    void begin(std::int64_t level) override {
        Level& here = at(level);
        here.before = policy().mark();
        here.beam.assign(1, {});
        here.repeated = 0;
        here.iteration = 0;
        begin_iteration(here);
        here.work = Work::look;  // there is nothing to adapt to yet
        here.lesson.clear();
    }

    void begin_iteration(Level& here) {
        ++here.iteration;
        here.found.clear();
        here.came_again = false;
        here.member = 0;
        begin_member(here);
    }

    // The member's policy, adapted to its game, is that of the level below. (The papers adapt all members at
    // the end of an iteration. None depends on another, so it makes no difference.)
    void begin_member(Level& here) {
        here.tries = 0;
        const bool adapts =
            here.iteration > 1 && (here.beam[here.member].is_new || config_.adapt == AdaptWhen::always);
        here.work = adapts ? Work::restore : Work::put;
        here.lesson.clear();
    }

    // Leaves the best games in the level's beam.
    Taken take(std::int64_t level) override {
        Level& here = at(level);
        if (here.work <= Work::note) {
            if (!note_found(level)) return Taken::stopped;
            here.work = Work::look;
            if (++here.tries < (level == 1 ? config_.stabilise : 1)) return Taken::asks_again;
            here.work = Work::leave;
        }
        if (here.work == Work::leave) {
            if (!policy().go_back(here.before, this->guard())) return Taken::stopped;
            if (!go_on(level)) {
                here.work = Work::look;
                return Taken::is_done;
            }
        }
        return put_policy(here) ? Taken::asks_again : Taken::stopped;
    }

    // To the next member of the beam or, when all had their turn, to the next iteration. False: that was the
    // last.
    bool go_on(std::int64_t level) {
        Level& here = at(level);
        if (++here.member < here.beam.size()) {
            begin_member(here);
            return true;
        }
        if (here.iteration == 1) here.beam.clear();
        merge(here, config_.width(level));
        this->report(level, here.iteration, here.beam.front().game.outcome);
        if (config_.repetitions > 0 && here.repeated >= config_.repetitions) return false;
        if (here.iteration == config_.iterations(level)) return false;
        begin_iteration(here);
        return true;
    }

    // What the level below found with the policy of the member. False: the run was over before it was done.
    bool note_found(std::int64_t level) {
        Level& here = at(level);
        const bool is_first = here.iteration == 1;
        const std::vector<Member>& below = at(level - 1).beam;
        if (here.work == Work::look) {
            if (!is_first && below.front().game.same_game(here.beam.front().game)) here.came_again = true;
            here.work = Work::note;
            here.noted = 0;
        }
        const LearnedWeights& weights = here.beam[here.member].policy;
        for (; here.noted < below.size(); ++here.noted) {
            const Rollout<S>& game = below[here.noted].game;
            if (here.noted > 0 && this->guard().over()) return false;
            if (!may_enter(here, game, config_.width(level), is_first)) continue;
            if (!this->guard().has_room(game.bytes() + bytes_of(weights))) return false;
            note(here, game, weights, config_.width(level));
        }
        return true;
    }

    // Of equally good games the later one is the better one, as in NRPA.
    bool may_enter(const Level& here, const Rollout<S>& game, std::int64_t width, bool is_first) const {
        const auto worse = [&](const std::vector<Member>& members) {
            return static_cast<std::int64_t>(members.size()) >= width &&
                   better(members.back().game, game, sense());
        };
        const auto has = [&](const std::vector<Member>& members) {
            return std::any_of(members.begin(), members.end(),
                               [&](const Member& member) { return member.game.same_game(game); });
        };
        if (!is_first && (worse(here.beam) || has(here.beam))) return false;
        return !worse(here.found) && !has(here.found);
    }
    void note(Level& here, const Rollout<S>& game, const LearnedWeights& weights, std::int64_t width) {
        const auto place = std::find_if(here.found.begin(), here.found.end(), [&](const Member& member) {
            return !better(member.game, game, sense());
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
                                  (old != here.beam.end() && better(old->game, found->game, sense()));
            merged.push_back(std::move(take_old ? *old++ : *found++));
        }
        here.beam = std::move(merged);
        here.repeated = here.beam.front().is_new ? 0 : here.repeated + here.came_again;
    }

    // The rest of the member's work. False: the run was over before it was done.
    bool put_policy(Level& here) {
        Member& member = here.beam[here.member];
        if (here.work < Work::put && !adapt(here, member)) return false;
        if (!here.lesson.restore(policy(), member.policy, this->guard())) return false;
        here.work = Work::look;
        return true;
    }

    bool adapt(Level& here, Member& member) {
        if (here.work == Work::restore) {
            if (!here.lesson.restore(policy(), member.policy, this->guard())) return false;
            here.work = Work::prepare;
        }
        if (here.work == Work::prepare) {
            if (!here.lesson.prepare(member.game, policy(), this->guard())) return false;
            here.work = Work::adapt;
        }
        if (here.work == Work::adapt) {
            if (!here.lesson.has_room_to_save(member.policy, this->guard())) return false;
            if (!here.lesson.adapt(policy(), config_.alpha, this->guard())) return false;
            here.lesson.save(policy(), member.policy);
            member.is_new = false;
            here.work = Work::go_back;
        }
        if (!policy().go_back(here.before, this->guard())) return false;
        here.lesson.clear();
        here.work = Work::put;
        return true;
    }

    void archive_levels(Archive& archive) override {
        for (Level& level : levels_) {
            archive(level.iteration, level.member, level.tries, level.before, level.lesson, level.came_again,
                    level.repeated, level.work, level.noted);
            archive_members(archive, level.beam);
            archive_members(archive, level.found);
        }
    }
    void archive_members(Archive& archive, std::vector<Member>& members) {
        members.resize(archive.count(members.size(), 1));
        for (Member& member : members) {
            archive(member.policy, member.is_new);
            member.game.archive(archive, this->root());
        }
    }

    std::int64_t bytes() const override {
        std::int64_t bytes = 0;
        for (const Level& level : levels_) {
            bytes += level.lesson.bytes();
            for (const std::vector<Member>* members : {&level.beam, &level.found})
                for (const Member& member : *members) bytes += member.game.bytes() + bytes_of(member.policy);
        }
        return bytes;
    }

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
    using On = BeamNrpaSearch<S>;
};

}  // namespace playout
