#include "playout/players/late_player.h"

#include <chrono>
#include <utility>

#include "playout/base/errors.h"

namespace playout::players {

LatePlayer::LatePlayer(const Make& quick, Make better, const Over& patience_over, const Over& over,
                       Over stopped)
    : stopped_([this, stopped = std::move(stopped)] { return gone_ || stopped(); }),
      maker_([this, better = std::move(better)] {
          std::unique_ptr<Player> made;
          std::exception_ptr failure;
          try {
              made = better(stopped_);
          } catch (...) {
              failure = std::current_exception();
          }
          const std::lock_guard lock(mutex_);
          better_ = std::move(made);
          failure_ = failure;
          made_ = true;
          changed_.notify_all();
      }) {
    try {
        wait_for_better(patience_over);
        if (change_over()) return;
        try {
            player_ = quick(stopped_);
        } catch (const std::exception&) {
            wait_for_better(over);
            if (!change_over() && better_is_there()) throw;  // there is neither
        }
    } catch (...) {
        gone_ = true;
        maker_.join();
        throw;
    }
}

LatePlayer::~LatePlayer() {
    gone_ = true;
    maker_.join();
}

bool LatePlayer::better_is_there() const {
    const std::lock_guard lock(mutex_);
    return made_;
}

void LatePlayer::wait_for_better(const Over& over) const {
    std::unique_lock lock(mutex_);
    while (!made_ && !over()) changed_.wait_for(lock, std::chrono::milliseconds(5));
}

std::unique_ptr<Player> LatePlayer::take_better() {
    const std::lock_guard lock(mutex_);
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    return std::move(better_);
}

bool LatePlayer::change_over() {
    std::unique_ptr<Player> better;
    try {
        better = take_better();
    } catch (const std::exception&) {
        if (!player_) throw;  // else the one at work goes on
    }
    if (!better) return false;
    for (const std::vector<std::string>& joint : history_) try {
            better->advance(joint);
        } catch (const InputError&) {
            // A move that cannot be made; whoever told it heard so then.
        }
    history_.clear();
    player_ = std::move(better);
    better_may_come_ = false;
    return true;
}

void LatePlayer::prepare(const Over& over) {
    if (player_) player_->prepare([&] { return over() || better_is_there(); });
    if (!over() && change_over()) player_->prepare(over);
}

std::string LatePlayer::choose(const Over& over, const SoFar& so_far) {
    change_over();
    if (!player_) {
        wait_for_better(over);
        if (!change_over()) throw PlayerLate("the rules are not loaded yet");
    }
    if (better_is_there()) return player_->choose(over, so_far);
    std::string move = player_->choose([&] { return over() || better_is_there(); }, so_far);
    if (!over() && change_over()) move = player_->choose(over, so_far);
    return move;
}

void LatePlayer::advance(std::span<const std::string> joint) {
    if (better_may_come_) history_.emplace_back(joint.begin(), joint.end());
    if (player_) player_->advance(joint);
}

void LatePlayer::finish(const Over& over) {
    if (player_) player_->finish(over);
}

Thoughts LatePlayer::thoughts() const {
    return player_ ? player_->thoughts() : Thoughts{};
}

}  // namespace playout::players
