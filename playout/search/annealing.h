// One cycle of simulated annealing over finished games (Kirkpatrick, Gelatt and Vecchi 1983): a game is changed
// in one place and played again, and a game that is worse is accepted now and then, ever more rarely. What a
// change is, is the neighbourhood's to say (neighbourhood.h); games are compared by the domain's smooth value,
// where it has one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "playout/search/algorithm.h"
#include "playout/search/elite_games.h"
#include "playout/search/neighbourhood.h"
#include "playout/search/playout.h"
#include "playout/search/scores.h"
#include "playout/search/temperature.h"

namespace playout {

template <State S>
class Annealing {
    static_assert(NeighbourhoodOver<NeighbourhoodOf<S>, S>, "the domain's Neighbourhood lacks something");

  public:
    Annealing(Run<S>& run, Scores& scores, double hot, double cold)
        : run_(run),
          scores_(scores),
          guard_(run, false),
          games_(run.root(), run.strategy),
          temperature_(hot, cold) {}

    void begin(KeptGame<S> game) {
        begun_ = false;
        score_ = game.score;
        best_ = std::move(game);
        temperature_.set_progress(0);
    }

    // How much of the cycle is over, from 0 to 1.
    void set_progress(double progress) { temperature_.set_progress(progress); }

    // One neighbour, accepted or not. Counted as a playout even where it comes to nothing. False: the run is
    // over; the next one is that neighbour.
    bool change() {
        if (!begun_ && !(begun_ = games_.begin(best_.moves, guard_))) return false;
        const Rng before = run_.rng;
        const double worst = score_ - temperature_.allowed_loss(run_.rng);
        const bool finished = games_.change(run_.rng, guard_, scores_.value(worst));
        if (!finished && run_.budget.stopped()) {
            run_.rng = before;
            return false;
        }
        run_.budget.count_playout();
        if (finished) compare(worst);
        return true;
    }

    // What it keeps of games of this size.
    std::int64_t least_bytes(const GameSize& game) const {
        constexpr auto move = static_cast<std::int64_t>(sizeof(MoveOf<S>));
        constexpr auto name = static_cast<std::int64_t>(sizeof(MoveCode));
        if constexpr (requires { NeighbourhoodOf<S>::least_bytes(); }) {
            return NeighbourhoodOf<S>::least_bytes() + 4 * game.moves * move;
        } else {
            const std::int64_t of_game =
                game.moves * (6 * move + 8 * name) + Ladder<S>::bytes(game.state_bytes, game.moves);
            return std::max(of_game, bytes());
        }
    }

    const KeptGame<S>& best() const { return best_; }
    double temperature() const { return temperature_.value(); }
    std::int64_t accepted() const { return accepted_; }
    std::int64_t bytes() const { return games_.bytes() + best_.bytes(); }

    void archive(Archive& archive) {
        archive(temperature_, begun_, score_, accepted_, games_);
        best_.archive(archive, run_.root());
    }

  private:
    void compare(double worst) {
        const OutcomeOf<S> outcome = games_.outcome();
        if (run_.improves(outcome)) run_.offer(games_.end(), games_.moves());
        const double score = scores_.of({outcome.violation, games_.smooth_value()});
        if (score < worst) return temperature_.refused_loss(score_ - score);
        if (score < score_) temperature_.accepted_loss();
        score_ = score;
        if (score > best_.score) best_ = {score, games_.moves()};
        games_.accept();
        ++accepted_;
    }

    Run<S>& run_;
    Scores& scores_;
    RunGuard<S> guard_;
    NeighbourhoodOf<S> games_;
    Temperature temperature_;
    bool begun_ = false;  // the neighbourhood knows the game
    double score_ = 0;    // of the game that is changed
    KeptGame<S> best_;    // of the cycle
    std::int64_t accepted_ = 0;
};

}  // namespace playout
