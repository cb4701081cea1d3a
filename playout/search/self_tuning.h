// Finds good numbers for the knobs of a strategy on the instance itself, before the search that plays with it
// begins: the cross-entropy method over whole games (Schadd et al. 2012, section 5).
//
//     Gaussians <- for every knob the middle of its range, and half of the range as the deviation
//     repeat
//         samples <- settings drawn from the Gaussians; some games are played with each
//         Gaussians <- mean and deviation of the samples whose games were best in the mean
//     as many games with the settings that there were, then with the means; the better ones stay
//
// How many games a sample plays follows from what the share of the budget has room for. A knob takes part where
// its row has a range to tune in, and nobody has set it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include "playout/search/algorithm.h"
#include "playout/search/playout.h"

namespace playout {

template <State S>
struct TuningTask {
    StrategyEntry<S> strategy;
    Settings settings;             // of all knobs
    std::vector<Parameter> knobs;  // those that are tuned
    double share = 0;              // of the budget
};

// A strategy whose settings change.
template <State S>
class TunedStrategy final : public Strategy<S> {
  public:
    TunedStrategy(const S& root, TuningTask<S> task) : root_(root), task_(std::move(task)) {
        use(task_.settings);
    }

    const TuningTask<S>& task() const { return task_; }
    const Settings& settings() const { return settings_; }
    void use(const Settings& settings) {
        settings_ = settings;
        strategy_ = task_.strategy.make(root_, settings_);
    }

    bool playout(S& state, std::vector<MoveOf<S>>& moves, Rng& rng, PlayoutGuard<S>& guard) override {
        return strategy_->playout(state, moves, rng, guard);
    }
    bool deterministic() const override { return strategy_->deterministic(); }
    std::optional<MoveOf<S>> usual_move(const S& state) override { return strategy_->usual_move(state); }
    void learn(const Outcome& outcome) override { strategy_->learn(outcome); }
    void archive(Archive& archive) override {
        for (auto& [name, value] : settings_) archive(value);
        if (archive.loading()) use(Settings(settings_));
        archive(*strategy_);
    }

  private:
    const S root_;
    const TuningTask<S> task_;
    Settings settings_;
    std::unique_ptr<Strategy<S>> strategy_;
};

// Tunes the strategy of the run, then does what the search does that is made after that.
template <State S>
class SelfTuning final : public Search<S> {
  public:
    using MakeSearch = std::function<std::unique_ptr<Search<S>>()>;

    // Where it is tuned already, only the search is left.
    SelfTuning(Run<S>& run, TunedStrategy<S>& strategy, MakeSearch make_search, bool is_tuned = false)
        : run_(run),
          strategy_(strategy),
          task_(strategy.task()),
          make_search_(std::move(make_search)),
          guard_(run, false),
          middle_(task_.knobs.size(), 0.5),
          deviation_(task_.knobs.size(), 0.5) {
        if (is_tuned) search_ = make_search_();
    }

    bool is_tuned() const { return search_ != nullptr; }

    // A game.
    bool step() override {
        if (search_) return search_->step();
        if (run_.budget.only_nodes_end()) {  // extended so: games would never use that up
            begin_search({});
        } else if (sample_ == samples_.size()) {
            end_generation();
        } else if (!is_duel_ && share_used() >= 1 - duel_share) {
            begin_duel();
        } else if (share_used() >= 1) {
            end_duel();
        }
        if (!search_) play();
        return true;
    }

    Proof proof() const override { return search_ ? search_->proof() : run_.proof_if(false); }
    std::int64_t least_bytes(const GameSize& game) const override {
        return search_ ? search_->least_bytes(game) : make_search_()->least_bytes(game);
    }
    Statistics statistics() const override {
        Statistics statistics{{"tuning_games", static_cast<double>(games_)}};
        for (const Parameter& knob : task_.knobs)
            statistics.push_back({"tuned_" + knob.name, strategy_.settings().at(knob.name)});
        if (search_)
            for (const auto& row : search_->statistics()) statistics.push_back(row);
        return statistics;
    }

    void archive(Archive& archive) override {
        archive(middle_, deviation_, samples_, sample_, generation_, games_each_, games_, is_duel_);
        const auto fits = [this](const Sample& sample) {
            return sample.places.empty() || sample.places.size() == task_.knobs.size();
        };
        const std::size_t samples = is_duel_ ? 2 : samples_drawn;
        if (middle_.size() != task_.knobs.size() || deviation_.size() != middle_.size() ||
            sample_ > samples_.size() || (!samples_.empty() && samples_.size() != samples) ||
            !std::all_of(samples_.begin(), samples_.end(), fits))
            archive.fail("damaged: another number of knobs or samples");
        bool searching = search_ != nullptr;
        archive(searching);
        if (searching && !search_) search_ = make_search_();
        if (search_) search_->archive(archive);
    }

  private:
    static constexpr std::size_t samples_drawn = 20, elite = 5;
    static constexpr int generations = 12;
    static constexpr double duel_share = 0.2;  // of the share for tuning
    static constexpr double settled = 0.01;    // of a range: deviations below it are none

    struct Sample {
        std::vector<double> places;  // of the knobs in their ranges, from 0 to 1; none: as they were before
        std::int64_t games = 0;
        Outcome sum = {};

