#include "playout/run/budget.h"

#include <algorithm>
#include <array>
#include <utility>

namespace playout {
namespace {

constexpr std::array<std::string_view, 7> reason_texts{"exhausted", "seconds", "playouts", "nodes",
                                                       "memory",    "target",  "interrupt"};

}  // namespace

std::string_view to_text(StopReason reason) {
    return reason_texts[static_cast<std::size_t>(reason)];
}

std::optional<StopReason> parse_stop_reason(std::string_view text) {
    const auto found = std::find(reason_texts.begin(), reason_texts.end(), text);
    if (found == reason_texts.end()) return std::nullopt;
    return static_cast<StopReason>(found - reason_texts.begin());
}

Budget::Budget(const Limits& limits, Clock clock, const StopRequest* stop_request)
    : clock_(std::move(clock)),
      stop_request_(stop_request),
      start_(clock_()),
      last_poll_(start_),
      seconds_limit_(limits.seconds),
      playout_limit_(limits.playouts.value_or(-1)),
      node_limit_(limits.nodes.value_or(-1)),
      memory_limit_(limits.memory) {}

// Work between two polls may cost nanoseconds or milliseconds: the distance between polls follows it, at most
// doubling, so that one poll comes about every millisecond.
void Budget::poll() {
    const double now = clock_();
    const double elapsed = now - last_poll_;
    last_poll_ = now;
    if (elapsed < 0.0005) {
        calls_per_poll_ = std::min<std::int64_t>(calls_per_poll_ * 2, 1 << 20);
    } else if (elapsed > 0.002) {
        calls_per_poll_ = std::max<std::int64_t>(calls_per_poll_ / 4, 1);
    }
    calls_until_poll_ = calls_per_poll_;
    if (stop_request_ != nullptr && stop_request_->load(std::memory_order_relaxed)) stop(StopReason::interrupt);
    if (seconds_limit_ && now - start_ >= *seconds_limit_) stop(StopReason::seconds);
    if (on_poll_) on_poll_();
}

}  // namespace playout
