// Nested Monte-Carlo search (Cazenave 2009). A search of level n walks down a game; in every position it tries
// each move with a search of level n - 1, and goes on along the best game found so far, which it remembers.
// Level 0 is a playout by the strategy. Nothing is proved but by a bound of the root that is met.
#pragma once

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "playout/base/vector_bytes.h"
#include "playout/problem/walk.h"
#include "playout/search/nested_config.h"
#include "playout/search/playout.h"
#include "playout/search/state_bytes.h"

namespace playout {

struct NmcsConfig {
    std::int64_t level = 3;
    std::int64_t searches = 0;
    bool selective = true;
};

// The recursion over levels as a stack: a level remembers its position and which move it tries there, so that
// the search can stand still after any playout.
template <State S>
class NmcsSearch final : public Search<S> {
  public:
    NmcsSearch(Run<S>& run, const NmcsConfig& config)
        : run_(run),
          config_(config),
          guard_(run, false),
          state_bytes_(StateBytes<S>().of(run.root())),
          levels_(static_cast<std::size_t>(config.level) + 1, Level(run.root())) {}

    // One playout, and what the levels make of it.
    bool step() override {
        if (run_.root().at_end()) return !play_the_only_game();
        if (config_.searches > 0 && searches_ == config_.searches) return false;
        if (level_ == idle) {
            at(config_.level).state = run_.root();
            begin(config_.level);
        }
        while (level_ > 0 && !at(level_).state.at_end()) try_next_move();
        if (!play(at(level_))) return true;  // the run is over
        while (take(level_)) {
        }
        return true;
    }

    Proof proof() const override { return run_.proof_if(only_game_played_); }
    std::int64_t least_bytes(const GameSize& game) const override {
        const auto levels = static_cast<std::int64_t>(levels_.size());
        return (levels + 2) *
               (game.state_bytes + 2 * game.moves * static_cast<std::int64_t>(sizeof(MoveOf<S>)));
    }
    Statistics statistics() const override {
        if (run_.root().at_end()) return {};
        return {{"searches", static_cast<double>(searches_)}};
    }

    void archive(Archive& archive) override {
        archive(level_, searches_, only_game_played_);
        if (level_ < idle || level_ > config_.level) archive.fail("damaged: there is no such level");
        archive_moves(archive, run_.root(), path_);
        for (Level& level : levels_) archive_level(archive, level);
    }

  private:
    static constexpr std::int64_t idle = -1;

    struct Level {
        explicit Level(const S& root) : state(root) {}

        S state;                       // the position where the level stands,
        std::size_t depth = 0;         // so many moves of the path from the start,
        std::vector<MoveOf<S>> moves;  // its moves,
        std::size_t next = 0;          // and the next one to be tried
        bool any = false;
        OutcomeOf<S> outcome{};       // of the best game,
        std::vector<MoveOf<S>> best;  // from the start of the game
    };

    Level& at(std::int64_t level) { return levels_[static_cast<std::size_t>(level)]; }

    // The level searches for the best game from its state, where the path leads.
    void begin(std::int64_t level) {
        level_ = level;
        at(level).any = false;
        stand(at(level));
    }

    void stand(Level& here) {
        here.depth = path_.size();
        here.next = 0;
        here.moves.clear();
        if (level_ > 0 && !here.state.at_end()) collect_moves(here.state, here.moves);
    }

    // By a search of the level below.
    void try_next_move() {
        Level& here = at(level_);
        const MoveOf<S> move = here.moves[here.next];
        S& child = at(level_ - 1).state;
        child = here.state;
        child.play(move);
        path_.push_back(move);
        begin(level_ - 1);
    }

    // The level has its best game. Goes to the level above with it; true: that one then has its best game too.
    bool take(std::int64_t level) {
        if (level == config_.level) {
            ++searches_;
            level_ = idle;
            path_.clear();
            return false;
        }
        const Level& below = at(level);
        Level& here = at(++level_);
        path_.resize(here.depth);
        if (!here.any || better(below.outcome, here.outcome, run_.sense())) {
            here.any = true;
            here.outcome = below.outcome;
            here.best = below.best;
        }
        if (++here.next < here.moves.size()) return false;
        path_.push_back(here.best[path_.size()]);
        here.state.play(path_.back());
        stand(here);
        if (level_ > 1) report();
        return here.state.at_end();
    }

