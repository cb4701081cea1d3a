// One try for a better game: a short other search goes on from the beginning of a game, and what it finds is
// annealed (annealing.h); or a whole game is annealed as it is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "playout/search/annealing.h"
#include "playout/search/inner_search.h"

namespace playout {

enum class Starter { playouts, mc_beam, nrpa };
inline const std::vector<std::string> starter_names = {"playouts", "mc-beam", "nrpa"};

struct AnnealCycleConfig {
    std::int64_t start_playouts = 100;
    std::int64_t start_width = 30;
    double hot = 0.1;
    double cold = 0.001;
};

// Adds the rows of those to the table of a Config that derives from AnnealCycleConfig.
template <typename Config>
Knobs<Config>& add_anneal_cycle_knobs(Knobs<Config>& knobs) {
    using Number = std::int64_t Config::*;
    using Real = double Config::*;
    return knobs
        .number("start_playouts", static_cast<Number>(&AnnealCycleConfig::start_playouts), 1, 1'000'000'000'000,
                "playouts after which the search that begins a game ends in any case")
        .number("start_width", static_cast<Number>(&AnnealCycleConfig::start_width), 1, 100'000'000,
                "width of mc-beam where it begins a game; one pass")
        .number("hot", static_cast<Real>(&AnnealCycleConfig::hot), 1e-6, 0.99,
                "share of worse games accepted when a cycle begins")
        .number("cold", static_cast<Real>(&AnnealCycleConfig::cold), 1e-9, 0.99,
                "share of worse games accepted when a cycle ends");
}

template <State S>
class AnnealCycle {
  public:
    using Move = MoveOf<S>;

    AnnealCycle(Run<S>& run, const AnnealCycleConfig& config)
        : run_(run), config_(config), scores_(run.sense()), annealing_(run, scores_, config.hot, config.cold) {}

    // A whole game to be annealed,
    void begin(const std::vector<Move>& game, double changes) {
        changes_ = changes;
        begin_annealing(game);
    }
    // or the beginning of one, from which `starter` goes on.
    void begin(std::vector<Move> beginning, Starter starter, double changes) {
        changes_ = changes;
        beginning_ = std::move(beginning);
        kind_ = starter;
        make_starter(run_.rng.next());
    }

    bool under_way() const { return starter_ || annealing_is_on_; }

    // A step of the search that finds the game, or a change of it. True: the cycle is over.
    bool step() {
        if (!starter_) return change();
        look_for_game();
        return false;
    }

    // The starter has seen every game of the problem: there is nothing to anneal.
    bool saw_every_game() const { return saw_every_game_; }
    // The best game of the cycle when it is over.
    const KeptGame<S>& best() const { return annealing_.best(); }

    const Annealing<S>& annealing() const { return annealing_; }
    // What else the search keeps, in bytes.
    void set_kept_beside(std::int64_t bytes) { kept_beside_ = bytes; }

    void archive(Archive& archive) {
        archive(scores_, annealing_, annealing_is_on_, saw_every_game_, changes_, changed_, begun_at_,
                last_share_, takes_the_rest_, kind_);
        archive_moves(archive, run_.root(), beginning_);
        bool starting = starter_.has_value();
        archive(starting);
        if (static_cast<std::size_t>(kind_) >= starter_names.size())
            archive.fail("damaged: there is no such starter");
        if (archive.loading() && starting) make_starter(0);  // what it drew is loaded too
        if (starting) archive(*starter_);
    }

  private:
    void make_starter(std::uint64_t seed) {
        static const std::vector<std::string> algorithms = {"random", "mc-beam", "nrpa"};
        const Settings settings{
            {"width", static_cast<double>(config_.start_width)}, {"passes", 1}, {"level", 2}};
        starter_.emplace(run_, beginning_, algorithms[static_cast<std::size_t>(kind_)], settings, seed);
    }

    // Until it ends, or has spent what it may.
    void look_for_game() {
        const bool more = starter_->step();
        const bool saw_all = run_.root().at_end() ? starter_->playouts() > 0 : !more && starter_->is_complete();
        saw_every_game_ = beginning_.empty() && saw_all;
        if (saw_every_game_ || run_.budget.stopped()) return;
        if (more && starter_->playouts() < config_.start_playouts) return;
        const std::vector<Move> game = starter_->best_game();
        starter_.reset();
        if (!game.empty()) return begin_annealing(game);
        if (kind_ == Starter::playouts) return run_.budget.stop(StopReason::memory);
        kind_ = Starter::playouts;  // which need the least memory
        make_starter(run_.rng.next());
    }

    void begin_annealing(const std::vector<Move>& game) {
        begun_at_ = last_share_ = run_.budget.share_used();
        const double of_change =
            begun_at_ / static_cast<double>(std::max<std::int64_t>(1, run_.budget.playouts()));
        takes_the_rest_ = begun_at_ + 1.5 * changes_ * of_change >= 1;
        changed_ = 0;
        S end = run_.root();
        for (const Move& move : game) end.play(move);
        annealing_.begin({scores_.of_smooth(end), game});
        annealing_is_on_ = true;
    }

    bool change() {
        if (!annealing_.change()) return false;
        if (++changed_ % changes_between_looks != 0) return false;
        const double share = run_.budget.share_used();
        // Where the limits were raised it ends as any other. (Not by a saved clock that was rounded.)
        if (share < 0.999 * last_share_) takes_the_rest_ = false;
        last_share_ = share;
        const double progress =
            takes_the_rest_ ? (share - begun_at_) / (1 - begun_at_) : static_cast<double>(changed_) / changes_;
        annealing_.set_progress(std::min(1.0, progress));
        if (!run_.budget.set_memory(annealing_.bytes() + kept_beside_)) run_.budget.stop(StopReason::memory);
        annealing_is_on_ = progress < 1;
        return !annealing_is_on_;
    }

    static constexpr std::int64_t changes_between_looks = 64;

    Run<S>& run_;
    const AnnealCycleConfig config_;
    Scores scores_;
    Annealing<S> annealing_;
    std::vector<Move> beginning_;
    Starter kind_ = Starter::playouts;
    std::optional<InnerSearch<S>> starter_;  // what finds the rest of it
    bool annealing_is_on_ = false;
    bool saw_every_game_ = false;
    std::int64_t kept_beside_ = 0;
    double changes_ = 0;           // of the cycle,
    std::int64_t changed_ = 0;     // and those made
    double begun_at_ = 0;          // the share of the budget that was used when annealing began,
    double last_share_ = 0;        // and at the last look
    bool takes_the_rest_ = false;  // of the budget
};

}  // namespace playout
