// Single-player Monte-Carlo tree search (Schadd et al. 2012, section 4): averages and their possible deviation
// choose the child, playouts go on where the tree ends, each adds one node. A search may begin again from
// scratch (section 4.3), and may spread its time over the moves of the game (section 4.2).
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "playout/base/bandit.h"
#include "playout/search/sampling_search.h"

namespace playout {

enum class FinalMove { top_score, average, visits };
enum class TimeFor { game, move };

struct SpMctsConfig : TreeConfig {
    double exploration = 1.4;
    double unit = 0;
    double deviation = 32;
    double top_weight = 0.02;
    std::int64_t threshold = 10;
    FinalMove final_move = FinalMove::top_score;
    TimeFor time_for = TimeFor::game;
    bool keep_tree = false;
};

// Schadd et al. 2012, (1), with the top score added by a weight W. All of it but the parent's part is kept at
// the node. The paper does not say in what unit its C counts; one that fits any problem is the deviation of the
// first playouts.
class DeviationFormula {
  public:
    // `unit` 0: that deviation.
    DeviationFormula(double c, double unit, double d, double w)
        : c_(c), d_(d), w_(w), unit_(unit > 0 ? unit : 1), finds_unit_(unit <= 0) {}

    struct Statistics {
        float worth = 0;  // mean + W top + possible deviation
        float inverse_root = 0;
        std::uint32_t visits = 0;
    };
    struct Sums {
        double sum = 0;
        double squares = 0;
        double top = -std::numeric_limits<double>::infinity();
    };

    // One more playout, whatever nodes it went through.
    void see(double score) {
        constexpr int enough = 1000;
        if (!finds_unit_ || seen_ == enough) return;
        ++seen_;
        sum_ += score;
        squares_ += score * score;
        unit_ = std::sqrt(variance_of(seen_, sum_, squares_));
    }

    void add(Statistics& node, Sums& sums, double score) const {
        sums.sum += score;
        sums.squares += score * score;
        sums.top = std::max(sums.top, score);
        node.visits += node.visits < std::numeric_limits<std::uint32_t>::max();
        const double visits = node.visits;
        node.worth = static_cast<float>(sums.sum / visits + w_ * sums.top +
                                        possible_deviation(visits, sums.sum, sums.squares, d_));
        node.inverse_root = static_cast<float>(1 / std::sqrt(visits));
    }
    void close(Statistics& node) const { node.worth = -std::numeric_limits<float>::infinity(); }

    float factor(std::uint32_t parent_visits) const {
        return static_cast<float>(unit_ * c_) * root_of_log_(parent_visits);
    }

    float upper_bound(const Statistics& child, float factor) const {
        return child.worth + factor * child.inverse_root;
    }

    void archive(Archive& archive) { archive(unit_, seen_, sum_, squares_); }

  private:
    RootOfLog root_of_log_;
    double c_, d_, w_;
    double unit_;
    bool finds_unit_;
    int seen_ = 0;
    double sum_ = 0;
    double squares_ = 0;
};

template <State S>
class SpMctsSearch final : public SamplingSearch<S, DeviationFormula, SpMctsConfig> {
    using Base = SamplingSearch<S, DeviationFormula, SpMctsConfig>;

  public:
    SpMctsSearch(Run<S>& run, const SpMctsConfig& config)
        : Base(run, config, {config.exploration, config.unit, config.deviation, config.top_weight},
               config.threshold, config.final_move != FinalMove::top_score) {}

    Statistics statistics() const override {
        Statistics numbers = Base::statistics();
        Rng rng = run_.rng;  // who only asks does not change how the search goes on
        const auto played = searching_ ? better_played(rng) : best_played_;
        if (played) numbers.emplace_back("played_value", played->value);
        return numbers;
    }

    void archive(Archive& archive) override {
        Base::archive(archive);
        archive(last_length_, move_ends_, best_played_);
    }

  private:
    using Base::config_;
    using Base::run_;
    using Base::search_until;
    using Base::searching_;
    using Base::tree_;
    using typename Base::Index;
    using typename Base::Move;
    using typename Base::TreeType;

    void begin_search() override {
        if (config_.searches > 1) run_.phase = fmt::format("search {}", this->searches_);
        move_ends_.reset();
    }

    bool advance(double share) override {
        return config_.time_for == TimeFor::game ? search_until(share) : play_until(share);
    }

    void end_search() override { best_played_ = better_played(run_.rng); }

    // Move by move: each gets an even part of what is left, by the length of the best game so far. True: the
    // game is over, or proved to be the best.
    bool play_until(double share) {
        if (last_length_ == 0 && !tree_.closed()) {
            if (tree_.iterate()) last_length_ = tree_.line().size();
            return false;
        }
        if (tree_.root_state().at_end()) return true;
        const std::size_t played = tree_.played().size();
        if (!move_ends_) {
            const double used = run_.budget.share_used();
            const std::size_t length = std::max(tree_.line().size(), last_length_);
            const auto moves_left = length > played ? static_cast<double>(length - played) : 1;
            move_ends_ = used + std::max(0.0, share - used) / moves_left;
        }
        if (!search_until(*move_ends_)) return false;
        if (tree_.searched_out()) return true;
        last_length_ = std::max(tree_.line().size(), played + 1);
        const std::optional<Move> move = final_move();
        if (!move) return true;
        tree_.play(*move, config_.keep_tree);
        move_ends_.reset();
        return false;
    }

