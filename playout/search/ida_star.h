// Iterative-deepening A* (Korf 1985) over the bound instead of a path cost: depth-first passes that go below a
// node only while its bound reaches a threshold. The threshold starts at the root's bound, where only an
// optimal solution could be, and is relaxed until the best solution reaches it; then nothing that was left out
// can be better.
//
// Relaxing to the best bound that was left out would take a pass for every value there is. As in IDA*_CR
// (Sarkar and others 1991) the next threshold admits as many of the nodes left out as the last pass visited,
// times `growth`. Without a bound there is no threshold and this is dfs.
//
// Nodes left out are completed greedily, so that there is always a game, and a better one the longer it runs;
// but only as many as keep these games from taking more moves than the search visits nodes (times
// `completion`).
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "playout/base/text.h"
#include "playout/search/depth_first.h"

namespace playout {

struct IdaStarConfig {
    double growth = 2;
    double completion = 1;
};

// Which costs the pass leaves out (a cost is a bound turned so that less is better), as an even sample of
// them.
template <State S>
struct Threshold {
    double limit = 0;
    std::function<void(const S&, const std::vector<MoveOf<S>>&)> left_out;
    double least_left_out = std::numeric_limits<double>::infinity();
    std::vector<double> sample = {};
    std::int64_t count = 0;   // left out
    std::int64_t stride = 1;  // one of so many is in the sample

    bool enters(const S& state) {
        const double cost = bound_cost(state);
        if (cost <= limit) return true;
        least_left_out = std::min(least_left_out, cost);
        if (count++ % stride == 0) sample.push_back(cost);
        if (sample.size() == largest_sample) thin_out();
        return false;
    }

    std::size_t width(std::size_t children) const { return children; }

    // The threshold of the next pass: it lets in about `nodes` of the nodes left out, at least one.
    double relaxed(double nodes) {
        const auto place = static_cast<std::size_t>(nodes / static_cast<double>(stride));
        const auto kth = sample.begin() + static_cast<std::ptrdiff_t>(std::min(place, sample.size() - 1));
        if (place == 0) return least_left_out;
        std::nth_element(sample.begin(), kth, sample.end());
        return *kth;
    }

    void archive(Archive& archive) { archive(limit, least_left_out, sample, count, stride); }

  private:
    static constexpr std::size_t largest_sample = 1 << 16;

    void thin_out() {
        for (std::size_t i = 0; i < largest_sample / 2; ++i) sample[i] = sample[2 * i];
        sample.resize(largest_sample / 2);
        stride *= 2;
    }
};

template <State S>
class IdaStarSearch final : public Search<S> {
  public:
    IdaStarSearch(Run<S>& run, const IdaStarConfig& config)
        : run_(run), config_(config), greedy_(run), threshold_(bound_cost(run.root())) {}

    bool step() override {
        if (complete_) return false;
        if (!dived_) {
            dived_ = greedy_.complete(run_.root(), {});
            return true;
        }
        if (!pass_) begin_pass();
        if (pass_->step()) return true;
        complete_ = rules_.count == 0;
        if (complete_) return false;
        const auto visited = static_cast<double>(run_.budget.nodes() - nodes_before_);
        threshold_ = rules_.relaxed(visited * config_.growth);
        pass_.reset();
        return true;
    }

    Proof proof() const override { return run_.proof_if(complete_); }
    std::int64_t least_bytes(const GameSize& game) const override {
        return DepthFirstPass<S, Threshold<S>>::Walk::least_bytes(game);
    }
    Statistics statistics() const override { return {{"passes", static_cast<double>(passes_)}}; }
    void archive(Archive& archive) override {
        archive(dived_, complete_, threshold_, passes_, nodes_before_, completion_moves_, greedy_, rules_);
        archive_pass(archive, pass_, run_, rules_);
    }

  private:
    void begin_pass() {
        run_.phase = "threshold " + number_text(run_.sense() == Sense::maximise ? -threshold_ : threshold_);
        rules_ = {.limit = threshold_, .left_out = rules_.left_out};
        nodes_before_ = run_.budget.nodes();
        ++passes_;
        pass_.emplace(run_, rules_);
    }

    void complete_greedily(const S& state, const std::vector<MoveOf<S>>& path) {
        if (completion_moves_ >= config_.completion * static_cast<double>(run_.budget.nodes())) return;
        if (greedy_.complete(state, path))
            completion_moves_ += static_cast<double>(greedy_.moves().size() - path.size());
    }

    Run<S>& run_;
    const IdaStarConfig config_;
    GreedyCompletion<S> greedy_;
    double threshold_;
    Threshold<S> rules_{.left_out = [this](const S& state, const std::vector<MoveOf<S>>& path) {
        complete_greedily(state, path);
    }};
    std::optional<DepthFirstPass<S, Threshold<S>>> pass_;
    std::int64_t passes_ = 0;
    std::int64_t nodes_before_ = 0;  // the pass
    double completion_moves_ = 0;
    bool dived_ = false;
    bool complete_ = false;
};

struct IdaStar {
    using Config = IdaStarConfig;

    static AlgorithmInfo info() {
        return {.name = "ida-star",
                .meaning = "depth-first passes below a threshold on the bound that is relaxed step by step",
                .playouts = "a finished game",
                .nodes = "a state visited, in every pass"};
    }

    static const Knobs<Config>& knobs() {
        static const auto table =
            Knobs<Config>()
                .number("growth", &Config::growth, 0, 1000,
                        "relax the threshold for this many times as many nodes as the last pass had; 0: by the "
                        "least step")
                .number("completion", &Config::completion, 0, 1'000'000,
                        "moves played to complete nodes that were left out, per node visited");
        return table;
    }

    template <State S>
    using On = IdaStarSearch<S>;
};

}  // namespace playout
