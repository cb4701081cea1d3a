// Rule sheets for the apps: what `playout gdl` does.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "playout/catalogue/loading.h"
#include "playout/gdl/spelling.h"

namespace playout {

namespace ggp {
class RuleSheet;
}

// The warnings of a valid sheet, each with its line where it has one. A sheet that has `base` is grounded, to
// see what that leaves out. Throws InputError with the first error, and WorkEnded.
std::vector<std::string> check_rule_sheet(std::string_view text, const std::string& file, gdl::NameCase names,
                                          const Loading& loading);

// How the names of a sheet are shown: as it spells them, or as programs that compare texts want them, in lower
// case (but for names that differ only in case).
enum class Shown { spelled, canonical };

// A state as it is shown. Roles in the order of the sheet, texts sorted.
struct GamePosition {
    std::vector<std::string> state;
    std::string board;  // the state as a board, where it has one; lines
    std::vector<std::pair<std::string, std::vector<std::string>>>
        legal;  // by role; none where the game is over
    bool terminal = false;
    std::vector<std::pair<std::string, int>> goals;  // of the roles that have one here
};

struct SimulationReport {
    std::int64_t playouts = 0, transitions = 0, cut = 0, stuck = 0;
    double seconds = 0;
    std::vector<std::pair<std::string, double>> mean_goals;  // of the roles that had any
};

struct RuleSheetFacts {
    std::vector<std::string> roles;
    std::size_t rules = 0;
    bool ground = false;
    std::string why_not;  // it is not ground
    std::size_t fluents = 0, moves = 0, ground_rules = 0, gates = 0, rings = 0;
};

// A sheet that was read, checked and, where that is possible, grounded and compiled.
class GameSheet {
  public:
    // With `prove` the rules themselves are asked; else that is what happens where grounding takes too long.
    // Throws InputError, and WorkEnded.
    GameSheet(std::string_view text, const std::string& file, gdl::NameCase names, const Loading& loading,
              bool prove);
    ~GameSheet();
    GameSheet(GameSheet&&) noexcept;
    GameSheet& operator=(GameSheet&&) noexcept;

    RuleSheetFacts facts() const;
    // Random games until `over()`, or so many (0: any number); `max_steps` ends each of them.
    SimulationReport simulate(std::uint64_t seed, std::int64_t playouts, std::int64_t max_steps,
                              const std::function<bool()>& over, const Clock& clock) const;
    // The initial position and that after every joint move: one a line, a term of each role. Throws InputError
    // where a line is not that, and WorkEnded when the time for asking the rules themselves is over.
    void replay(std::string_view moves, const std::string& moves_file, Shown shown,
                const std::function<void(const GamePosition&)>& show, const Over& over) const;

  private:
    std::unique_ptr<ggp::RuleSheet> sheet_;
};

}  // namespace playout