    // The child to play (Schadd et al. 2012, section 4.2), or none where there is no child.
    Index final_child(Index index) const {
        const auto children = tree_.tree().children(index);
        const auto worth = [&](std::size_t i) {
            const double visits = children[i].statistics.visits;
            if (visits == 0) return -std::numeric_limits<double>::infinity();
            if (config_.final_move == FinalMove::visits) return visits;
            return tree_.tree().extra(tree_.tree().child(index, i)).sum / visits;
        };
        std::size_t chosen = 0;
        for (std::size_t i = 1; i < children.size(); ++i)
            if (worth(i) > worth(chosen)) chosen = i;
        return children.empty() ? TreeType::none : tree_.tree().child(index, chosen);
    }

    // The move to play at the root, or nothing where nothing was searched.
    std::optional<Move> final_move() const {
        if (config_.final_move != FinalMove::top_score) {
            const Index child = final_child(tree_.tree().root());
            if (child != TreeType::none) return tree_.tree()[child].move;
        }
        if (tree_.line().size() > tree_.played().size()) return tree_.line()[tree_.played().size()];
        return std::nullopt;
    }

    // The best of the games played so far, and this one: the rest of it is played without further search, by
    // the strategy where the tree ends, to know what it is worth.
    std::optional<OutcomeOf<S>> better_played(Rng& rng) const {
        S state = tree_.root_state();
        std::vector<Move> rest;
        if (config_.final_move == FinalMove::top_score) {
            for (std::size_t i = tree_.played().size(); i < tree_.line().size(); ++i)
                state.play(tree_.line()[i]);
        } else {
            for (Index index = final_child(tree_.tree().root()); index != TreeType::none;
                 index = final_child(index))
                state.play(tree_.tree()[index].move);
        }
        NeverGivesUp guard;
        run_.strategy.playout(state, rest, rng, guard);
        const OutcomeOf<S> outcome = outcome_of(state);
        if (!best_played_ || better(outcome, *best_played_, run_.sense())) return outcome;
        return best_played_;
    }

    struct NeverGivesUp final : PlayoutGuard<S> {
        bool gives_up(const S&) override { return false; }
    };

    std::size_t last_length_ = 0;      // of a game
    std::optional<double> move_ends_;  // the share of the budget at which the next move is played
    std::optional<OutcomeOf<S>> best_played_;
};

struct SpMcts {
    using Config = SpMctsConfig;

    static AlgorithmInfo info() {
        return {.name = "sp-mcts",
                .meaning =
                    "single-player Monte-Carlo tree search: a tree of averages and deviations, with restarts",
                .playouts = "a game played to its end from a node of the tree",
                .nodes = "a node added to a tree",
                .uses_strategy = true};
    }

    static const Knobs<Config>& knobs() {
        static const auto table = [] {
            Knobs<Config> knobs;
            knobs.number("c", &Config::exploration, 0, 1e9, "how much rarely visited children are favoured")
                .number("unit", &Config::unit, 0, 1e12,
                        "the points that c counts in; 0: the standard deviation of the first playouts")
                .number("d", &Config::deviation, 0, 1e12,
                        "how far the rarely visited may deviate from their average, in points squared")
                .number("w", &Config::top_weight, 0, 1000, "how much a child's best game counts")
                .number("t", &Config::threshold, 0, 1'000'000'000,
                        "a node is left to the playouts until it has been visited so often")
                .choice("final_move", &Config::final_move, {"top-score", "average", "visits"},
                        "the move to play: of the best game, with the best average, visited most often")
                .choice("time_for", &Config::time_for, {"game", "move"},
                        "one search for the whole game, or a search for every move")
                .flag("keep_tree", &Config::keep_tree,
                      "a search for the next move begins with what is known below the one that was played");
            return add_tree_knobs(knobs);
        }();
        return table;
    }

    // Tables 2 and 5 of Schadd et al. 2012. The units are ours: see docs/results/tree-searches.md.
    static std::vector<Preset> presets() {
        const auto preset = [](std::string name, std::string meaning, SettingTexts settings) {
            settings.insert({{"final_move", "top-score"}, {"searches", "1"}, {"time_for", "game"}});
            return Preset{std::move(name), std::move(meaning), "tabu-color-random", std::move(settings)};
        };
        const auto by_hand = [&](std::string name, std::string meaning, std::string c, std::string d) {
            return preset(std::move(name), std::move(meaning),
                          {{"c", std::move(c)},
                           {"unit", "1000"},
                           {"d", std::move(d)},
                           {"t", "10"},
                           {"w", "0.02"},
                           {"epsilon", "0.003"}});
        };
        return {by_hand("exploitation", "tuned by hand, for short searches", "0.1", "32"),
                by_hand("balanced", "tuned by hand, for longer ones", "0.5", "10000"),
                by_hand("exploration", "tuned by hand, for the longest", "1", "20000"),
                preset("cem-per-game", "tuned by the cross-entropy method",
                       {{"c", "5.96"},
                        {"unit", "100"},
                        {"d", "67.98"},
                        {"t", "13"},
                        {"w", "0.49"},
                        {"epsilon", "0.00007"}}),
                preset("cem-per-move", "tuned by the cross-entropy method, for a search at every move",
                       {{"c", "4.31"},
                        {"unit", "100"},
                        {"d", "96.67"},
                        {"t", "11"},
                        {"w", "0.28"},
                        {"epsilon", "0.00007"},
                        {"time_for", "move"}})};
    }

    template <State S>
    using On = SpMctsSearch<S>;
};

}  // namespace playout
