// What moves and endings are worth. The three puzzles differ in nothing else, so that one state type, and one
// compiled copy of every search, serves them all.
#pragma once

#include <array>
#include <cstdint>

namespace playout::samegame {

inline constexpr int max_cells = 32 * 32;

enum class Puzzle { samegame, clickomania, bubble_breaker };

// How SameGame charges for the n cells of one colour that are left at the end (Schadd et al. 2012, section 2.1
// says (n-2)^2 for each colour; the original program charges nothing for one or two cells).
enum class Leftover { maastricht, formula, none };

struct Rules {
    Rules(Puzzle puzzle, Leftover leftover);

    Puzzle puzzle;
    Leftover leftover;
    std::array<std::int32_t, max_cells + 1> gain{};    // for taking away a group of n cells
    std::array<std::int32_t, max_cells + 1> charge{};  // for n cells of one colour left at the end
    std::int32_t bonus = 0;                            // for an empty board
};

}  // namespace playout::samegame
