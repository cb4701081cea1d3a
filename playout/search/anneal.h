// Simulated annealing over finished games, in cycles:
//
//     game <- what a short other search finds from the start, or from half way of one of the best games so far;
//             or one of the best games as it is
//     repeat `changes` times
//         neighbour <- change(game)
//         game <- neighbour, unless it is worse by more than the temperature allows this time
//     begin the next cycle, `growth` times as long
//
// The last cycle that the budget has room for takes all that is left of it. annealing.h says what a cycle does.
// Nothing is proved.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "playout/search/algorithm.h"
#include "playout/search/annealing.h"
#include "playout/search/inner_search.h"

namespace playout {

enum class Starter { playouts, mc_beam, nrpa };
inline const std::vector<std::string> starter_names = {"playouts", "mc-beam", "nrpa"};

struct AnnealConfig {
    Starter start = Starter::playouts;
    std::int64_t start_playouts = 100;
    std::int64_t start_width = 30;
    double hot = 0.1;
    double cold = 0.001;
    std::int64_t changes = 20'000;
    double growth = 2;
    std::int64_t elite = 8;
    double again = 0.25;
    double cut = 0.25;
};

template <State S>
class AnnealSearch final : public Search<S> {
  public:
    AnnealSearch(Run<S>& run, const AnnealConfig& config)
        : run_(run),
          config_(config),
          scores_(run.sense()),
          annealing_(run, scores_, config.hot, config.cold),
          elite_(config.elite),
          length_(static_cast<double>(config.changes)) {}

    // A step of the search that finds a game to begin with, or a change of the game.
    bool step() override {
        if (complete_) return false;
        if (annealing_is_on_) {
            change();
        } else if (starter_) {
            look_for_first_game();
        } else {
            choose_beginning();
        }
        return true;
    }

    Proof proof() const override { return run_.proof_if(complete_); }

    std::int64_t least_bytes(const GameSize& game) const override {
        return Search<S>::least_bytes(game) + Annealing<S>::least_bytes(game);
    }
    Statistics statistics() const override {
        return {{"cycles", static_cast<double>(cycles_)},
                {"temperature", annealing_.temperature()},
                {"accepted", static_cast<double>(annealing_.accepted())},
                {"elite_games", static_cast<double>(elite_.games().size())}};
    }

    void archive(Archive& archive) override {
        archive(scores_, annealing_, annealing_is_on_, complete_, length_, cycles_, changes_, begun_at_,
                takes_the_rest_);
        archive_moves(archive, run_.root(), beginning_);
        elite_.archive(archive, run_.root());
        bool starting = starter_.has_value();
        archive(starting);
        if (archive.loading() && starting) begin_starter(0);  // what it drew is loaded too
        if (starting) archive(*starter_);
    }

  private:
    using Move = MoveOf<S>;

    // The game that was given to begin with, one of the best games so far, its beginning, or nothing.
    void choose_beginning() {
        beginning_.clear();
        if (cycles_ == 0) {
            beginning_ = run_.best_game();
            if (!beginning_.empty()) return begin_cycle(beginning_);
        } else if (const double chance = run_.rng.unit(); chance < config_.again + config_.cut) {
            beginning_ = elite_.games()[run_.rng.below(elite_.games().size())].moves;
            if (chance < config_.again) return begin_cycle(beginning_);
            beginning_.resize(run_.rng.below(beginning_.size() * 6 / 10 + 1));
        }
        begin_starter(run_.rng.next());
    }

    void begin_starter(std::uint64_t seed) {
        static const std::vector<std::string> algorithms = {"random", "mc-beam", "nrpa"};
        const Settings settings{
            {"width", static_cast<double>(config_.start_width)}, {"passes", 1}, {"level", 2}};
        starter_.emplace(run_, beginning_, algorithms[static_cast<std::size_t>(config_.start)], settings, seed);
    }

