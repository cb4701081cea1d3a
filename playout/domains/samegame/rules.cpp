#include "playout/domains/samegame/rules.h"

namespace playout::samegame {

Rules::Rules(Puzzle puzzle, Leftover leftover) : puzzle(puzzle), leftover(leftover) {
    for (std::int32_t n = 0; n <= max_cells; ++n) {
        const auto at = static_cast<std::size_t>(n);
        const std::int32_t square = (n - 2) * (n - 2);
        if (puzzle == Puzzle::clickomania) gain[at] = n;
        if (puzzle == Puzzle::bubble_breaker) gain[at] = n * (n - 1);
        if (puzzle != Puzzle::samegame) continue;
        gain[at] = square;
        const bool charged = leftover == Leftover::formula ? n > 0 : leftover == Leftover::maastricht && n > 2;
        if (charged) charge[at] = square;
    }
    if (puzzle == Puzzle::samegame) bonus = 1000;
}

}  // namespace playout::samegame
