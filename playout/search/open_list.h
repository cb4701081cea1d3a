// Search with a list of open nodes (003, algorithm 2.1): take the first node, enqueue its children. The order
// of the list makes it breadth-first or best-first branch-and-bound. Both begin with a greedy dive, so that
// there is a solution to prune with and to show when memory or time runs out before the first end is reached.
//
// Nodes whose bound cannot beat the best are dropped when they are made and again when they come up. The list
// grows with every node: at the memory limit the search ends with what it has.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "playout/base/chunked_vector.h"
#include "playout/search/algorithm.h"
#include "playout/search/open_heap.h"
#include "playout/search/path_links.h"
#include "playout/search/playout.h"
#include "playout/search/state_bytes.h"

namespace playout {

enum class OpenOrder { breadth_first, best_bound_first };

template <State S, OpenOrder order>
class OpenListSearch {
  public:
    explicit OpenListSearch(Run<S>& run) : run_(run) {}

    Proof search() {
        greedy_dive(run_);
        const bool complete = empty_the_list();
        run_.statistics = {{"pruned", static_cast<double>(pruned_)},
                           {"deepest", static_cast<double>(deepest_)},
                           {"open", static_cast<double>(open_.size())},
                           {"bytes", static_cast<double>(bytes())}};
        return run_.proof_if(complete);
    }

  private:
    using Move = MoveOf<S>;

    struct Entry {
        double cost;          // less comes first
        std::uint32_t depth;  // at equal cost the deeper first: it is nearer to a solution
        std::uint32_t link;   // then the older
        std::uint32_t slot;

        friend bool operator<(const Entry& left, const Entry& right) {
            if (left.cost != right.cost) return left.cost < right.cost;
            if (left.depth != right.depth) return left.depth > right.depth;
            return left.link < right.link;
        }
    };

    // True: no node is left that could be better.
    bool empty_the_list() {
        run_.budget.count_node();
        if (run_.root().at_end()) return true;  // the dive was the only game
        enqueue(run_.root(), PathLinks<S>::root, 0);
        while (!open_.empty() && !run_.over()) {
            const Entry entry = open_.pop();
            const S state = std::move(slots_[entry.slot]);
            free_slots_.push_back(entry.slot);
            if (run_.hopeless(state)) {
                ++pruned_;
                if (HasBound<S> && order == OpenOrder::best_bound_first)
                    return true;  // all others are no better
                continue;
            }
            if (!expand(state, entry)) return false;
        }
        return open_.empty() && !run_.budget.stopped();
    }

    bool expand(const S& state, const Entry& entry) {
        const std::vector<Move>& moves = order_.sorted(state);
        deepest_ = std::max(deepest_, entry.depth + 1);
        for (const Move& move : moves) {
            if (run_.over()) return false;
            S child = state;
            child.play(move);
            run_.budget.count_node();
            if (child.at_end()) {
                run_.budget.count_playout();
                if (run_.improves(outcome_of(child))) run_.offer(child, links_.path(entry.link, move));
            } else if (run_.hopeless(child)) {
                ++pruned_;
            } else {
                if (links_.full() || !run_.budget.fits(bytes())) {
                    run_.budget.stop(StopReason::memory);
                    return false;
                }
                enqueue(std::move(child), links_.add(entry.link, move), entry.depth + 1);
            }
        }
        return true;
    }

    void enqueue(S state, std::uint32_t link, std::uint32_t depth) {
        const double cost = order == OpenOrder::breadth_first ? depth : bound_cost(state);
        std::uint32_t slot;
        if (free_slots_.empty()) {
            slot = static_cast<std::uint32_t>(slots_.size());
            owned_bytes_ += state_bytes_.of(state) - static_cast<std::int64_t>(sizeof(S));
            slots_.emplace_back(std::move(state));
        } else {
            slot = free_slots_.back();
            free_slots_.pop_back();
            slots_[slot] = std::move(state);
        }
        open_.push({cost, depth, link, slot});
    }

    std::int64_t bytes() const {
        const auto free_list = static_cast<std::int64_t>(free_slots_.capacity() * sizeof(std::uint32_t));
        return links_.bytes() + slots_.bytes() + owned_bytes_ + open_.bytes() + free_list;
    }

    Run<S>& run_;
    MoveOrder<S> order_;
    StateBytes<S> state_bytes_;
    OpenHeap<Entry> open_;
    PathLinks<S> links_;
    ChunkedVector<S> slots_;
    std::vector<std::uint32_t> free_slots_;
    std::int64_t owned_bytes_ = 0;
    std::int64_t pruned_ = 0;
    std::uint32_t deepest_ = 0;
};

struct BreadthFirstSearch {
    using Config = NoConfig;

    static AlgorithmInfo info() {
        return {.name = "bfs",
                .meaning = "breadth-first branch-and-bound, layer by layer",
                .playouts = "a finished game",
                .nodes = "a state made"};
    }

    static const Knobs<Config>& knobs() { return no_knobs(); }

    template <State S>
    static Proof search(Run<S>& run, const Config&) {
        return OpenListSearch<S, OpenOrder::breadth_first>(run).search();
    }
};

struct BestFirstSearch {
    using Config = NoConfig;

    static AlgorithmInfo info() {
        return {.name = "best-first",
                .meaning = "branch-and-bound that always expands the node with the best bound",
                .playouts = "a finished game",
                .nodes = "a state made"};
    }

    static const Knobs<Config>& knobs() { return no_knobs(); }

    template <State S>
    static Proof search(Run<S>& run, const Config&) {
        return OpenListSearch<S, OpenOrder::best_bound_first>(run).search();
    }
};

}  // namespace playout
