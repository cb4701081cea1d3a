// Somebody who plays one role of a game. Moves go by their texts, so that a player may be anywhere.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>

#include "playout/base/watch.h"

namespace playout::players {

using playout::Over;  // here: whether the time to think is over

// Told of the move to make should the answer not come in time.
using SoFar = std::function<void(const std::string& move)>;

// What a player thought before its last move.
struct Thoughts {
    std::int64_t playouts = 0;
    std::int64_t nodes = 0;  // in its tree
    double expected = -1;    // its goal, 0 to 100; less than 0: no idea
    bool solved = false;     // it knows what comes of it
};

// A player that is elsewhere cannot be asked, or does not answer in time.
class PlayerUnreachable : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};
class PlayerLate : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

class Player {
  public:
    virtual ~Player() = default;
    // Time to think before the first move.
    virtual void prepare(const Over&) {}
    // A legal move of its role where the game stands, as the rules spell it (a player elsewhere may answer in
    // another case), soon after `over()`.
    virtual std::string choose(const Over& over, const SoFar& so_far) = 0;
    // The moves of all roles, by role, that lead to the next state. Throws InputError where one is not legal.
    virtual void advance(std::span<const std::string> joint) = 0;
    // The game is over. Ends soon after `over()`.
    virtual void finish(const Over&) {}
    virtual Thoughts thoughts() const { return {}; }
};

}  // namespace playout::players
