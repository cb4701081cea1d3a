// All joint moves of a state, at once.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "playout/base/watch.h"
#include "playout/game/game.h"

namespace playout::players {

class JointMoves {
  public:
    virtual ~JointMoves() = default;
    // visit(joint, next) with a legal move of each role and the state that they lead to, for all of them, what
    // is drawn included; false ends it, and so does `over()`. False: it was ended.
    using Visit = std::function<bool(std::span<const game::MoveId>, const game::StateKey&)>;
    virtual bool for_each(const game::StateKey& state, const Visit& visit, const Over& over) = 0;
};

// Joint moves and what they lead to, side by side.
class Solutions {
  public:
    void clear() {
        moves_.clear();
        words_.clear();
        count_ = 0;
    }
    void add(std::span<const game::MoveId> joint, const game::StateKey& next) {
        roles_ = joint.size();
        width_ = next.size();
        moves_.insert(moves_.end(), joint.begin(), joint.end());
        words_.insert(words_.end(), next.begin(), next.end());
        ++count_;
    }
    std::size_t size() const { return count_; }
    std::span<const game::MoveId> joint(std::size_t place) const {
        return std::span(moves_).subspan(place * roles_, roles_);
    }
    void state(std::size_t place, game::StateKey& state) const {
        const auto first = words_.begin() + static_cast<std::ptrdiff_t>(place * width_);
        state.assign(first, first + static_cast<std::ptrdiff_t>(width_));
    }

  private:
    std::size_t roles_ = 0, width_ = 0, count_ = 0;
    std::vector<game::MoveId> moves_;
    std::vector<std::uint64_t> words_;
};

}  // namespace playout::players
