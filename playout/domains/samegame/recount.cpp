#include "playout/domains/samegame/recount.h"

#include "playout/base/errors.h"

namespace playout::samegame {

PlainBoard::PlainBoard(const Instance& instance)
    : puzzle_(instance.rules().puzzle), leftover_(instance.rules().leftover) {
    for (int column = 0; column < instance.width(); ++column) {
        columns_.emplace_back();
        for (int row = 0; row < instance.height(); ++row)
            if (instance.colour(column, row) != 0)
                columns_.back().push_back(static_cast<std::uint8_t>(instance.colour(column, row)));
    }
}

int PlainBoard::colour(Cell cell) const {
    const auto [column, row] = cell;
    if (column < 0 || row < 0 || column >= static_cast<int>(columns_.size())) return 0;
    const auto& cells = columns_[static_cast<std::size_t>(column)];
    return row < static_cast<int>(cells.size()) ? cells[static_cast<std::size_t>(row)] : 0;
}

Group PlainBoard::group(Cell start) const {
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

std::vector<Group> PlainBoard::groups() const {
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

void PlainBoard::take(const Group& cells) {
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

std::map<int, int> PlainBoard::cells_by_colour() const {
    std::map<int, int> counts;
    for (const auto& column : columns_)
        for (const int colour : column) ++counts[colour];
    return counts;
}

std::int32_t PlainBoard::value_at_end() const {
    std::int32_t value = score_;
    if (puzzle_ != Puzzle::samegame) return value;
    if (columns_.empty()) return value + 1000;
    for (const auto& [colour, n] : cells_by_colour())
        if (leftover_ == Leftover::formula || (leftover_ == Leftover::maastricht && n > 2))
            value -= (n - 2) * (n - 2);
    return value;
}

Outcome recount(const Instance& instance, const std::vector<Cell>& taken) {
    PlainBoard board(instance);
    for (const Cell& cell : taken) {
        const Group group = board.colour(cell) == 0 ? Group{} : board.group(cell);
        if (group.size() < 2) throw BugError("samegame: a move takes no group");
        board.take(group);
    }
    if (!board.groups().empty()) throw BugError("samegame: a group is left at the end");
    return {0, static_cast<double>(board.value_at_end())};
}

}  // namespace playout::samegame
