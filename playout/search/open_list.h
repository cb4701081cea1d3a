// Search with a list of open nodes (Rei, algorithm 2.1): take the first node, enqueue its children. The order
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
class OpenListSearch final : public Search<S> {
  public:
    OpenListSearch(Run<S>& run, const NoConfig&) : run_(run), expanded_(run.root()) {}

    bool step() override {
        if (complete_) return false;
        if (!begun_) {
            begin();
            return true;
        }
        if (next_move_ == moves_.size() && !take_next()) return false;
        expand();
        return true;
    }

    Proof proof() const override { return run_.proof_if(complete_); }
    std::int64_t least_bytes(const GameSize& game) const override {
        return Search<S>::least_bytes(game) + 4 * game.state_bytes;
    }
    Statistics statistics() const override {
        return {{"pruned", static_cast<double>(pruned_)},
                {"deepest", static_cast<double>(deepest_)},
                {"open", static_cast<double>(open_.size())},
                {"bytes", static_cast<double>(bytes())}};
    }

    void archive(Archive& archive) override {
        archive(begun_, complete_, pruned_, deepest_, owned_bytes_, state_bytes_, open_, entry_, next_move_);
        links_.archive(archive, run_.root());
        archive_slots(archive);
        bool expanding = next_move_ < moves_.size();
        archive(expanding);
        if (archive.saving()) return;
        if (!expanding) {
            next_move_ = 0;
            return;
        }
        expanded_ = links_.state(run_.root(), entry_.link);
        moves_ = order_.sorted(expanded_);
        if (next_move_ >= moves_.size()) archive.fail("damaged: a node has fewer moves");
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

    void begin() {
        begun_ = greedy_dive(run_);
        if (!begun_) return;
        run_.budget.count_node();
        complete_ = run_.root().at_end();  // the dive was the only game
        if (!complete_) enqueue(run_.root(), PathLinks<S>::root, 0);
    }

    // The next node to be expanded. False: none is left that could be better.
    bool take_next() {
        moves_.clear();
        next_move_ = 0;
        complete_ = open_.empty();
        if (complete_) return false;
        entry_ = open_.pop();
        expanded_ = std::move(slots_[entry_.slot]);
        free_slots_.push_back(entry_.slot);
        if (run_.hopeless(expanded_)) {
            ++pruned_;
            complete_ = HasBound<S> && order == OpenOrder::best_bound_first;  // all others are no better
            return !complete_;
        }
        moves_.swap(order_.sorted(expanded_));
        deepest_ = std::max(deepest_, entry_.depth + 1);
        return true;
    }

    void expand() {
        for (; next_move_ < moves_.size() && !run_.over(); ++next_move_) {
            const Move& move = moves_[next_move_];
            S child = expanded_;
            child.play(move);
            run_.budget.count_node();
            if (child.at_end()) {
                run_.budget.count_playout();
                if (run_.improves(outcome_of(child))) run_.offer(child, links_.path(entry_.link, move));
            } else if (run_.hopeless(child)) {
                ++pruned_;
            } else {
                if (links_.full() || !run_.budget.set_memory(bytes()))
                    return run_.budget.stop(StopReason::memory);
                enqueue(std::move(child), links_.add(entry_.link, move), entry_.depth + 1);
            }
        }
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

    // Which slots there are; the states of open nodes are played again, one in a free slot matters to nobody.
    void archive_slots(Archive& archive) {
        std::size_t slots = slots_.size(), free_capacity = free_slots_.capacity();
        archive(slots, free_capacity, free_slots_);
        if (archive.saving()) return;
        free_slots_.reserve(free_capacity);
        while (slots_.size() < slots) slots_.emplace_back(run_.root());
        open_.for_each([&](const Entry& entry) {
            if (entry.slot >= slots) archive.fail("damaged: a node has no place");
            slots_[entry.slot] = links_.state(run_.root(), entry.link);
        });
    }

    Run<S>& run_;
    bool begun_ = false;
    bool complete_ = false;
    S expanded_;                 // the node that is being expanded,
    Entry entry_{};              // its place,
    std::vector<Move> moves_;    // and its moves, of which
    std::size_t next_move_ = 0;  // this is the next
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
    using On = OpenListSearch<S, OpenOrder::breadth_first>;
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
    using On = OpenListSearch<S, OpenOrder::best_bound_first>;
};

}  // namespace playout
