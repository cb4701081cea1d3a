// What a run may spend, and why it ended. A search counts its work here and asks `spent()` once per unit of
// work.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "playout/base/archive.h"
#include "playout/base/clock.h"

namespace playout {

enum class StopReason { exhausted, seconds, playouts, nodes, memory, target, interrupt };

std::string_view to_text(StopReason reason);
std::optional<StopReason> parse_stop_reason(std::string_view text);

// Absent means no limit. Seconds, playouts, nodes and target end the run, whichever comes first; memory caps
// what a search keeps.
struct Limits {
    std::optional<double> seconds = {};
    std::optional<std::int64_t> playouts = {};
    std::optional<std::int64_t> nodes = {};
    std::int64_t memory = default_memory;
    std::optional<double> target = {};

    static constexpr std::int64_t default_memory = std::int64_t{4}
                                                   << 30;  // fixed, so that runs repeat elsewhere
};

// Set from outside (a signal handler, another thread) to end a run; the best so far is kept.
using StopRequest = std::atomic<bool>;
static_assert(StopRequest::is_always_lock_free, "a signal handler must be able to set it");

class Budget {
  public:
    Budget(const Limits& limits, Clock clock, const StopRequest* stop_request = nullptr);

    // True once the run is over. Cheap: the clock and the stop request are looked at once in a number of calls
    // that follows the speed of the work.
    bool spent() {
        if (--calls_until_look_ <= 0) look();
        return stopped_by_.has_value();
    }

    // Looks at the clock and the stop request now; after work that took unusually long.
    void look();

    // One more finished game, or one iteration of a tree search.
    void count_playout() {
        if (++playouts_ == playout_limit_) stop(StopReason::playouts);
    }

    // One more state visited or kept, as the algorithm defines it.
    void count_node() {
        if (++nodes_ == node_limit_) stop(StopReason::nodes);
    }

    // Tells how many bytes the search keeps, or is about to keep; false: that is more than it may. What to do
    // then, to end the run or to go on without growing, is for the search to decide.
    bool set_memory(std::int64_t bytes) {
        memory_ = bytes;
        return bytes <= memory_limit_;
    }
    // For a search that cannot go on without them. False: the run is over.
    bool must_fit(std::int64_t bytes) {
        if (!set_memory(bytes)) stop(StopReason::memory);
        return bytes <= memory_limit_;
    }

    // How much of what ends the run is used up, from 0 to 1: the share of the limit that is nearest to its end,
    // as of the last look at the clock. Without any limit 0.
    double share_used() const;

    // What is left of the limits,
    Limits left() const;
    // and a budget of its own for it, by the same clock.
    Budget part() const { return Budget(left(), clock_, stop_request_); }

    // The run may go on, until one of these limits is used up from now on; unless it ended for another reason
    // than a limit of seconds, playouts or nodes, or a stop request.
    void extend(const Limits& more);

    // What was used so far. The limits are not part of it: loaded into a budget with other limits, the run goes
    // on within those. Time goes on from where it was.
    void archive(Archive& archive);
    // All is loaded: only from now on time goes on.
    void go_on_from_saved();

    // Only a number of nodes ends the run, so that a search that makes no more would never end.
    bool only_nodes_end() const { return node_limit_ >= 0 && playout_limit_ < 0 && !seconds_limit_; }

    // The first reason stands.
    void stop(StopReason reason) {
        if (!stopped_by_) stopped_by_ = reason;
    }

    // Called about a hundred times a second; for progress reports.
    void on_progress(std::function<void()> action) { on_progress_ = std::move(action); }

    bool stopped() const { return stopped_by_.has_value(); }
    std::optional<StopReason> stopped_by() const { return stopped_by_; }
    std::int64_t playouts() const { return playouts_; }
    std::int64_t nodes() const { return nodes_; }
    std::int64_t memory() const { return memory_; }
    std::int64_t memory_limit() const { return memory_limit_; }
    double seconds() const { return clock_() - start_; }
    double seconds_at_last_look() const { return last_look_ - start_; }

  private:
    void stop_where_used_up();

    Clock clock_;
    const StopRequest* stop_request_;
    std::function<void()> on_progress_;
    double start_;
    double saved_seconds_ = 0;  // used before what was loaded was saved
    double last_look_;
    double last_progress_;
    std::optional<double> seconds_limit_;
    std::int64_t playout_limit_;
    std::int64_t node_limit_;
    std::int64_t memory_limit_;
    int calls_until_look_ = 1;
    int calls_per_look_ = 1;
    std::int64_t playouts_ = 0;
    std::int64_t nodes_ = 0;
    std::int64_t memory_ = 0;
    std::optional<StopReason> stopped_by_;
};

}  // namespace playout
