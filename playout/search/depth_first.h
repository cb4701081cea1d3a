// Depth-first branch-and-bound in heuristic order (Rei, section 2.1), and the pass that iterative broadening
// and IDA* repeat with other rules. A node is dropped when its bound cannot beat the best so far; the walk
// keeps only the path, so memory is no concern. Without a bound it enumerates.
#pragma once

#include <algorithm>
#include <vector>

#include "playout/search/algorithm.h"
#include "playout/search/archive_pass.h"
#include "playout/search/depth_first_walk.h"
#include "playout/search/playout.h"

namespace playout {

// One pass over the tree. `Rules` may leave parts out, and remembers that it did:
//     bool enters(const S& state)       may the pass go below this node?
//     std::size_t width(std::size_t n)  how many of its n children, best first?
//     void left_out(const S& state, const std::vector<Move>& path)  optional: told of a node it may not go
//     below
template <State S, typename Rules>
class DepthFirstPass {
    struct Child {
        MoveOf<S> move;
    };

  public:
    using Walk = DepthFirstWalk<S, Child>;

    DepthFirstPass(Run<S>& run, Rules& rules) : run_(run), rules_(rules), walk_(run) {}

    // Some nodes further. False: everything that the rules allow was searched.
    bool step() {
        return walk_.step([this](const Child*) { return visit(); },
                          [this](const Child& child) { return settled(child); });
    }

    void archive(Archive& archive) { archive(walk_, pruned_, deepest_); }

    std::int64_t pruned() const { return pruned_; }
    std::size_t deepest() const { return deepest_; }

  private:
    bool settled(const Child& child) {
        if (!walk_.ends_worse(child)) return false;
        deepest_ = std::max(deepest_, walk_.moves().size() + 1);
        return true;
    }

    // Looks at the node where the walk stands; true when its children are to be searched.
    bool visit() {
        const S& state = walk_.state();
        run_.budget.count_node();
        deepest_ = std::max(deepest_, walk_.moves().size());
        if (state.at_end()) {
            run_.budget.count_playout();
            run_.offer(state, walk_.moves());
            return false;
        }
        if (run_.hopeless(state)) {
            ++pruned_;
            return false;
        }
        if (!rules_.enters(state)) {
            if constexpr (requires { rules_.left_out(state, walk_.moves()); })
                rules_.left_out(state, walk_.moves());
            return false;
        }
        const std::vector<MoveOf<S>>& moves = order_.sorted(state);
        for (std::size_t i = std::min(rules_.width(moves.size()), moves.size()); i-- > 0;)
            walk_.add({moves[i]});
        return true;
    }

    Run<S>& run_;
    Rules& rules_;
    Walk walk_;
    MoveOrder<S> order_;
    std::int64_t pruned_ = 0;
    std::size_t deepest_ = 0;
};

template <State S>
class DepthFirst final : public Search<S> {
  public:
    DepthFirst(Run<S>& run, const NoConfig&) : run_(run), pass_(run, everything_) {}

    bool step() override {
        complete_ = !pass_.step();
        return !complete_;
    }

    Proof proof() const override { return run_.proof_if(complete_); }
    std::int64_t least_bytes(const GameSize& game) const override {
        return DepthFirstPass<S, Everything>::Walk::least_bytes(game);
    }
    Statistics statistics() const override {
        return {{"pruned", static_cast<double>(pass_.pruned())},
                {"deepest", static_cast<double>(pass_.deepest())}};
    }
    void archive(Archive& archive) override { archive(complete_, pass_); }

  private:
    struct Everything {
        bool enters(const S&) const { return true; }
        std::size_t width(std::size_t children) const { return children; }
    };

    Run<S>& run_;
    Everything everything_;
    DepthFirstPass<S, Everything> pass_;
    bool complete_ = false;
};

struct DepthFirstSearch {
    using Config = NoConfig;

    static AlgorithmInfo info() {
        return {.name = "dfs",
                .meaning = "depth-first branch-and-bound in heuristic order",
                .playouts = "a finished game",
                .nodes = "a state visited"};
    }

    static const Knobs<Config>& knobs() { return no_knobs(); }

    template <State S>
    using On = DepthFirst<S>;
};

}  // namespace playout
