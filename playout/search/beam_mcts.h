// Beam Monte-Carlo tree search (Baier and Winands 2012, section IV): UCB1-TUNED chooses the child; when `limit`
// playouts have passed through the nodes of one depth, only the `width` most visited of them stay, with their
// ancestors. With limit 0 it is plain MCTS, the paper's opponent.
//
// Visits say little where a node has few of them. `rank` may take the best game below a node instead, so that
// the beam never leaves the best game of its pass.
//
// The paper leaves a beam that widens as future work. Here, when nothing is left to search in the beam, a new
// pass begins with a width and a limit `growth` times as large: no move is ruled out for ever. With growth 1
// the passes are alike, and the best of them counts.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "playout/base/bandit.h"
#include "playout/search/sampling_search.h"

namespace playout {

enum class BeamRank { visits, top_score };

struct BeamMctsConfig : TreeConfig {
    double exploration = 0.01;
    std::int64_t limit = 10'000;
    std::int64_t width = 10;
    double growth = 2;
    BeamRank rank = BeamRank::visits;
};

// UCB1-TUNED on scores that lie in [0, 1] between the least and the largest seen so far. It is kept in points:
// the same child is chosen, and nothing has to be scaled again when the range grows.
class TunedFormula {
  public:
    explicit TunedFormula(double c) : c_(c) {}

    struct Statistics {
        float mean = 0;
        float variance = 0;
        float inverse = 0;  // 1 / visits
        std::uint32_t visits = 0;
    };
    struct Sums {
        double sum = 0;
        double squares = 0;
        double top = -std::numeric_limits<double>::infinity();
    };

    void see(double score) {
        least_ = std::min(least_, score);
        most_ = std::max(most_, score);
        const double range = most_ > least_ ? most_ - least_ : 1;
        weight_ = static_cast<float>(c_ * range);
        per_square_ = static_cast<float>(1 / (range * range));
    }

    void add(Statistics& node, Sums& sums, double score) const {
        sums.sum += score;
        sums.squares += score * score;
        sums.top = std::max(sums.top, score);
        node.visits += node.visits < std::numeric_limits<std::uint32_t>::max();
        node.inverse = 1 / static_cast<float>(node.visits);
        node.mean = static_cast<float>(sums.sum / node.visits);
        node.variance = static_cast<float>(variance_of(node.visits, sums.sum, sums.squares));
    }
    void close(Statistics& node) const { node.mean = -std::numeric_limits<float>::infinity(); }

    float factor(std::uint32_t parent_visits) const { return 2 * std::log(static_cast<float>(parent_visits)); }
    float upper_bound(const Statistics& child, float factor) const {  // base/bandit.h: ucb1_tuned
        const float width = factor * child.inverse;
        const float variance = child.variance * per_square_ + std::sqrt(width);
        return child.mean + weight_ * std::sqrt(width * std::min(0.25f, variance));
    }

    void archive(Archive& archive) { archive(least_, most_, weight_, per_square_); }

  private:
    double c_;
    double least_ = std::numeric_limits<double>::infinity();
    double most_ = -std::numeric_limits<double>::infinity();
    float weight_ = 0;
    float per_square_ = 1;
};

template <State S>
class BeamMctsSearch final : public SamplingSearch<S, TunedFormula, BeamMctsConfig> {
    using Base = SamplingSearch<S, TunedFormula, BeamMctsConfig>;

  public:
    BeamMctsSearch(Run<S>& run, const BeamMctsConfig& config)
        : Base(run, config, TunedFormula(config.exploration), 0, false) {}

    Statistics statistics() const override {
        Statistics numbers = Base::statistics();
        numbers.emplace_back("pruned", static_cast<double>(pruned_));
        numbers.emplace_back("beam_depth", static_cast<double>(beam_depth_));
        numbers.emplace_back("width", static_cast<double>(width_));
        return numbers;
    }

    void archive(Archive& archive) override {
        Base::archive(archive);
        archive(width_, limit_, passed_, pruned_, beam_depth_);
    }

  private:
    using Base::config_;
    using Base::run_;
    using Base::tree_;
    using typename Base::Index;
    using typename Base::TreeType;

    // A pass: one search with a width and a limit.
    void begin_search() override {
        run_.phase = config_.limit > 0 ? fmt::format("width {}", width_) : "";
        passed_.assign(1, 0);
    }

    void after_playout() override {
        if (config_.limit > 0) count_path();
    }

    void end_search() override {
        if (tree_.closed()) widen();
    }

    void widen() {
        const auto grown = [this](std::int64_t value) {
            return std::min<std::int64_t>(
                std::int64_t{1} << 40,
                static_cast<std::int64_t>(std::ceil(static_cast<double>(value) * config_.growth)));
        };
        width_ = grown(width_);
        limit_ = grown(limit_);
    }

    // Baier and Winands 2012, listing 2: one more playout through every depth of its path.
    void count_path() {
        const std::size_t root = tree_.played().size(), end = root + tree_.path().size();
        if (passed_.size() < end) passed_.resize(end, 0);
        for (std::size_t depth = root + 1; depth < end; ++depth) {
            if (++passed_[depth] != limit_ || tree_.closed()) continue;
            prune(static_cast<std::uint32_t>(depth - tree_.played().size()));
            beam_depth_ = std::max(beam_depth_, static_cast<std::int64_t>(depth));
            play_common_moves();
        }
    }

