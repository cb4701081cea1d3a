// A player at work in a thread of its own, so that whoever asks gets an answer in time whatever the player
// does: the move that it chose, or the best it had found by then.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "playout/base/clock.h"
#include "playout/players/player.h"

namespace playout::players {

class TimedPlayer {
  public:
    // Makes the player, which may take long (a sheet has to be loaded): until `over()`. `stopped()`: nobody
    // wants the player any more; it may be asked as long as there is the player, and ends whatever takes long.
    using Maker = std::function<std::unique_ptr<Player>(const Over& over, const Over& stopped)>;

    TimedPlayer(Maker make, Clock clock);
    // Tells the player to end, and waits for it.
    ~TimedPlayer();
    TimedPlayer(const TimedPlayer&) = delete;
    TimedPlayer& operator=(const TimedPlayer&) = delete;

    struct Answer {
        std::optional<std::string> move;  // nothing: there is none
        bool done = false;                // the player answered itself, and was not just out of time
        bool told = false;                // the player took the moves that it was told
        bool unreachable = false, late = false;
        std::string complaint;  // what went wrong, where something did
        double at = 0;          // when the player was done
        Thoughts thoughts;
    };
    // All times are the clock's: the player thinks until the first, and is waited for until the second.
    struct Times {
        double stop_thinking, deadline;
    };
    // A question that the player is at work on. Questions are answered in the order in which they were asked.
    struct Question {
        Answer answer;
        double deadline = 0;
        bool begun = false, withdrawn = false;
    };
    using Asked = std::shared_ptr<Question>;

    // Makes the player and lets it think; the answer has no move.
    Asked ask_to_prepare(const Times& times);
    // The moves of all roles since it was last asked, if there were any, and then its own.
    Asked ask_for_move(std::vector<std::vector<std::string>> played, const Times& times);
    // The last moves; the answer has none.
    Asked ask_to_finish(std::vector<std::vector<std::string>> played, const Times& times);
    // Waits until the player is done, or until the deadline, or until somebody does not want to wait any more.
    Answer answer_to(const Asked& asked, const Over& interrupted = never_over);
    // As if it had never been asked; whoever waits for the answer gets none. False: the player has begun with
    // it.
    bool withdraw(const Asked& asked);
    // Ends its thinking for good, without waiting: all that is left to do then is to take it down.
    void stop();
    // Its thread has ended, after `stop`.
    bool ended() const;

  private:
    using Work = std::function<void(Answer&, const Over&, const SoFar&)>;

    void run();
    void post(std::function<void()> task);
    Asked ask(const Times& times, Work work);

    const Maker make_;
    const Clock clock_;
    std::unique_ptr<Player> player_;  // of its thread
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> tasks_;
    std::atomic<bool> stop_ = false;
    bool ended_ = false;
    const Over stopped_ = [this] { return stop_.load(); };
    std::thread thread_;
};

}  // namespace playout::players
