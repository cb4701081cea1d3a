#include "playout/ggp/grid_view.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "playout/base/text.h"

namespace playout::ggp {
namespace {

constexpr std::size_t widest_cell = 8, largest_board = 40;  // letters; columns or rows

// Numbers by their value, before words.
struct ByValue {
    bool operator()(const std::string& one, const std::string& other) const {
        const auto left = parse_integer(one), right = parse_integer(other);
        if (left && right) return *left < *right;
        if (left || right) return left.has_value();
        return one < other;
    }
};

// The name and the arguments of a canonical term.
std::vector<std::string> parts_of(std::string_view fluent) {
    std::vector<std::string> parts;
    if (!fluent.starts_with('(')) return parts;
    fluent = fluent.substr(1, fluent.size() - 2);
    int depth = 0;
    std::string part;
    for (const char letter : fluent) {
        depth += letter == '(' ? 1 : letter == ')' ? -1 : 0;
        if (letter == ' ' && depth == 0) {
            parts.push_back(std::move(part));
            part.clear();
        } else {
            part += letter;
        }
    }
    parts.push_back(std::move(part));
    return parts;
}

struct Board {
    std::map<std::pair<std::string, std::string>, std::string> cells;  // by column and row
    std::set<std::string, ByValue> columns, rows;
    bool once = true;  // no cell has two things in it
};

// Numbers between those that are there: rows where nothing stands.
void fill_gaps(std::set<std::string, ByValue>& labels) {
    const auto first = parse_integer(*labels.begin()), last = parse_integer(*labels.rbegin());
    if (!first || !last || *last - *first >= static_cast<std::int64_t>(largest_board)) return;
    for (std::int64_t label = *first; label < *last; ++label) labels.insert(std::to_string(label));
}

std::string drawn(const std::string& name, const Board& board) {
    std::size_t width = 1, margin = 1;
    for (const auto& [place, text] : board.cells) width = std::max(width, text.size());
    for (const std::string& column : board.columns) width = std::max(width, column.size());
    for (const std::string& row : board.rows) margin = std::max(margin, row.size());
    const auto padded = [](const std::string& text, std::size_t size) {
        return text + std::string(size - text.size(), ' ');
    };
    std::string text = name + "\n";
    const auto end_line = [&] {
        while (text.back() == ' ') text.pop_back();
        text += '\n';
    };
    for (auto row = board.rows.rbegin(); row != board.rows.rend(); ++row) {
        text += "  " + padded(*row, margin) + " ";
        for (const std::string& column : board.columns) {
            const auto cell = board.cells.find({column, *row});
            text += " " + padded(cell == board.cells.end() ? "." : cell->second, width);
        }
        end_line();
    }
    text += "  " + std::string(margin, ' ') + " ";
    for (const std::string& column : board.columns) text += " " + padded(column, width);
    end_line();
    return text;
}

}  // namespace

std::string grid_view(std::span<const std::string> fluents) {
    std::map<std::string, Board> boards;
    for (const std::string& fluent : fluents) {
        const std::vector<std::string> parts = parts_of(fluent);
        if (parts.size() != 4 || parts[3].size() > widest_cell) continue;
        Board& board = boards[parts[0]];
        board.once = board.cells.emplace(std::pair(parts[1], parts[2]), parts[3]).second && board.once;
        board.columns.insert(parts[1]);
        board.rows.insert(parts[2]);
    }
    std::string text;
    for (auto& [name, board] : boards) {
        fill_gaps(board.columns);
        fill_gaps(board.rows);
        const std::size_t columns = board.columns.size(), rows = board.rows.size();
        const bool is_board = board.once && columns > 1 && rows > 1 && columns <= largest_board &&
                              rows <= largest_board && board.cells.size() * 4 >= columns * rows;
        if (is_board) text += drawn(name, board);
    }
    return text;
}

}  // namespace playout::ggp
