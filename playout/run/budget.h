// What a run may spend, and why it ended. A search counts its work here and asks `spent()` once per unit of
// work.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "playout/base/clock.h"

namespace playout {

enum class StopReason { exhausted, seconds, playouts, nodes, memory, target, interrupt };

std::string_view to_text(StopReason reason);
std::optional<StopReason> parse_stop_reason(std::string_view text);

// Absent means no limit. Seconds, playouts, nodes and target end the run, whichever comes first; memory caps
// what a search keeps.
struct Limits {
    std::optional<double> seconds;
    std::optional<std::int64_t> playouts;
    std::optional<std::int64_t> nodes;
    std::int64_t memory = default_memory;
    std::optional<double> target;

    static constexpr std::int64_t default_memory = std::int64_t{4}
                                                   << 30;  // fixed, so that runs repeat elsewhere
};

// Set from outside (a signal handler, another thread) to end a run; the best so far is kept.
using StopRequest = std::atomic<bool>;
static_assert(StopRequest::is_always_lock_free, "a signal handler must be able to set it");

class Budget {
  public:
    Budget(const Limits& limits, Clock clock, const StopRequest* stop_request = nullptr);

    // True once the run is over. Cheap: the clock and the stop request are looked at about once a millisecond.
    bool spent() {
        if (--calls_until_poll_ <= 0) poll();
        return stopped_by_.has_value();
    }

    // One more finished game, or one iteration of a tree search.
    void count_playout() {
        if (++playouts_ == playout_limit_) stop(StopReason::playouts);
    }

    // One more state visited or kept, as the algorithm defines it.
    void count_node() {
        if (++nodes_ == node_limit_) stop(StopReason::nodes);
    }

    // Tells how many bytes the search holds now; false, and the run is over, when that is more than allowed.
    bool holds(std::int64_t bytes) {
        memory_ = bytes;
        if (bytes > memory_limit_) stop(StopReason::memory);
        return bytes <= memory_limit_;
    }

    // The first reason stands.
    void stop(StopReason reason) {
        if (!stopped_by_) stopped_by_ = reason;
    }

    // Called at every look at the clock; for progress reports.
    void on_poll(std::function<void()> action) { on_poll_ = std::move(action); }

    bool stopped() const { return stopped_by_.has_value(); }
    std::optional<StopReason> stopped_by() const { return stopped_by_; }
    std::int64_t playouts() const { return playouts_; }
    std::int64_t nodes() const { return nodes_; }
    std::int64_t memory() const { return memory_; }
    std::int64_t memory_limit() const { return memory_limit_; }
    double seconds() const { return clock_() - start_; }

  private:
    void poll();

    Clock clock_;
    const StopRequest* stop_request_;
    std::function<void()> on_poll_;
    double start_;
    double last_poll_;
    std::optional<double> seconds_limit_;
    std::int64_t playout_limit_;
    std::int64_t node_limit_;
    std::int64_t memory_limit_;
    std::int64_t calls_until_poll_ = 1;
    std::int64_t calls_per_poll_ = 1;
    std::int64_t playouts_ = 0;
    std::int64_t nodes_ = 0;
    std::int64_t memory_ = 0;
    std::optional<StopReason> stopped_by_;
};

}  // namespace playout
