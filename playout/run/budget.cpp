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
      last_look_(start_),
      last_progress_(start_),
      seconds_limit_(limits.seconds),
      playout_limit_(limits.playouts.value_or(-1)),
      node_limit_(limits.nodes.value_or(-1)),
      memory_limit_(limits.memory) {}

double Budget::share_used() const {
    const auto share = [](double used, double limit) { return limit > 0 ? std::min(1.0, used / limit) : 1.0; };
    double largest = 0;
    if (seconds_limit_) largest = share(last_look_ - start_, *seconds_limit_);
    if (playout_limit_ >= 0)
        largest = std::max(largest, share(static_cast<double>(playouts_), static_cast<double>(playout_limit_)));
    if (node_limit_ >= 0)
        largest = std::max(largest, share(static_cast<double>(nodes_), static_cast<double>(node_limit_)));
    return largest;
}

Limits Budget::left() const {
    const auto rest = [](std::int64_t limit, std::int64_t used) {
        return limit < 0 ? std::nullopt : std::optional(std::max<std::int64_t>(0, limit - used));
    };
    Limits left{.playouts = rest(playout_limit_, playouts_), .nodes = rest(node_limit_, nodes_)};
    if (seconds_limit_) left.seconds = std::max(0.0, *seconds_limit_ - seconds());
    left.memory = memory_limit_ - memory_;
    return left;
}

void Budget::extend(const Limits& more) {
    seconds_limit_ = more.seconds;
    if (more.seconds) *seconds_limit_ += seconds();
    playout_limit_ = more.playouts ? playouts_ + *more.playouts : -1;
    node_limit_ = more.nodes ? nodes_ + *more.nodes : -1;
    stop_where_used_up();
    look();
}

// Where another reason than these ended the run, it is over for good.
void Budget::stop_where_used_up() {
    if (stopped_by_ == StopReason::seconds || stopped_by_ == StopReason::playouts ||
        stopped_by_ == StopReason::nodes || stopped_by_ == StopReason::interrupt)
        stopped_by_.reset();
    if (playout_limit_ >= 0 && playouts_ >= playout_limit_) stop(StopReason::playouts);
    if (node_limit_ >= 0 && nodes_ >= node_limit_) stop(StopReason::nodes);
}

void Budget::archive(Archive& archive) {
    double used = seconds();
    archive(used, playouts_, nodes_, memory_, stopped_by_);
    if (archive.saving()) return;
    saved_seconds_ = used;
    go_on_from_saved();
    if (stopped_by_ == StopReason::memory && memory_ < memory_limit_) stopped_by_.reset();
    if (stopped_by_ == StopReason::target) stopped_by_.reset();  // there may be another one now
    stop_where_used_up();
}

void Budget::go_on_from_saved() {
    last_look_ = last_progress_ = clock_();
    start_ = last_look_ - saved_seconds_;
}

// A unit of work may cost nanoseconds or milliseconds, and cheap work may turn expensive at any time. So the
// number of calls between two looks follows the time they take, but is never large: a look costs some 30 ns.
void Budget::look() {
    constexpr int max_calls_per_look = 64;
    const double now = clock_();
    const double elapsed = now - last_look_;
    last_look_ = now;
    if (elapsed < 0.0005) {
        calls_per_look_ = std::min(calls_per_look_ * 2, max_calls_per_look);
    } else if (elapsed > 0.002) {
        calls_per_look_ = std::max(calls_per_look_ / 4, 1);
    }
    calls_until_look_ = calls_per_look_;
    if (stop_request_ != nullptr && stop_request_->load(std::memory_order_relaxed)) stop(StopReason::interrupt);
    if (seconds_limit_ && now - start_ >= *seconds_limit_) stop(StopReason::seconds);
    if (on_progress_ && now - last_progress_ >= 0.01) {
        last_progress_ = now;
        on_progress_();
    }
}

}  // namespace playout