    // Until it ends, or has spent what it may.
    void look_for_first_game() {
        const bool more = starter_->step();
        const bool saw_all = run_.root().at_end() ? starter_->playouts() > 0 : !more && starter_->is_complete();
        complete_ = beginning_.empty() && saw_all;
        if (complete_ || run_.budget.stopped()) return;
        if (more && starter_->playouts() < config_.start_playouts) return;
        const std::vector<Move> game = starter_->best_game();
        starter_.reset();
        if (!game.empty()) return begin_cycle(game);
        run_.budget.stop(StopReason::memory);  // there was no room for a single game
    }

    void begin_cycle(const std::vector<Move>& game) {
        run_.phase = fmt::format("cycle {}, {:.0f} changes", cycles_ + 1, length_);
        begun_at_ = run_.budget.share_used();
        const double of_change =
            begun_at_ / static_cast<double>(std::max<std::int64_t>(1, run_.budget.playouts()));
        takes_the_rest_ = begun_at_ + 1.5 * length_ * of_change >= 1;
        changes_ = 0;
        S end = run_.root();
        for (const Move& move : game) end.play(move);
        annealing_.begin({scores_.of_smooth(end), game});
        annealing_is_on_ = true;
    }

    void change() {
        annealing_.change();
        if (++changes_ % changes_between_looks != 0) return;
        const double progress = takes_the_rest_ ? (run_.budget.share_used() - begun_at_) / (1 - begun_at_)
                                                : static_cast<double>(changes_) / length_;
        annealing_.set_progress(std::min(1.0, progress));
        if (!run_.budget.set_memory(annealing_.bytes() + elite_.bytes())) run_.budget.stop(StopReason::memory);
        if (progress < 1) return;
        annealing_is_on_ = false;
        ++cycles_;
        length_ = std::min(length_ * config_.growth, 1e15);
        elite_.add(annealing_.best());
    }

    static constexpr std::int64_t changes_between_looks = 64;

    Run<S>& run_;
    const AnnealConfig config_;
    Scores scores_;
    Annealing<S> annealing_;
    EliteGames<S> elite_;
    std::vector<Move> beginning_;            // of the game that the next cycle begins with,
    std::optional<InnerSearch<S>> starter_;  // and what finds the rest of it
    bool annealing_is_on_ = false;
    bool complete_ = false;        // the starter has seen every game
    double length_;                // changes of a cycle
    std::int64_t cycles_ = 0;      // ended
    std::int64_t changes_ = 0;     // of the cycle
    double begun_at_ = 0;          // the share of the budget that was used when it began
    bool takes_the_rest_ = false;  // of the budget
};

struct Anneal {
    using Config = AnnealConfig;

    static AlgorithmInfo info() {
        return {.name = "anneal",
                .meaning = "simulated annealing over finished games: changed in one place and played again",
                .playouts = "a game changed and played again, or one of those to begin with",
                .nodes = "",
                .uses_strategy = true};
    }

    static const Knobs<Config>& knobs() {
        static const auto table =
            Knobs<Config>()
                .choice("start", &Config::start, starter_names, "what finds the game that a cycle begins with")
                .number("start_playouts", &Config::start_playouts, 1, 1'000'000'000'000,
                        "after so many playouts it ends in any case")
                .number("start_width", &Config::start_width, 1, 100'000'000,
                        "how wide mc-beam is there; one pass")
                .number("hot", &Config::hot, 1e-6, 0.99, "share of worse games accepted when a cycle begins")
                .number("cold", &Config::cold, 1e-9, 0.99, "share of worse games accepted when a cycle ends")
                .number("changes", &Config::changes, 1, 1'000'000'000'000, "changes in the first cycle")
                .number("growth", &Config::growth, 1, 100, "how many times as long the next cycle is")
                .number("elite", &Config::elite, 1, 100'000, "best games of cycles that are kept")
                .number("again", &Config::again, 0, 1, "how often a cycle begins with one of those")
                .number("cut", &Config::cut, 0, 1, "how often with the beginning of one of those");
        return table;
    }

    template <State S>
    using On = AnnealSearch<S>;
};

}  // namespace playout
