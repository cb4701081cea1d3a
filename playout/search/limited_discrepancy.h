// Limited discrepancy search (Harvey and Ginsberg 1995): the heuristic is mostly right, so games are tried in
// the order of how often they depart from it. Pass d sees every game with at most d discrepancies, where the
// i-th best move of a state counts i of them (the best one none); departures near the root come first, since
// there the heuristic knows least. A node is dropped when its bound cannot beat the best so far. A pass that
// left nothing out proves its result.
//
// Short ends are cheap to search and dear to come to. In domains that tell how many moves are left,
// discrepancies count only while these are many; below, all games are searched, once for every way there.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "playout/search/algorithm.h"
#include "playout/search/archive_pass.h"
#include "playout/search/depth_first_walk.h"
#include "playout/search/playout.h"

namespace playout {

struct LimitedDiscrepancyConfig {
    std::int64_t discrepancies = 0;
    std::int64_t exhaust = 16;
};

// One pass over the tree.
template <State S>
class DiscrepancyPass {
    struct Child {
        MoveOf<S> move;
        std::int64_t allowed;  // discrepancies below it
    };

  public:
    using Walk = DepthFirstWalk<S, Child>;

    // Games with fewer discrepancies than `allowed` were seen before, unless this is the first pass.
    DiscrepancyPass(Run<S>& run, std::int64_t allowed, bool first, std::int64_t exhaust)
        : run_(run), allowed_(allowed), first_(first), exhaust_(exhaust), walk_(run) {}

    // Some nodes further. False: it went through.
    bool step() {
        return walk_.step(
            [this](const Child* child) { return visit(child != nullptr ? child->allowed : allowed_); },
            [this](const Child& child) { return walk_.ends_worse(child); });
    }

    void archive(Archive& archive) { archive(walk_, left_out_); }

    bool left_out() const { return left_out_; }

  private:
    // Looks at the node where the walk stands; true when its children are to be searched.
    bool visit(std::int64_t allowed) {
        const S& state = walk_.state();
        run_.budget.count_node();
        const bool seen = allowed > 0 && !first_;
        if (state.at_end()) {
            if (seen) return false;
            run_.budget.count_playout();
            run_.offer(state, walk_.moves());
            return false;
        }
        if (run_.hopeless(state)) return false;
        if (is_short(state)) {
            if (seen) return false;
            const std::vector<MoveOf<S>>& moves = order_.sorted(state);
            for (std::size_t i = moves.size(); i-- > 0;) walk_.add({moves[i], allowed});
            return true;
        }
        if (allowed == 0) {
            walk_.add({order_.best(state), 0});
            left_out_ = left_out_ || order_.count() > 1;
            return true;
        }
        const std::vector<MoveOf<S>>& moves = order_.sorted(state);
        const auto width = std::min(moves.size(), static_cast<std::size_t>(allowed) + 1);
        left_out_ = left_out_ || width < moves.size();
        walk_.add({moves[0], allowed});
        for (std::size_t i = width; i-- > 1;) walk_.add({moves[i], allowed - static_cast<std::int64_t>(i)});
        return true;
    }

    bool is_short(const S& state) const {
        if constexpr (HasMovesLeft<S>) return state.moves_left() <= exhaust_;
        return false;
    }

    Run<S>& run_;
    std::int64_t allowed_;
    bool first_;
    std::int64_t exhaust_;
    Walk walk_;
    MoveOrder<S> order_;
    bool left_out_ = false;
};

template <State S>
class DiscrepancySearch final : public Search<S> {
  public:
    DiscrepancySearch(Run<S>& run, const LimitedDiscrepancyConfig& config)
        : run_(run), config_(config), allowed_(config.discrepancies) {}

    bool step() override {
        if (complete_) return false;
        if (!dived_) {
            dived_ = greedy_dive(run_);
            return true;
        }
        if (!pass_) begin_pass();
        if (pass_->step()) return true;
        complete_ = !pass_->left_out();
        if (complete_) return false;
        pass_.reset();
        ++allowed_;
        return true;
    }

    Proof proof() const override { return run_.proof_if(complete_); }
    std::int64_t least_bytes(const GameSize& game) const override {
        return DiscrepancyPass<S>::Walk::least_bytes(game);
    }
    Statistics statistics() const override {
        return {{"passes", static_cast<double>(passes_)}, {"discrepancies", static_cast<double>(allowed_)}};
    }
    void archive(Archive& archive) override {
        archive(dived_, allowed_, passes_, complete_);
        bool first = passes_ == 1;
        archive_pass(archive, pass_, run_, allowed_, first, config_.exhaust);
    }

  private:
    void begin_pass() {
        run_.phase = fmt::format("{} discrepancies", allowed_);
        pass_.emplace(run_, allowed_, passes_ == 0, config_.exhaust);
        ++passes_;
    }

    Run<S>& run_;
    const LimitedDiscrepancyConfig config_;
    bool dived_ = false;
    std::int64_t allowed_;
    std::int64_t passes_ = 0;
    std::optional<DiscrepancyPass<S>> pass_;
    bool complete_ = false;
};

struct LimitedDiscrepancySearch {
    using Config = LimitedDiscrepancyConfig;

    static AlgorithmInfo info() {
        return {.name = "limited-discrepancy",
                .meaning = "games in the order of how often they depart from the heuristic",
                .playouts = "a finished game",
                .nodes = "a state visited, in every pass"};
    }

    static const Knobs<Config>& knobs() {
        static const auto table =
            Knobs<Config>()
                .number("discrepancies", &Config::discrepancies, 0, 1'000'000,
                        "how many the first pass allows; each allows one more")
                .number("exhaust", &Config::exhaust, 0, 1'000'000,
                        "where at most so many moves are left all games are searched (partition tells)");
        return table;
    }

    template <State S>
    using On = DiscrepancySearch<S>;
};

}  // namespace playout
