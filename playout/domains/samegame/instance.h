// A board of coloured cells and the rules it is played by.
// Text: rows from the top, colours 1 to 16 separated by blanks, or one digit each without blanks; `.` or 0 is
// an empty cell.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "playout/base/parameter.h"
#include "playout/base/rng.h"
#include "playout/domains/samegame/kernel.h"
#include "playout/domains/samegame/rules.h"

namespace playout::samegame {

// Colours by column from the left, then by row from the bottom; columns may have different heights.
using Columns = std::vector<std::vector<std::uint8_t>>;

// Immutable.
class Instance {
  public:
    static constexpr int largest_side = Large::side;

    // Throws std::invalid_argument when the board is larger than 32x32, has a colour that is not in 1 .. 16, or
    // an empty column to the left of one that is not. Empty columns at the right are dropped.
    Instance(Columns columns, const Rules& rules, Path path = best_path());

    int width() const { return static_cast<int>(columns_.size()); }
    int height() const { return height_; }
    int cells() const { return cells_; }              // that are filled
    int colours() const { return colours_; }          // the highest that occurs
    int main_colour() const { return main_colour_; }  // the most frequent; of several the lowest
    // 0 where the cell is empty.
    int colour(int column, int row) const;
    const Rules& rules() const { return rules_; }
    Path path() const { return path_; }

    template <typename Layout>
    bool fits() const {
        return width() <= Layout::side && height() <= Layout::side;
    }
    template <typename Layout>
    const Kernel<Layout>& kernel() const {
        return kernel_for<Layout>(planes_for(colours_), path_);
    }
    // The board as it stands at the start; it must fit.
    template <typename Layout>
    Position<Layout> start() const;

  private:
    Columns columns_;
    Rules rules_;
    Path path_;
    int height_ = 0;
    int cells_ = 0;
    int colours_ = 0;
    int main_colour_ = 1;
};

// Throws InputError with file and line.
Instance read_instance(std::string_view text, const std::string& file, const Rules& rules,
                       Path path = best_path());
std::string to_text(const Instance& instance);

// Board 1 of the standard test set (Cazenave and Edelkamp, Fig. 8).
Instance standard_board(const Rules& rules);

struct GeneratorConfig {
    std::int64_t width = 15;
    std::int64_t height = 15;
    std::int64_t colours = 5;
};

const Knobs<GeneratorConfig>& generator_knobs();
// Every cell filled, its colour drawn uniformly.
Instance generate(const GeneratorConfig& config, const Rules& rules, Rng& rng);

}  // namespace playout::samegame
