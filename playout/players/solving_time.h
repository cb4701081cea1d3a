// How much of a player's time the solving of rounds may have: a share of every search (Koriche et al. 2016,
// section 4.4). Where few of the solved rounds had a known successor, the share is smaller, since random games
// are the better use of the time there. A round that took longer than its share is paid for by the next
// searches; where rounds lately took more than the share of a whole search, none is solved.
#pragma once

#include <algorithm>
#include <utility>

#include "playout/base/clock.h"

namespace playout::players {

class SolvingTime {
  public:
    // No clock: whatever it takes.
    SolvingTime(double share, Clock clock) : share_(share), clock_(std::move(clock)) {}

    void begin_search() { search_began_ = now(); }
    void end_search() {
        spent_ = std::max(0.0, spent_ - allowed());
        round_seconds_ *= 0.9;  // else no round would be solved after a slow one
        longest_search_ = std::max(longest_search_, now() - search_began_);
    }

    bool allows_round() const {
        return !clock_ || (round_seconds_ <= share_ * longest_search_ && spent_ < allowed());
    }
    void begin_round() { round_began_ = now(); }
    // `found`: a successor was the end of the game, or known.
    void end_round(bool found) {
        const double seconds = now() - round_began_;
        spent_ += seconds;
        round_seconds_ += (seconds - round_seconds_) / 4;
        ++solved_;
        found_ += found ? 1 : 0;
        if (solved_ < 200) return;
        solved_ /= 2;  // the older, the less
        found_ /= 2;
    }

  private:
    double now() const { return clock_ ? clock_() : 0; }
    // Since the search began.
    double allowed() const { return share_ * (found_ + 1) / (solved_ + 1) * (now() - search_began_); }

    const double share_;
    const Clock clock_;
    double search_began_ = 0, round_began_ = 0, longest_search_ = 0;
    double spent_ = 0, round_seconds_ = 0;  // round_seconds_: a mean of the last ones
    double solved_ = 0, found_ = 0;
};

}  // namespace playout::players
