// A search inside another: it spends a part of the budget of the run that it is in, from any state of that
// run's problem, and has a best game of its own. What it finds is offered to the run that it is in. Its
// playouts count there too; its nodes do not, since they are not the outer algorithm's.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "playout/problem/archive_moves.h"
#include "playout/search/algorithm.h"

namespace playout {

template <State S>
class InnerSearch {
  public:
    using Move = MoveOf<S>;

    // From the state that `beginning` leads to.
    InnerSearch(Run<S>& outer, std::vector<Move> beginning, const std::string& algorithm,
                const Settings& settings, std::uint64_t seed)
        : outer_(outer),
          watched_again_{outer},
          beginning_(std::move(beginning)),
          shared_(state_after(beginning_), {}, silent_),
          budget_(outer.budget.part()),
          rng_(seed),
          run_(shared_, budget_, rng_, outer.strategy),
          search_(make_search<S>(algorithm, run_, settings)) {}

    // A bounded piece of work. False: nothing is left to do.
    bool step() {
        if (budget_.stopped()) budget_.extend(outer_.budget.left());
        const bool more = !run_.over() && search_->step();
        for (; playouts_ < budget_.playouts(); ++playouts_) outer_.budget.count_playout();
        if (version_ != shared_.version()) offer_best();
        return more || outer_.budget.stopped();
    }

    // What it has spent,
    std::int64_t playouts() const { return playouts_; }
    // its best game from the root of the outer run on; empty: there is none yet,
    std::vector<Move> best_game() const {
        std::vector<Move> game;
        if (!shared_.best()) return game;
        game = beginning_;
        game.insert(game.end(), shared_.best_moves().begin(), shared_.best_moves().end());
        return game;
    }
    // and whether no game with the same beginning is better.
    bool is_complete() const { return search_->proof() == Proof::complete; }

    // Loaded into a search of the same beginning and settings.
    void archive(Archive& archive) {
        archive(shared_, run_, playouts_);
        search_->archive(archive);
        version_ = shared_.version();
    }

  private:
    // States that watch their moves watch the outer run's time again when the inner run is gone.
    struct WatchedAgain {
        Run<S>& outer;
        ~WatchedAgain() { outer.watch_steps(); }
    };

    S state_after(const std::vector<Move>& moves) const {
        S state = outer_.root();
        for (const Move& move : moves) state.play(move);
        return state;
    }

    void offer_best() {
        version_ = shared_.version();
        if (!outer_.improves(*shared_.best())) return;
        const std::vector<Move> game = best_game();
        outer_.offer(state_after(game), game);
    }

    Run<S>& outer_;
    WatchedAgain watched_again_;
    const std::vector<Move> beginning_;
    Observer silent_;
    SharedRun<S> shared_;
    Budget budget_;
    Rng rng_;
    Run<S> run_;
    std::unique_ptr<Search<S>> search_;
    std::int64_t playouts_ = 0;
    std::uint64_t version_ = 0;
};

}  // namespace playout
