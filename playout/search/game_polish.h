// Anneals a game that a nested search found, before anything is learned from it. The better the games are that
// a policy learns from, the better those that it finds; and what is annealed stays a game of that policy's
// kind.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "playout/search/annealing.h"
#include "playout/search/rollout.h"

namespace playout {

template <State S>
class GamePolish {
  public:
    GamePolish(Run<S>& run, double hot, double cold)
        : run_(run), scores_(run.sense()), annealing_(run, scores_, hot, cold) {}

    void begin(const std::vector<MoveOf<S>>& game, std::int64_t changes) {
        S end = run_.root();
        for (const MoveOf<S>& move : game) end.play(move);
        annealing_.begin({scores_.of_smooth(end), game});
        changes_ = changes;
        changed_ = 0;
        under_way_ = true;
    }

    bool under_way() const { return under_way_; }

    // Makes a change, or when all are made, puts the best game in the place of `game` unless it is worse: games
    // are annealed by their smooth values. False: there is more to do, or the run is over.
    bool step(PolicyPlayout<S>& playout, Rollout<S>& game, LearningGuard& guard) {
        if (changed_ < changes_) {
            annealing_.set_progress(static_cast<double>(changed_) / static_cast<double>(changes_));
            if (annealing_.change()) ++changed_;
            return false;
        }
        if (annealing_.best().moves != game.moves) {
            using Replayed = typename PolicyPlayout<S>::Replayed;
            const Replayed replayed = playout.replay(annealing_.best().moves, polished_, guard);
            if (replayed == Replayed::interrupted) return false;
            if (replayed == Replayed::whole && !better(game, polished_, run_.sense())) {
                improved_ += better(polished_, game, run_.sense());
                std::swap(game, polished_);
            }
        }
        ++games_;
        under_way_ = false;
        return true;
    }

    std::int64_t games() const { return games_; }
    std::int64_t improved() const { return improved_; }
    std::int64_t least_bytes(const GameSize& game) const { return annealing_.least_bytes(game); }
    std::int64_t bytes() const { return annealing_.bytes() + polished_.bytes(); }

    void archive(Archive& archive) {
        archive(scores_, annealing_, under_way_, changes_, changed_, games_, improved_);
    }

  private:
    Run<S>& run_;
    Scores scores_;
    Annealing<S> annealing_;
    bool under_way_ = false;
    std::int64_t changes_ = 0;   // of the game,
    std::int64_t changed_ = 0;   // and those made
    Rollout<S> polished_;        // only room
    std::int64_t games_ = 0;     // polished,
    std::int64_t improved_ = 0;  // and how many became better
};

}  // namespace playout
