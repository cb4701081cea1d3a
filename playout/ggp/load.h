// From the text of a rule sheet to a game that can be played.
#pragma once

#include <memory>
#include <string>

#include "playout/gdl/check.h"
#include "playout/ggp/machine.h"
#include "playout/ggp/percepts.h"
#include "playout/ggp/proved_game.h"

namespace playout::ggp {

struct LoadLimits {
    // Of all that is made, and later of what a game by the rules themselves keeps.
    std::int64_t memory = std::int64_t{4} << 30;
    Over over = never_over;                      // grounding has had its time: the rules themselves, then
    Over stop = never_over;                      // loading has: nothing comes of it
    bool ground = true;                          // false: the rules themselves, always
    gdl::NameCase names = gdl::NameCase::exact;  // how the sheet is read
};

// Immutable; any number of games can be made of it.
class RuleSheet {
  public:
    // Throws InputError where the sheet is not valid, and WorkEnded by the limits.
    RuleSheet(std::string_view text, const std::string& file, const LoadLimits& limits = {});

    const gdl::Sheet& sheet() const { return *sheet_; }
    // The circuit, or nothing where the sheet was not grounded, and then why.
    const Wiring* wiring() const { return wiring_.get(); }
    const std::string& why_not_ground() const { return why_not_ground_; }
    std::size_t ground_rules() const { return ground_rules_; }
    const Percepts& percepts() const { return percepts_; }
    // Throws InputError where somebody would have to play without knowing the state.
    void require_open() const;

    // Calls use(game) with a new game of the faster kind. Where that is the rules themselves, it may throw
    // WorkEnded.
    template <typename Use>
    auto with_game(Use use, const Watch& watch = {}) const {
        if (wiring_) {
            Machine machine(*wiring_);
            return use(machine);
        }
        ProvedGame game = proved_game(watch);
        return use(game);
    }
    ProvedGame proved_game(const Watch& watch = {}) const { return ProvedGame(*sheet_, watch, memory_); }

  private:
    std::unique_ptr<gdl::Sheet> sheet_;
    std::unique_ptr<Wiring> wiring_;
    std::string why_not_ground_;
    Percepts percepts_;
    std::size_t ground_rules_ = 0;
    std::int64_t memory_;
};

}  // namespace playout::ggp
