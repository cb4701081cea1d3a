// Iterative broadening (Ginsberg and Harvey 1992; 003, section 2.1): depth-first passes that look at the best
// child of every node only, then at the best two, and so on, until no node was cut short.
#pragma once

#include <fmt/format.h>

#include "playout/search/depth_first.h"

namespace playout {

struct IterativeBroadeningConfig {
    std::int64_t width = 1;
    std::int64_t step = 1;
};

struct IterativeBroadening {
    using Config = IterativeBroadeningConfig;

    static AlgorithmInfo info() {
        return {.name = "iterative-broadening",
                .meaning = "depth-first passes over the best 1, 2, 3, ... children of every node",
                .playouts = "a finished game",
                .nodes = "a state visited, in every pass"};
    }

    static const Knobs<Config>& knobs() {
        static const auto table =
            Knobs<Config>()
                .number("width", &Config::width, 1, 1'000'000, "children per node in the first pass")
                .number("step", &Config::step, 1, 1'000'000, "children more in every further pass");
        return table;
    }

    struct Widest {
        std::size_t limit = 1;
        bool cut = false;

        template <typename S>
        bool enters(const S&) const {
            return true;
        }
        std::size_t width(std::size_t children) {
            cut = cut || children > limit;
            return limit;
        }
    };

    template <State S>
    static Proof search(Run<S>& run, const Config& config) {
        Widest rules{static_cast<std::size_t>(config.width)};
        std::int64_t passes = 0;
        bool complete = false;
        while (!complete && !run.over()) {
            run.phase = fmt::format("width {}", rules.limit);
            rules.cut = false;
            DepthFirstPass<S, Widest> pass(run, rules);
            complete = pass.search() && !rules.cut;
            ++passes;
            if (!complete) rules.limit += static_cast<std::size_t>(config.step);
        }
        run.statistics = {{"passes", static_cast<double>(passes)}, {"width", static_cast<double>(rules.limit)}};
        return run.proof_if(complete);
    }
};

}  // namespace playout
