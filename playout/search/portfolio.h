// A portfolio: many games are begun, and those that become best get ever more of the work.
//
//     lines <- n games, each found from the start by a short search and annealed
//     repeat, every line in its turn
//         beginning <- the line's game up to some move
//         game <- what a short search finds from there, annealed
//         the line's game <- game, unless it is worse
//     whenever a stage of the race is over, the worse half of the lines is dropped
//
// (successive halving: Jamieson and Talwalkar 2016; all stages are as long, until one line is left). How many
// lines a race begins with follows from what the budget has room for; without a limit races follow each other,
// each twice as large. Which search goes on from a beginning, and how long that is, is drawn in proportion to
// what it gained lately for what it cost (way_shares.h). Nothing is proved, unless a starter has seen every
// game.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "playout/search/algorithm.h"
#include "playout/search/anneal_cycle.h"
#include "playout/search/way_shares.h"

namespace playout {

struct PortfolioConfig : AnnealCycleConfig {
    std::int64_t lines = 0;
    std::int64_t turns = 2;
    std::int64_t changes = 30'000;
};

template <State S>
class PortfolioSearch final : public Search<S> {
  public:
    PortfolioSearch(Run<S>& run, const PortfolioConfig& config)
        : run_(run), config_(config), cycle_(run, config) {}

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
        Statistics statistics{{"races", static_cast<double>(races_)},
                              {"first_lines", static_cast<double>(first_lines_)},
                              {"lines", static_cast<double>(lines_.size())},
                              {"cycles", static_cast<double>(cycles_)}};
        for (std::size_t i = 0; i < starter_names.size(); ++i)
            statistics.push_back({"from_" + starter_names[i], static_cast<double>(begun_by_[i])});
        return statistics;
    }

    void archive(Archive& archive) override {
        archive(cycle_, races_, begun_at_, last_share_, first_lines_, race_cycles_, cycles_, line_, learns_,
                starter_, depth_, starters_, depths_, begun_by_, playouts_before_);
        lines_.resize(archive.count(lines_.size(), 1));
        for (Line& line : lines_) line.archive(archive, run_.root());
        if (lines_.empty() ? cycle_.under_way() : line_ >= lines_.size())
            archive.fail("damaged: there is no such line");
        if (starter_ >= starter_names.size() || depth_ >= depth_classes ||
            begun_by_.size() != starter_names.size())
            archive.fail("damaged: there is no such way");
        if (races_ < 0 || race_cycles_ < 0 || first_lines_ < 1)
            archive.fail("damaged: a number below its least");
        if (archive.loading()) count_bytes();
    }

  private:
    using Move = MoveOf<S>;

    struct Line {
        bool any = false;
        Outcome worth;  // the score as the value, larger is better
        KeptGame<S> game;
        std::int64_t cycles = 0;

        bool better_than(const Line& other) const {
            return any == other.any ? better(worth, other.worth, Sense::maximise) : any;
        }
        std::int64_t bytes() const {
            return static_cast<std::int64_t>(sizeof *this - sizeof game) + game.bytes();
        }
        void archive(Archive& archive, const S& root) {
            archive(any, worth, cycles);
            game.archive(archive, root);
        }
    };

    void begin_cycle() {
        const double share = run_.budget.share_used();
        // The limits were raised: there is room for another race. (Not by a saved clock that was rounded.)
        const bool raised = share < 0.999 * last_share_;
        last_share_ = share;
        if (lines_.empty() || raised || progress() >= 1) begin_race();
        if (race_cycles_ == 1) size_race();
        drop_lines();
        run_.phase = fmt::format("race {}: {} of {} lines, cycle {}", races_, lines_.size(), first_lines_,
                                 race_cycles_ + 1);
        line_ = static_cast<std::size_t>(
            std::min_element(lines_.begin(), lines_.end(),
                             [](const Line& one, const Line& other) { return one.cycles < other.cycles; }) -
            lines_.begin());
        playouts_before_ = run_.budget.playouts();
        const auto changes = static_cast<double>(config_.changes);
        learns_ = lines_[line_].any;
        if (race_cycles_ == 0)
            if (const std::vector<Move> best = run_.best_game(); !best.empty())
                return cycle_.begin(best, changes);
        std::vector<Move> beginning = lines_[line_].game.moves;
        starter_ = starters_.draw(run_.rng);
        depth_ = depths_.draw(run_.rng);
        const double depth = (static_cast<double>(depth_) + run_.rng.unit()) / depth_classes;
        beginning.resize(static_cast<std::size_t>(depth * static_cast<double>(beginning.size())));
        ++begun_by_[starter_];
        cycle_.begin(std::move(beginning), static_cast<Starter>(starter_), changes);
    }

    // With a single line, until it is known what a cycle takes. That line begins with the best game so far,
    // where there is one.
    void begin_race() {
        ++races_;
        begun_at_ = last_share_;
        race_cycles_ = 0;
        first_lines_ = 1;
        lines_.clear();
        lines_.emplace_back();
        count_bytes();
    }

