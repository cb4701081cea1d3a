// Rounds of games as stochastic constraint networks, for the apps: what `playout scsp` does with rule sheets.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "playout/catalogue/loading.h"
#include "playout/catalogue/scsp.h"
#include "playout/csp/preprocess.h"
#include "playout/gdl/spelling.h"

namespace playout {

// By its name (.kif, .gdl) or its first sentence.
bool is_rule_sheet(std::string_view text, const std::string& file);

struct RoundsRequest {
    std::size_t rows = 2000;    // a table may have so many
    double proof_seconds = 10;  // for proving that fluents exclude each other
    csp::PreprocessOptions preprocess = {};
    bool preprocessed = true;
    Loading loading = {};
    gdl::NameCase names = gdl::NameCase::exact;
};

struct RoundsFacts {
    NetworkFacts network;
    std::size_t fluents = 0, state_variables = 0;  // of the sheet; of the network, for one state
    csp::PreprocessReport preprocess;
    double load_seconds = 0, build_seconds = 0, preprocess_seconds = 0;
};

struct RoundsCheck {
    std::int64_t states = 0, solutions = 0;
    std::int64_t differences = 0;  // states whose solutions are not those of the game
};

// How fast rounds are solved.
struct SolvingRate {
    std::string solver;
    double rounds = 0, solutions = 0;  // a second
};

// A joint move, and what it leads to.
struct RoundSolution {
    std::vector<std::string> moves;  // by role
    std::vector<std::string> next;   // fluents that hold then
};

class SheetRounds {
  public:
    // Throws InputError, also where the sheet is too large to be grounded; and WorkEnded when that and making
    // the network took too long.
    SheetRounds(std::string_view text, const std::string& file, const RoundsRequest& request);
    ~SheetRounds();

    RoundsFacts facts(bool with_text) const;
    // Of random games' states.
    RoundsCheck check(std::int64_t states, std::uint64_t seed, const std::function<bool()>& over) const;
    // MAC, forward checking, and the game's own machine, each for so long.
    std::vector<SolvingRate> rates(std::int64_t states, std::uint64_t seed, double seconds, const Clock& clock,
                                   const std::function<bool()>& over) const;
    // Of the initial state.
    struct FirstRound {
        std::vector<RoundSolution> solutions;
        bool complete = true;  // false: `over` ended it
    };
    FirstRound first_round(bool with_states, const std::function<bool()>& over) const;

  private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

}  // namespace playout
