// Whether random games are better cut some steps further on, by the goals that hold there, than played to their
// ends. Where what counts is gathered (seeds, pieces, points), goals on the way tell how games end, and they
// tell more of a position, in less time. Where a lead means little (discs in Othello), or goals are the same
// until the end, they do not.
//
// The first random games tell how long games are. Of the next ones the goals half way are held against those at
// the end. The sum of half of many independent steps correlates with the sum of all of them by sqrt(1/2) =
// 0.71; goals are trusted where they come to a third.
//
// In games of chance it is the other way round. Where goals half way tell nothing of the end (but differ, and
// do not point the other way), the dice drown what a move was worth long before it; where they tell something,
// games to the end do so too, and these are fair.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "playout/ggp/random_games.h"

namespace playout::players {

class GoalForecast {
  public:
    // The role that is chance, if one is; what it gets does not matter.
    explicit GoalForecast(std::optional<std::size_t> chance) : chance_(chance) {}

    // Where the goals of games are to be looked at; 0: not yet.
    std::int64_t look_after() const { return look_after_; }

    // A game that was played to its end.
    void add(const ggp::GameEnd& end) {
        if (look_after_ == 0) {
            steps_ += end.steps;
            if (++games_ == games_for_length) look_after_ = std::max<std::int64_t>(1, steps_ / games_ / 2);
            return;
        }
        // Games that were under way already may be past that step.
        if (!end.early_goals.empty()) ++looked_at_;
        if (end.steps <= look_after_) ++short_games_;
        for (std::size_t role = 0; role < end.early_goals.size(); ++role) {
            if (role == chance_) continue;
            const double early = end.early_goals[role], last = end.goals[role];
            ++pairs_;
            early_ += early;
            last_ += last;
            early_squares_ += early * early;
            last_squares_ += last * last;
            products_ += early * last;
        }
    }

    // Nothing: there were too few games.
    std::optional<bool> trusted() const {
        if (looked_at_ >= games_for_verdict) {
            const double found = correlation();
            return chance_ ? found > -0.1 && found < 0.25 : found > 1.0 / 3;
        }
        return short_games_ >= 4 * games_for_verdict ? std::optional(false) : std::nullopt;
    }

  private:
    // Where many games are under way at once, the first to end are the short ones, of which goals half way tell
    // more: after 192 games those of chinese checkers (0.25 to 0.3 in a search) were trusted in one of two
    // matches.
    static constexpr std::int64_t games_for_length = 256, games_for_verdict = 768;

    double correlation() const {
        const double early_spread = early_squares_ - early_ * early_ / pairs_;
        const double last_spread = last_squares_ - last_ * last_ / pairs_;
        if (early_spread < 1e-6 || last_spread < 1e-6) return -1;  // they tell nothing
        return (products_ - early_ * last_ / pairs_) / std::sqrt(early_spread * last_spread);
    }

    const std::optional<std::size_t> chance_;
    std::int64_t games_ = 0, steps_ = 0, look_after_ = 0;
    std::int64_t looked_at_ = 0, short_games_ = 0;
    double pairs_ = 0, early_ = 0, last_ = 0, early_squares_ = 0, last_squares_ = 0, products_ = 0;
};

}  // namespace playout::players
