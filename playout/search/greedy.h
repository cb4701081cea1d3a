// One construction: at every step the move that looks best by bias, else by bound, else the first.
#pragma once

#include "playout/search/algorithm.h"
#include "playout/search/playout.h"

namespace playout {

template <State S>
class GreedyConstruction final : public Search<S> {
  public:
    GreedyConstruction(Run<S>& run, const NoConfig&) : run_(run) {}

    bool step() override {
        if (!dived_) dived_ = greedy_dive(run_);
        return !dived_;
    }

    Proof proof() const override { return run_.proof_if(false); }
    Statistics statistics() const override { return {}; }
    void archive(Archive& archive) override { archive(dived_); }

  private:
    Run<S>& run_;
    bool dived_ = false;
};

struct GreedySearch {
    using Config = NoConfig;

    static AlgorithmInfo info() {
        return {.name = "greedy",
                .meaning = "one construction: at every step the move that looks best",
                .playouts = "the one game",
                .nodes = ""};
    }

    static const Knobs<Config>& knobs() { return no_knobs(); }

    template <State S>
    using On = GreedyConstruction<S>;
};

}  // namespace playout
