// What all workers of one solve share: the problem, the limits as totals, the best solution so far and its
// story. One worker (run.h) is the case of one. Whoever finds something better takes the lock; a worker that
// only compares reads its own copy of the best outcome, so that ruling out a state costs no lock.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "playout/problem/archive_moves.h"
#include "playout/problem/capabilities.h"
#include "playout/run/budget.h"
#include "playout/run/observer.h"

namespace playout {

template <State S>
class SharedRun {
    static_assert(checked_state<S>);

  public:
    using Move = MoveOf<S>;

    SharedRun(const S& root, const Limits& limits, Observer& observer)
        : root_(root), limits_(limits), observer_(observer) {}
    SharedRun(const SharedRun&) = delete;
    SharedRun& operator=(const SharedRun&) = delete;

    const S& root() const { return root_; }
    Sense sense() const { return root_.sense(); }
    Observer& observer() const { return observer_; }
    const Limits& limits() const { return limits_; }  // totals, over all workers
    void set_limits(const Limits& limits) { limits_ = limits; }

    // A solution that was replayed. False: somebody else has found one as good by now.
    bool accept(const OutcomeOf<S>& outcome, const std::vector<Move>& moves, double seconds,
                std::int64_t playouts) {
        const std::lock_guard lock(mutex_);
        if (best_ && !better(outcome, *best_, sense())) return false;
        best_ = outcome;
        best_moves_ = moves;
        trace_.push_back({seconds, playouts, outcome});
        version_.fetch_add(1, std::memory_order_release);
        observer_.incumbent(trace_.back());
        return true;
    }

    // The best is as good as the user asked for.
    bool target_reached() const {
        return limits_.target && best_ && best_->feasible() &&
               !better_value(*limits_.target, best_->value, sense());
    }

    // Changes with every better solution.
    std::uint64_t version() const { return version_.load(std::memory_order_acquire); }
    // The best outcome, copied under the lock.
    std::optional<OutcomeOf<S>> current_best() const {
        const std::lock_guard lock(mutex_);
        return best_;
    }

    // And its game.
    std::vector<Move> current_best_moves() const {
        const std::lock_guard lock(mutex_);
        return best_moves_;
    }

    // While no worker is at work.
    const std::optional<OutcomeOf<S>>& best() const { return best_; }
    const std::vector<Move>& best_moves() const { return best_moves_; }
    const std::vector<TracePoint>& trace() const { return trace_; }

    void archive(Archive& archive) {
        archive_root(archive);
        S end = root_;
        bool any = best_.has_value();
        archive(any, trace_);
        if (!any) return;
        archive_moves(archive, end, best_moves_);
        Outcome saved = best_ ? static_cast<const Outcome&>(*best_) : Outcome{};
        archive(saved);
        if (archive.saving()) return;
        if (!end.at_end() || static_cast<const Outcome&>(outcome_of(end)) != saved)
            archive.fail("the best game is worth something else: this is another problem");
        best_ = outcome_of(end);
        version_.fetch_add(1, std::memory_order_release);
    }

  private:
    // The problem itself is not saved; what it says of its start must be the same.
    void archive_root(Archive& archive) const {
        std::vector<Move> moves;
        legal_moves_of(root_, moves);
        archive.same(moves.size(), "the number of moves at the start");
        constexpr std::size_t enough = 1000;
        for (std::size_t i = 0; i < std::min(enough, moves.size()); ++i)
            archive.same(std::string(root_.move_text(moves[i])), "a move at the start");
        if constexpr (HasBound<S>) archive.same(static_cast<double>(root_.bound()), "the bound at the start");
        if constexpr (HasHash<S>) archive.same(root_.hash(), "the hash of the start");
    }

    const S root_;
    Limits limits_;
    Observer& observer_;
    mutable std::mutex mutex_;
    std::optional<OutcomeOf<S>> best_;
    std::vector<Move> best_moves_;
    std::vector<TracePoint> trace_;
    std::atomic<std::uint64_t> version_ = 0;
};

}  // namespace playout