    // A playout from where the level stands.
    bool play(Level& here) {
        if (run_.over() || !run_.budget.must_fit(bytes())) return false;
        S state = here.state;
        here.best.assign(path_.begin(), path_.end());
        if (!run_.strategy.playout(state, here.best, run_.rng, guard_)) return false;
        run_.budget.count_playout();
        here.outcome = outcome_of(state);
        run_.strategy.learn(here.outcome);
        run_.offer(state, here.best);
        return true;
    }

    bool play_the_only_game() {
        level_ = 0;
        if (!only_game_played_) only_game_played_ = play(levels_[0]);
        return only_game_played_;
    }

    // A position is where the path has so many moves; nobody asks for that of a level that waits to begin.
    void archive_level(Archive& archive, Level& level) {
        const bool waits = level_ == idle || &level < &levels_[static_cast<std::size_t>(level_)];
        archive(level.depth, level.next, level.any, level.outcome);
        archive_moves(archive, run_.root(), level.best);
        if (archive.saving() || waits) return;
        if (level.depth > path_.size()) archive.fail("damaged: a path is too short");
        level.state = run_.root();
        for (std::size_t i = 0; i < level.depth; ++i) level.state.play(path_[i]);
        if (!level.state.at_end()) collect_moves(level.state, level.moves);
        if (level.next > level.moves.size()) archive.fail("damaged: a position has fewer moves");
    }

    void collect_moves(const S& state, std::vector<MoveOf<S>>& moves) const {
        legal_moves_of(state, moves);
        if constexpr (HasSelection<S>) {
            if (config_.selective) state.select(moves);
        }
    }

    std::int64_t bytes() const {
        std::int64_t bytes = bytes_of(path_) + static_cast<std::int64_t>(levels_.size() + 1) * state_bytes_;
        for (const Level& level : levels_) bytes += bytes_of(level.best) + bytes_of(level.moves);
        return bytes;
    }

    void report() {
        run_.phase.clear();
        for (std::size_t level = levels_.size() - 1; level > 0; --level)
            if (levels_[level].any)
                run_.phase += fmt::format("{}level {}: best {}", run_.phase.empty() ? "" : ", ", level,
                                          levels_[level].outcome.value);
        run_.phase += fmt::format(", move {}", path_.size());
    }

    Run<S>& run_;
    const NmcsConfig config_;
    RunGuard<S> guard_;
    const std::int64_t state_bytes_;
    std::vector<Level> levels_;
    std::int64_t level_ = idle;  // the one that is at work; those above wait for it
    std::vector<MoveOf<S>> path_;
    std::int64_t searches_ = 0;  // finished
    bool only_game_played_ = false;
};

struct Nmcs {
    using Config = NmcsConfig;

    static AlgorithmInfo info() {
        return {.name = "nmcs",
                .meaning = "nested Monte-Carlo search: each move is tried with a search of the level below",
                .playouts = "a finished game",
                .nodes = "",
                .uses_strategy = true};
    }

    static const Knobs<Config>& knobs() {
        static const auto table = Knobs<Config>()
                                      .number("level", &Config::level, 1, max_levels, "levels of nesting")
                                      .number("searches", &Config::searches, 0, 1'000'000'000,
                                              "searches, one after the other; 0: as many as the limits allow")
                                      .flag("selective", &Config::selective,
                                            "only moves that the domain holds for sensible, where it does");
        return table;
    }

    static std::vector<Preset> presets() {
        return {{"paper-4",
                 "Cazenave and Edelkamp, Table 1: one search of level 4",
                 "",
                 {{"level", "4"}, {"searches", "1"}}}};
    }

    template <State S>
    using On = NmcsSearch<S>;
};

}  // namespace playout