    // By what nodes of one depth are compared; larger is better.
    std::pair<double, std::uint32_t> rank_of(Index index) {
        TreeType& tree = tree_.tree();
        return {config_.rank == BeamRank::top_score ? tree.extra(index).top : 0, tree[index].statistics.visits};
    }

    // Baier and Winands 2012, listing 3: the best nodes of the depth (below the root) stay, without what is
    // below them, and their ancestors.
    void prune(std::uint32_t depth) {
        TreeType& tree = tree_.tree();
        std::vector<Index> above;                                               // each before its children
        std::vector<std::pair<std::pair<double, std::uint32_t>, Index>> found;  // each with its rank
        tree.for_each([&](Index index, std::uint32_t at) {
            if (at < depth) {
                above.push_back(index);
            } else if (!tree[index].closed) {
                found.emplace_back(rank_of(index), index);
            }
            return at < depth;
        });
        const std::int64_t before = tree.size();
        const std::size_t kept = std::min(found.size(), static_cast<std::size_t>(width_));
        std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(kept), found.end(),
                          [](const auto& left, const auto& right) {
                              return left.first != right.first ? left.first > right.first
                                                               : left.second < right.second;
                          });
        for (std::size_t i = 0; i < kept; ++i) {
            tree.drop_children(found[i].second);
            tree[found[i].second].expanded = false;
            tree[found[i].second].marked = true;
        }
        for (std::size_t i = above.size(); i-- > 0;) {
            tree.keep_children(above[i], [&tree](Index child) { return tree[child].marked; });
            for (auto& child : tree.children(above[i])) child.marked = false;
            tree[above[i]].expanded = true;  // no new nodes up to this depth
            tree[above[i]].marked = tree[above[i]].child_count > 0;
        }
        tree[tree.root()].marked = false;
        if (tree[tree.root()].child_count == 0) tree[tree.root()].closed = true;
        pruned_ += before - tree.size();
        tree_.cut();
    }

    // What the whole beam begins with is played for good, so that no playout has to go through it again.
    void play_common_moves() {
        TreeType& tree = tree_.tree();
        while (!tree_.closed() && tree.children(tree.root()).size() == 1)
            tree_.play(tree.children(tree.root())[0].move, true);
    }

    std::int64_t width_ = config_.width;
    std::int64_t limit_ = config_.limit;
    std::vector<std::int64_t> passed_;  // by depth: the playouts that went through it
    std::int64_t pruned_ = 0;
    std::int64_t beam_depth_ = 0;
};

struct BeamMcts {
    using Config = BeamMctsConfig;

    static AlgorithmInfo info() {
        return {
            .name = "beam-mcts",
            .meaning =
                "Monte-Carlo tree search that keeps only the most visited nodes of each depth, level by level",
            .playouts = "a game played to its end from a node of the tree",
            .nodes = "a node added to a tree",
            .uses_strategy = true};
    }

    static const Knobs<Config>& knobs() {
        static const auto table = [] {
            Knobs<Config> knobs;
            knobs
                .number("c", &Config::exploration, 0, 1000,
                        "how much rarely visited children are favoured; rewards lie in [0, 1]")
                .number("limit", &Config::limit, 0, 1'000'000'000,
                        "playouts through a depth after which it is pruned; 0: never, plain MCTS")
                .number("width", &Config::width, 1, 1'000'000'000, "nodes that stay at a pruned depth")
                .choice("rank", &Config::rank, {"visits", "top-score"},
                        "the nodes that stay: visited most often, or with the best game below")
                .number(
                    "growth", &Config::growth, 1, 100,
                    "when the beam is searched out, a new pass is so much wider, with a limit as much larger");
            return add_tree_knobs(knobs);
        }();
        return table;
    }

    // The captions of Baier and Winands 2012, figures 6 to 9. The informed playouts are those of bandit-tabu.
    static std::vector<Preset> presets() {
        struct Puzzle {
            std::string name, strategy, c, limit, width;
            std::vector<std::string> plain;  // C of plain MCTS for 60, 120 and 240 seconds
        };
        const std::vector<Puzzle> puzzles = {
            {"samegame-random", "random", "0.0009", "90000", "1", {"0.0009", "0.0016", "0.002"}},
            {"samegame-informed", "bandit-tabu", "0.0025", "50000", "25", {"0.0025", "0.0035", "0.0065"}},
            {"bubble-breaker", "random", "0.0275", "110000", "1", {"0.0275", "0.0475", "0.055"}},
            {"clickomania", "random", "0.0175", "3000", "100", {"0.012", "0.016", "0.022"}}};
        std::vector<Preset> presets;
        for (const Puzzle& puzzle : puzzles) {
            presets.push_back(
                {puzzle.name,
                 "the beam for this puzzle",
                 puzzle.strategy,
                 {{"c", puzzle.c}, {"limit", puzzle.limit}, {"width", puzzle.width}, {"searches", "1"}}});
            for (std::size_t i = 0; i < puzzle.plain.size(); ++i)
                presets.push_back({fmt::format("{}-plain-{}", puzzle.name, 60 << i),
                                   "its opponent without a beam",
                                   puzzle.strategy,
                                   {{"c", puzzle.plain[i]}, {"limit", "0"}, {"searches", "1"}}});
        }
        return presets;
    }

    template <State S>
    using On = BeamMctsSearch<S>;
};

}  // namespace playout
