// Iterative broadening (Ginsberg and Harvey 1992; Rei, section 2.1): depth-first passes that look at the best
// child of every node only, then at the best two, and so on, until no node was cut short.
#pragma once

#include <fmt/format.h>

#include <optional>

#include "playout/search/depth_first.h"

namespace playout {

struct IterativeBroadeningConfig {
    std::int64_t width = 1;
    std::int64_t step = 1;
};

template <State S>
class BroadeningSearch final : public Search<S> {
  public:
    BroadeningSearch(Run<S>& run, const IterativeBroadeningConfig& config)
        : run_(run), config_(config), rules_{static_cast<std::size_t>(config.width)} {}

    bool step() override {
        if (complete_) return false;
        if (!pass_) begin_pass();
        if (pass_->step()) return true;
        complete_ = !rules_.cut;
        if (complete_) return false;
        pass_.reset();
        rules_.limit += static_cast<std::size_t>(config_.step);
        return true;
    }

    Proof proof() const override { return run_.proof_if(complete_); }
    std::int64_t least_bytes(const GameSize& game) const override {
        return DepthFirstPass<S, Widest>::Walk::least_bytes(game);
    }
    Statistics statistics() const override {
        return {{"passes", static_cast<double>(passes_)}, {"width", static_cast<double>(rules_.limit)}};
    }
    void archive(Archive& archive) override {
        archive(rules_, passes_, complete_);
        archive_pass(archive, pass_, run_, rules_);
    }

  private:
    struct Widest {
        std::size_t limit = 1;
        bool cut = false;

        bool enters(const S&) const { return true; }
        std::size_t width(std::size_t children) {
            cut = cut || children > limit;
            return limit;
        }
    };

    void begin_pass() {
        run_.phase = fmt::format("width {}", rules_.limit);
        rules_.cut = false;
        ++passes_;
        pass_.emplace(run_, rules_);
    }

    Run<S>& run_;
    const IterativeBroadeningConfig config_;
    Widest rules_;
    std::optional<DepthFirstPass<S, Widest>> pass_;
    std::int64_t passes_ = 0;
    bool complete_ = false;
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

    template <State S>
    using On = BroadeningSearch<S>;
};

}  // namespace playout
