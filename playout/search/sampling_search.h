// The loop that sp-mcts and beam-mcts share: searches one after the other, each with a tree of its own, until
// one of them has searched everything or the budget is used up.
#pragma once

#include <cstdint>

#include "playout/search/sampling_tree.h"

namespace playout {

// `Config` derives from TreeConfig.
template <State S, typename Formula, typename Config>
class SamplingSearch : public Search<S> {
  public:
    // One playout.
    bool step() final {
        if (complete_) return false;
        if (!searching_) {
            searching_ = true;
            ++searches_;
            tree_.restart();
            begin_search();
        }
        if (!advance(config_.end_of_search(searches_))) return true;
        complete_ = tree_.searched_out();
        searching_ = false;
        end_search();
        return !complete_;
    }

    Proof proof() const final { return run_.proof_if(complete_); }

    Statistics statistics() const override {
        Statistics numbers = tree_.growth().statistics();
        numbers.emplace_back("closed", static_cast<double>(tree_.closed_nodes()));
        numbers.emplace_back("searches", static_cast<double>(searches_));
        return numbers;
    }

    void archive(Archive& archive) override { archive(searching_, complete_, searches_, tree_); }

  protected:
    using Move = MoveOf<S>;
    using TreeType = typename SamplingTree<S, Formula>::TreeType;
    using Index = typename TreeType::Index;

    SamplingSearch(Run<S>& run, const Config& config, const Formula& formula, std::int64_t threshold,
                   bool keep_closed)
        : run_(run), config_(config), tree_(run, formula, config, threshold, keep_closed) {}

    // What is special about the search: after its tree was made, after every playout, and at its end.
    virtual void begin_search() = 0;
    virtual void after_playout() {}
    virtual void end_search() = 0;

    // A playout, in this search. True: it is over; by default when nothing is left to search in its tree or
    // that share of the budget is used.
    virtual bool advance(double share) { return search_until(share); }

    bool search_until(double share) {
        if (tree_.closed()) return true;
        if (!tree_.iterate()) return false;
        after_playout();
        return tree_.closed() || (share < 1 && run_.budget.share_used() >= share);
    }

    Run<S>& run_;
    Config config_;
    SamplingTree<S, Formula> tree_;
    bool searching_ = false;
    bool complete_ = false;
    std::int64_t searches_ = 0;
};

}  // namespace playout
