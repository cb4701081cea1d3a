// The rules once more, as plainly as they can be written: columns of numbers and a flood over a list. Shares
// nothing with the kernels, and is what they are compared with.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "playout/domains/samegame/instance.h"
#include "playout/domains/samegame/layout.h"
#include "playout/problem/outcome.h"

namespace playout::samegame {

using Cell = std::pair<int, int>;  // column, row; their order is the order of the moves
using Group = std::set<Cell>;

class PlainBoard {
  public:
    explicit PlainBoard(const Instance& instance);

    int colour(Cell cell) const;        // 0: there is nothing
    Group group(Cell start) const;      // of a cell that is not empty
    std::vector<Group> groups() const;  // of two cells or more, by their first cell
    void take(const Group& cells);

    std::int32_t score() const { return score_; }
    const Columns& columns() const { return columns_; }
    std::map<int, int> cells_by_colour() const;
    std::int32_t value_at_end() const;

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

// Throws BugError where a cell is no part of a group, or a group is left at the end.
Outcome recount(const Instance& instance, const std::vector<Cell>& taken);

template <typename Layout>
Outcome recount(const Instance& instance, const std::vector<Move>& moves) {
    std::vector<Cell> taken;
    for (const Move move : moves) taken.push_back(cell_of<Layout>(move));
    return recount(instance, taken);
}

}  // namespace playout::samegame
