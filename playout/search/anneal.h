// Simulated annealing over finished games, in cycles:
//
//     game <- what a short other search finds from the start, or from half way of one of the best games so far;
//             or one of the best games as it is
//     repeat `changes` times
//         neighbour <- change(game)
//         game <- neighbour, unless it is worse by more than the temperature allows this time
//     begin the next cycle, `growth` times as long
//
// The last cycle that the budget has room for takes all that is left of it. anneal_cycle.h says what a cycle
// does. Nothing is proved, unless a starter has seen every game.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "playout/search/algorithm.h"
#include "playout/search/anneal_cycle.h"
#include "playout/search/elite_games.h"

namespace playout {

struct AnnealConfig : AnnealCycleConfig {
    Starter start = Starter::playouts;
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
          cycle_(run, config),
          elite_(config.elite),
          length_(static_cast<double>(config.changes)) {}

    // A step of the search that finds a game to begin with, or a change of the game.
    bool step() override {
        if (cycle_.saw_every_game()) return false;
        if (!cycle_.under_way()) {
            begin_cycle();
        } else if (cycle_.step()) {
            end_cycle();
        }
        return !cycle_.saw_every_game();
    }

    Proof proof() const override { return run_.proof_if(cycle_.saw_every_game()); }

    std::int64_t least_bytes(const GameSize& game) const override {
        return Search<S>::least_bytes(game) + cycle_.annealing().least_bytes(game);
    }
    Statistics statistics() const override {
        return {{"cycles", static_cast<double>(cycles_)},
                {"temperature", cycle_.annealing().temperature()},
                {"accepted", static_cast<double>(cycle_.annealing().accepted())},
                {"elite_games", static_cast<double>(elite_.games().size())}};
    }

    void archive(Archive& archive) override {
        archive(cycle_, length_, cycles_);
        elite_.archive(archive, run_.root());
        if (cycles_ > 0 && elite_.games().empty()) archive.fail("damaged: a cycle without a game");
        cycle_.set_kept_beside(elite_.bytes());
    }

  private:
    using Move = MoveOf<S>;

    // With the game that was given, one of the best games so far, its beginning, or nothing.
    void begin_cycle() {
        run_.phase = fmt::format("cycle {}, {:.0f} changes", cycles_ + 1, length_);
        std::vector<Move> beginning;
        if (cycles_ == 0) {
            beginning = run_.best_game();
            if (!beginning.empty()) return cycle_.begin(beginning, length_);
        } else if (const double chance = run_.rng.unit(); chance < config_.again + config_.cut) {
            beginning = elite_.games()[run_.rng.below(elite_.games().size())].moves;
            if (chance < config_.again) return cycle_.begin(beginning, length_);
            beginning.resize(run_.rng.below(beginning.size() * 6 / 10 + 1));
        }
        cycle_.begin(std::move(beginning), config_.start, length_);
    }

    void end_cycle() {
        ++cycles_;
        length_ = std::min(length_ * config_.growth, 1e15);
        elite_.add(cycle_.best());
        cycle_.set_kept_beside(elite_.bytes());
    }

    Run<S>& run_;
    const AnnealConfig config_;
    AnnealCycle<S> cycle_;
    EliteGames<S> elite_;
    double length_;            // changes of a cycle
    std::int64_t cycles_ = 0;  // ended
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
        static const auto table = [] {
            Knobs<Config> knobs;
            knobs.choice("start", &Config::start, starter_names,
                         "what finds the game that a cycle begins with");
            return add_anneal_cycle_knobs(knobs)
                .number("changes", &Config::changes, 1, 1'000'000'000'000, "changes in the first cycle")
                .number("growth", &Config::growth, 1, 100, "how many times as long the next cycle is")
                .number("elite", &Config::elite, 1, 100'000, "best games of cycles that are kept")
                .number("again", &Config::again, 0, 1, "how often a cycle begins with one of those")
                .number("cut", &Config::cut, 0, 1, "how often with the beginning of one of those");
        }();
        return table;
    }

    template <State S>
    using On = AnnealSearch<S>;
};

}  // namespace playout
