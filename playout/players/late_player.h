// A player that begins with what can be made quickly, while a better one is made in a thread of its own, and
// changes over to that one as soon as it is there. Rules that take long to ground are played like this: by the
// rules themselves first, slowly, and by the compiled game then.
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "playout/players/player.h"

namespace playout::players {

class LatePlayer final : public Player {
  public:
    // Gives nothing where there is none. Ends soon, by an exception, when `stopped()`, which may be asked as
    // long as this player lives.
    using Make = std::function<std::unique_ptr<Player>(const Over& stopped)>;

    // Waits for the better one until `patience_over()`, and makes the quick one then. Where that cannot be
    // made, it waits until `over()`, and there is no player until the better one comes. Throws what `better`
    // throws in that time.
    LatePlayer(const Make& quick, Make better, const Over& patience_over, const Over& over, Over stopped);
    ~LatePlayer() override;

    void prepare(const Over& over) override;
    std::string choose(const Over& over, const SoFar& so_far) override;
    void advance(std::span<const std::string> joint) override;
    void finish(const Over& over) override;
    Thoughts thoughts() const override;

  private:
    bool better_is_there() const;
    // Whether there is one that was not there before.
    bool change_over();
    void wait_for_better(const Over& over) const;
    // The better one, if it is there. Throws what went wrong with it.
    std::unique_ptr<Player> take_better();

    std::unique_ptr<Player> player_;  // at work
    bool better_may_come_ = true;
    std::vector<std::vector<std::string>> history_;  // all moves, for whoever comes late

    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    std::unique_ptr<Player> better_;
    std::exception_ptr failure_;  // of the better one
    bool made_ = false;           // or will never be
    std::atomic<bool> gone_ = false;
    const Over stopped_;
    std::thread maker_;
};

}  // namespace playout::players
