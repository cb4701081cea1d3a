// The rules once more, as plainly as they can be written: columns of numbers and a flood over a list. Shares
// nothing with the kernels but the keys of the codes, and is what they are compared with.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "playout/domains/samegame/instance.h"
#include "playout/domains/samegame/state.h"

namespace playout::samegame {

using Cell = std::pair<int, int>;  // column, row; their order is the order of the moves
using Group = std::set<Cell>;

class PlainBoard {
  public:
    explicit PlainBoard(const Instance& instance)
        : puzzle_(instance.rules().puzzle), leftover_(instance.rules().leftover) {
        for (int column = 0; column < instance.width(); ++column) {
            columns_.emplace_back();
            for (int row = 0; row < instance.height(); ++row)
                if (instance.colour(column, row) != 0)
                    columns_.back().push_back(static_cast<std::uint8_t>(instance.colour(column, row)));
        }
    }

    int colour(Cell cell) const {
        const auto [column, row] = cell;
        if (column < 0 || row < 0 || column >= static_cast<int>(columns_.size())) return 0;
        const auto& cells = columns_[static_cast<std::size_t>(column)];
        return row < static_cast<int>(cells.size()) ? cells[static_cast<std::size_t>(row)] : 0;
    }

    Group group(Cell start) const {
        Group found = {start};
        std::vector<Cell> open = {start};
        while (!open.empty()) {
            const auto [column, row] = open.back();
            open.pop_back();
            for (const Cell& next :
                 {Cell{column - 1, row}, Cell{column + 1, row}, Cell{column, row - 1}, Cell{column, row + 1}})
                if (colour(next) == colour(start) && found.insert(next).second) open.push_back(next);
        }
        return found;
    }

    // By their first cell.
    std::vector<Group> groups() const {
        std::vector<Group> found;
        std::set<Cell> seen;
        for (int column = 0; column < static_cast<int>(columns_.size()); ++column)
            for (int row = 0; colour({column, row}) != 0; ++row) {
                if (seen.contains({column, row})) continue;
                const Group here = group({column, row});
                seen.insert(here.begin(), here.end());
                if (here.size() > 1) found.push_back(here);
            }
        return found;
    }

    void take(const Group& cells) {
        const auto n = static_cast<std::int32_t>(cells.size());
        if (puzzle_ == Puzzle::samegame) score_ += (n - 2) * (n - 2);
        if (puzzle_ == Puzzle::clickomania) score_ += n;
        if (puzzle_ == Puzzle::bubble_breaker) score_ += n * (n - 1);
        for (auto cell = cells.rbegin(); cell != cells.rend(); ++cell) {
            auto& column = columns_[static_cast<std::size_t>(cell->first)];
            column.erase(column.begin() + cell->second);
        }
        std::erase_if(columns_, [](const auto& column) { return column.empty(); });
    }

    std::int32_t score() const { return score_; }
    const Columns& columns() const { return columns_; }

    std::map<int, int> cells_by_colour() const {
        std::map<int, int> counts;
        for (const auto& column : columns_)
            for (const int colour : column) ++counts[colour];
        return counts;
    }

    std::int32_t value_at_end() const {
        std::int32_t value = score_;
        if (puzzle_ != Puzzle::samegame) return value;
        if (columns_.empty()) return value + 1000;
        for (const auto& [colour, n] : cells_by_colour())
            if (leftover_ == Leftover::formula || (leftover_ == Leftover::maastricht && n > 2))
                value -= (n - 2) * (n - 2);
        return value;
    }

  private:
    Columns columns_;
    Puzzle puzzle_;
    Leftover leftover_;
    std::int32_t score_ = 0;
};

template <typename Layout>
Cell cell_of(Move move) {
    return {move.cell / Layout::side, move.cell % Layout::side};
}

template <typename Layout>
MoveCode code_of(const PlainBoard& board, const Group& group) {
    MoveCode code = colour_keys[static_cast<std::size_t>(board.colour(*group.begin()))];
    for (const auto& [column, row] : group) code ^= cell_key(cell_at<Layout>(column, row));
    return code;
}

}  // namespace playout::samegame
