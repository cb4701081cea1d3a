// Iterative-deepening A* (Korf 1985) over the bound instead of a path cost: depth-first passes that go below a
// node only while its bound reaches a threshold. The threshold starts at the root's bound, where only an
// optimal solution could be, and is relaxed until the best solution reaches it; then nothing that was left out
// can be better.
//
// Relaxing to the best bound that was left out would take a pass for every value there is. As in IDA*_CR
// (Sarkar and others 1991) the next threshold admits as many of the nodes left out as the last pass visited,
// times `growth`. Without a bound there is no threshold and this is dfs.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "playout/base/text.h"
#include "playout/search/depth_first.h"

namespace playout {

struct IdaStarConfig {
    double growth = 2;
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
        static const auto table = Knobs<Config>().number(
            "growth", &Config::growth, 0, 1000,
            "relax the threshold for this many times as many nodes as the last pass had; 0: by the least step");
        return table;
    }

    // Costs are bounds turned so that less is better.
    struct Threshold {
        double limit = -std::numeric_limits<double>::infinity();
        std::vector<double> left_out;  // the lowest costs above the limit, pruned now and then

        template <State S>
        static double cost(const S& state) {
            if constexpr (HasBound<S>) {
                return state.sense() == Sense::maximise ? -state.bound() : state.bound();
            } else {
                return -std::numeric_limits<double>::infinity();
            }
        }

        template <State S>
        bool enters(const S& state) {
            const double found = cost(state);
            if (found <= limit) return true;
            left_out.push_back(found);
            if (left_out.size() >= 2 * kept) keep_lowest(kept);
            return false;
        }

        std::size_t width(std::size_t children) const { return children; }

        // The cost that lets in `count` of the nodes left out.
        double relaxed(std::size_t count) {
            keep_lowest(std::clamp<std::size_t>(count, 1, left_out.size()));
            return *std::max_element(left_out.begin(), left_out.end());
        }

      private:
        static constexpr std::size_t kept = 1 << 20;

        void keep_lowest(std::size_t count) {
            if (count >= left_out.size()) return;
            std::nth_element(left_out.begin(), left_out.begin() + static_cast<std::ptrdiff_t>(count - 1),
                             left_out.end());
            left_out.resize(count);
        }
    };

    template <State S>
    static Proof search(Run<S>& run, const Config& config) {
        greedy_dive(run);
        Threshold rules{Threshold::cost(run.root()), {}};
        std::int64_t passes = 0;
        bool complete = false;
        while (!complete && !run.over()) {
            run.phase = "threshold " + number_text(run.sense() == Sense::maximise ? -rules.limit : rules.limit);
            rules.left_out.clear();
            const std::int64_t nodes_before = run.budget.nodes();
            DepthFirstPass<S, Threshold> pass(run, rules);
            complete = pass.search() && rules.left_out.empty();
            ++passes;
            if (!rules.left_out.empty()) {
                const auto visited = static_cast<double>(run.budget.nodes() - nodes_before);
                rules.limit = rules.relaxed(static_cast<std::size_t>(visited * config.growth));
            }
        }
        run.statistics = {{"passes", static_cast<double>(passes)}};
        return run.proof_if(complete);
    }
};

}  // namespace playout