        Outcome mean() const {
            const auto count = static_cast<double>(games);
            return {sum.violation / count, sum.value / count};
        }
        void archive(Archive& archive) { archive(places, games, sum); }
    };

    double share_used() const { return run_.budget.share_used() / task_.share; }

    // With the settings of the sample whose turn it is.
    void play() {
        Sample& sample = samples_[sample_];
        if (sample.games == 0) strategy_.use(settings_of(sample));
        S state = run_.root();
        moves_.clear();
        if (!strategy_.playout(state, moves_, run_.rng, guard_)) return;
        run_.budget.count_playout();
        const OutcomeOf<S> outcome = outcome_of(state);
        strategy_.learn(outcome);
        if (run_.improves(outcome)) run_.offer(state, moves_);
        ++games_;
        ++sample.games;
        sample.sum.violation += outcome.violation;
        sample.sum.value += outcome.value;
        if (sample.games >= games_each_) ++sample_;
    }

    void end_generation() {
        if (is_duel_) return end_duel();
        if (generation_ > 0) learn_from_samples();
        ++generation_;
        if (generation_ > 1 && *std::max_element(deviation_.begin(), deviation_.end()) < settled)
            return begin_duel();
        run_.phase = fmt::format("tuning, generation {}", generation_);
        set_samples(std::vector<Sample>(samples_drawn), 1 - duel_share, std::max(1, generations - generation_));
        for (Sample& sample : samples_)
            for (std::size_t i = 0; i < middle_.size(); ++i)
                sample.places.push_back(draw(middle_[i], deviation_[i]));
    }

    // They play what the budget has room for, up to a share of it, if as many generations are to follow.
    void set_samples(std::vector<Sample> samples, double up_to, int more) {
        samples_ = std::move(samples);
        sample_ = 0;
        const double of_game = games_ > 0 ? share_used() / static_cast<double>(games_) : 0;
        const double room = of_game > 0 ? (up_to - share_used()) / of_game : 0;
        games_each_ = static_cast<std::int64_t>(room / static_cast<double>(samples_.size()) / more);
        games_each_ = strategy_.deterministic() ? 1 : std::max<std::int64_t>(1, games_each_);
    }

    void learn_from_samples() {
        const auto better_mean = [this](const Sample& one, const Sample& other) {
            return better(one.mean(), other.mean(), run_.sense());
        };
        std::stable_sort(samples_.begin(), samples_.end(), better_mean);
        for (std::size_t i = 0; i < middle_.size(); ++i) {
            double sum = 0, squares = 0;
            for (std::size_t n = 0; n < elite; ++n) sum += samples_[n].places[i];
            middle_[i] = sum / elite;
            for (std::size_t n = 0; n < elite; ++n) squares += std::pow(samples_[n].places[i] - middle_[i], 2);
            deviation_[i] = std::sqrt(squares / (elite - 1));
        }
    }

    // Without a generation that has ended there is nothing to play for.
    void begin_duel() {
        if (generation_ < 2) return begin_search({});
        run_.phase = "tuning, what was found against what there was";
        is_duel_ = true;
        set_samples({Sample{}, Sample{middle_}}, 1, 1);
    }
    void end_duel() {
        const bool is_fair = samples_[1].games > 0 && 2 * samples_[1].games >= samples_[0].games;
        const bool pays = is_fair && better(samples_[1].mean(), samples_[0].mean(), run_.sense());
        begin_search(pays ? samples_[1] : Sample{});
    }
    void begin_search(const Sample& chosen) {
        strategy_.use(settings_of(chosen));
        run_.phase.clear();
        samples_.clear();
        sample_ = 0;
        search_ = make_search_();
    }

    Settings settings_of(const Sample& sample) const {
        Settings settings = task_.settings;
        for (std::size_t i = 0; i < sample.places.size(); ++i)
            settings[task_.knobs[i].name] = task_.knobs[i].tuning->value(sample.places[i]);
        for (const Parameter& knob : task_.knobs)
            if (knob.kind == Parameter::Kind::integer) settings[knob.name] = std::round(settings[knob.name]);
        return settings;
    }

    // From a Gaussian, as far as it lies between 0 and 1 (Box and Muller 1958).
    double draw(double middle, double deviation) {
        for (;;) {
            const double radius = std::sqrt(-2 * std::log(1 - run_.rng.unit()));
            const double place = middle + deviation * radius * std::cos(2 * std::numbers::pi * run_.rng.unit());
            if (place >= 0 && place <= 1) return place;
        }
    }

    Run<S>& run_;
    TunedStrategy<S>& strategy_;
    const TuningTask<S>& task_;
    MakeSearch make_search_;
    RunGuard<S> guard_;
    std::vector<MoveOf<S>> moves_;
    std::vector<double> middle_;     // of every knob's Gaussian
    std::vector<double> deviation_;  // and its deviation
    std::vector<Sample> samples_;    // of the generation; in the duel what there was, and the middles
    std::size_t sample_ = 0;         // whose turn it is
    int generation_ = 0;
    std::int64_t games_each_ = 1;
    std::int64_t games_ = 0;  // played in all
    bool is_duel_ = false;
    std::unique_ptr<Search<S>> search_;  // none: the strategy is still being tuned
};

}  // namespace playout
