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
#include <vector>

#include "playout/base/text.h"
#include "playout/search/depth_first.h"

namespace playout {

struct IdaStarConfig {
    double growth = 2;
    double completion = 1;
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

    // Which costs the pass leaves out (a cost is a bound turned so that less is better), as an even sample of
    // them.
    template <State S>
    struct Threshold {
        double limit = 0;
        std::function<void(const S&, const std::vector<MoveOf<S>>&)> left_out = {};
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

      private:
        static constexpr std::size_t largest_sample = 1 << 16;

        void thin_out() {
            for (std::size_t i = 0; i < largest_sample / 2; ++i) sample[i] = sample[2 * i];
            sample.resize(largest_sample / 2);
            stride *= 2;
        }
    };

    template <State S>
    static Proof search(Run<S>& run, const Config& config) {
        GreedyCompletion<S> greedy(run);
        greedy.complete(run.root(), {});
        double completion_moves = 0;
        const auto complete_greedily = [&](const S& state, const std::vector<MoveOf<S>>& path) {
            if (completion_moves >= config.completion * static_cast<double>(run.budget.nodes())) return;
            if (greedy.complete(state, path))
                completion_moves += static_cast<double>(greedy.moves().size() - path.size());
        };
        double threshold = bound_cost(run.root());
        std::int64_t passes = 0;
        bool complete = false;
        while (!complete && !run.over()) {
            Threshold<S> rules{.limit = threshold, .left_out = complete_greedily};
            run.phase = "threshold " + number_text(run.sense() == Sense::maximise ? -threshold : threshold);
            const std::int64_t nodes_before = run.budget.nodes();
            DepthFirstPass<S, Threshold<S>> pass(run, rules);
            complete = pass.search() && rules.count == 0;
            ++passes;
            const auto visited = static_cast<double>(run.budget.nodes() - nodes_before);
            if (rules.count > 0) threshold = rules.relaxed(visited * config.growth);
        }
        run.statistics = {{"passes", static_cast<double>(passes)}};
        return run.proof_if(complete);
    }
};

}  // namespace playout
