// Work that is no search, but may take long: reading, checking and grounding rules, or a question to them. It
// looks at its watch now and then, and ends by an exception when nobody wants its result any more or its time
// is over; a half of it would be of no use.
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <utility>

namespace playout {

using Over = std::function<bool()>;  // whether the time for something is over

inline bool never_over() {
    return false;
}

class WorkEnded : public std::runtime_error {
  public:
    WorkEnded() : std::runtime_error("the work was ended before it was done") {}
};

class Watch {
  public:
    // Nobody ends the work.
    Watch() = default;
    explicit Watch(Over over) : over_(std::move(over)) {}

    // Once for every piece of work that takes some microseconds at most. Throws WorkEnded.
    void look() const {
        if (over_ && ++looks_ % 256 == 0) look_now();
    }
    void look_now() const {
        if (over_ && over_()) throw WorkEnded();
    }

  private:
    Over over_;
    mutable std::uint32_t looks_ = 0;
};

}  // namespace playout