    // As many lines as there is room for, if every one has its turns in every stage.
    void size_race() {
        constexpr std::int64_t max_lines = 1 << 16;
        const double used = run_.budget.share_used();
        const double cycle_share = used - begun_at_;
        first_lines_ = std::min(max_lines, std::int64_t{4} << std::min<std::int64_t>(races_, 20));
        if (cycle_share > 0) {
            const double room = (1 - begun_at_) / cycle_share;
            first_lines_ = 1;
            while (first_lines_ < max_lines && cycles_of_race(2 * first_lines_) <= room) first_lines_ *= 2;
        }
        if (config_.lines > 0) first_lines_ = config_.lines;
        const std::int64_t max_bytes = run_.budget.memory_limit() / 2;
        first_lines_ = std::min(first_lines_, std::max<std::int64_t>(1, max_bytes / lines_[0].bytes()));
        lines_.resize(static_cast<std::size_t>(first_lines_));
    }
    static double stages_of(std::int64_t lines) { return std::log2(static_cast<double>(lines)) + 1; }
    double cycles_of_race(std::int64_t lines) const {
        return static_cast<double>(lines * config_.turns) * stages_of(lines);
    }

    // How much of the race is over: of what the budget had left when it began, or else of its cycles.
    double progress() const {
        if (last_share_ > begun_at_) return (last_share_ - begun_at_) / (1 - begun_at_);
        return static_cast<double>(race_cycles_) / std::max(2.0, cycles_of_race(first_lines_));
    }

    void drop_lines() {
        const double stage = std::floor(progress() * stages_of(first_lines_));
        const auto stay = static_cast<std::size_t>(
            std::ceil(static_cast<double>(first_lines_) / std::exp2(std::min(stage, 60.0))));
        if (lines_.size() <= stay) return;
        std::stable_sort(lines_.begin(), lines_.end(),
                         [](const Line& one, const Line& other) { return one.better_than(other); });
        lines_.resize(stay);
        count_bytes();
    }

    void end_cycle() {
        ++cycles_;
        ++race_cycles_;
        Line& line = lines_[line_];
        ++line.cycles;
        const Outcome worth = worth_of(cycle_.best());
        if (learns_) {
            const double gain = worth.violation == line.worth.violation ? worth.value - line.worth.value : 0;
            const auto cost = static_cast<double>(run_.budget.playouts() - playouts_before_);
            starters_.learn(starter_, std::max(0.0, gain), cost);
            depths_.learn(depth_, std::max(0.0, gain), cost);
        }
        if (line.any && better(line.worth, worth, Sense::maximise)) return;
        line.any = true;
        line.worth = worth;
        line.game = cycle_.best();
        count_bytes();
    }

    // What an infeasible game scores depends on what else was seen by then, so that only its violation counts.
    Outcome worth_of(const KeptGame<S>& game) const {
        if constexpr (HasViolation<S>) {
            S end = run_.root();
            for (const Move& move : game.moves) end.play(move);
            if (const auto violation = static_cast<double>(end.violation()); violation > 0)
                return {violation, 0};
        }
        return {0, game.score};
    }

    void count_bytes() {
        std::int64_t bytes = 0;
        for (const Line& line : lines_) bytes += line.bytes();
        cycle_.set_kept_beside(bytes);
    }

    static constexpr std::size_t depth_classes = 5;

    Run<S>& run_;
    const PortfolioConfig config_;
    AnnealCycle<S> cycle_;
    std::vector<Line> lines_;
    std::int64_t races_ = 0;        // begun
    double begun_at_ = 0;           // the share of the budget that was used then,
    double last_share_ = 0;         // and when the last cycle began
    std::int64_t first_lines_ = 1;  // of the race
    std::int64_t race_cycles_ = 0;  // ended, of the race
    std::int64_t cycles_ = 0;       // and of all
    std::size_t line_ = 0;          // whose cycle is under way:
    bool learns_ = false;           // what the line's game gains teaches the shares,
    std::size_t starter_ = 0;       // what goes on from the beginning of that game,
    std::size_t depth_ = 0;         // and how long that is, as a class
    std::int64_t playouts_before_ = 0;
    WayShares starters_{starter_names.size()};
    WayShares depths_{depth_classes};
    std::vector<std::int64_t> begun_by_ = std::vector<std::int64_t>(starter_names.size());  // cycles
};

struct Portfolio {
    using Config = PortfolioConfig;

    static AlgorithmInfo info() {
        return {
            .name = "portfolio",
            .meaning = "many games begun by several searches and annealed; the best ones get most of the work",
            .playouts = "a game changed and played again, or one of those to begin with",
            .nodes = "",
            .uses_strategy = true};
    }

    static const Knobs<Config>& knobs() {
        static const auto table = [] {
            Knobs<Config> knobs;
            return add_anneal_cycle_knobs(knobs)
                .number("lines", &Config::lines, 0, 1'000'000,
                        "games that a race begins with; 0: as many as the limits have room for")
                .number("turns", &Config::turns, 1, 1'000'000,
                        "cycles that a line is to have in every stage, where `lines` is 0")
                .number("changes", &Config::changes, 1, 1'000'000'000'000, "changes of a game in a cycle");
        }();
        return table;
    }

    template <State S>
    using On = PortfolioSearch<S>;
};

}  // namespace playout
