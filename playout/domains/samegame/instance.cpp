#include "playout/domains/samegame/instance.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "playout/base/errors.h"
#include "playout/base/text.h"

namespace playout::samegame {
namespace {

// A line's cells; `number` is its line in the file.
struct Row {
    std::vector<std::uint8_t> colours;
    std::int64_t number = 0;
};

std::vector<std::string_view> words_of(std::string_view line) {
    constexpr std::string_view blanks = " \t\r";
    std::vector<std::string_view> words;
    for (std::size_t at = line.find_first_not_of(blanks); at != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(blanks, at), line.size());
        words.push_back(line.substr(at, end - at));
        at = line.find_first_not_of(blanks, end);
    }
    return words;
}

// Nothing where the text is no colour.
std::optional<std::uint8_t> parse_colour(std::string_view text) {
    if (text == ".") return 0;
    const auto number = parse_integer(text);
    if (!number || *number < 0 || *number > max_colours) return std::nullopt;
    return static_cast<std::uint8_t>(*number);
}

std::vector<std::uint8_t> parse_row(std::string_view line, const std::string& file, std::int64_t number) {
    const std::vector<std::string_view> words = words_of(line);
    const bool one_digit_each = words.size() == 1 && words[0].size() > 1;
    std::vector<std::uint8_t> colours;
    for (const std::string_view word : words)
        for (std::size_t i = 0; i < (one_digit_each ? word.size() : 1); ++i) {
            const auto colour = parse_colour(one_digit_each ? word.substr(i, 1) : word);
            if (!colour)
                throw InputError(file, number,
                                 fmt::format("expected colours from 1 to {} or . for an empty cell, found '{}'",
                                             max_colours, excerpt(word)));
            colours.push_back(*colour);
        }
    return colours;
}

std::vector<Row> read_rows(std::string_view text, const std::string& file) {
    std::vector<Row> rows;
    std::int64_t number = 0;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        ++number;
        Row row{parse_row(line, file, number), number};
        if (row.colours.empty()) continue;
        if (!rows.empty() && rows[0].colours.size() != row.colours.size())
            throw InputError(file, number,
                             fmt::format("expected {} cells as in the rows before, found {}",
                                         rows[0].colours.size(), row.colours.size()));
        rows.push_back(std::move(row));
    }
    if (rows.empty())
        throw InputError(file, number + 1, "expected a row of colours, found the end of the text");
    return rows;
}

}  // namespace

Instance::Instance(Columns columns, const Rules& rules, Path path)
    : columns_(std::move(columns)), rules_(rules), path_(path) {
    while (!columns_.empty() && columns_.back().empty()) columns_.pop_back();
    if (columns_.empty()) throw std::invalid_argument("the board is empty");
    if (columns_.size() > largest_side)
        throw std::invalid_argument(
            fmt::format("the board has {} columns, at most {} are possible", columns_.size(), largest_side));
    std::array<int, max_colours + 1> counts{};
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        const std::vector<std::uint8_t>& cells = columns_[column];
        if (cells.empty())
            throw std::invalid_argument(fmt::format("column {} is empty, but one to its right is not", column));
        if (cells.size() > largest_side)
            throw std::invalid_argument(
                fmt::format("the board has {} rows, at most {} are possible", cells.size(), largest_side));
        for (const std::uint8_t colour : cells) {
            if (colour < 1 || colour > max_colours)
                throw std::invalid_argument(fmt::format("colour {} is not in 1 .. {}", colour, max_colours));
            colours_ = std::max<int>(colours_, colour);
            ++counts[colour];
        }
        height_ = std::max(height_, static_cast<int>(cells.size()));
        cells_ += static_cast<int>(cells.size());
    }
    main_colour_ = static_cast<int>(std::max_element(counts.begin(), counts.end()) - counts.begin());
}

int Instance::colour(int column, int row) const {
    const std::vector<std::uint8_t>& cells = columns_[static_cast<std::size_t>(column)];
    return static_cast<std::size_t>(row) < cells.size() ? cells[static_cast<std::size_t>(row)] : 0;
}

template <typename Layout>
Position<Layout> Instance::start() const {
    Position<Layout> position;
    for (int column = 0; column < width(); ++column)
        for (int row = 0; row < height_; ++row) {
            const int at = cell_at<Layout>(column, row);
            const int here = colour(column, row);
            if (here == 0) continue;
            ++position.cells_left[static_cast<std::size_t>(here - 1)];
            for (int plane = 0; plane < max_planes; ++plane)
                if (here >> plane & 1)
                    position.planes[static_cast<std::size_t>(plane)][static_cast<std::size_t>(at) / 64] |=
                        std::uint64_t{1} << (at % 64);
        }
    position.at_end = !kernel<Layout>().has_move(position);
    return position;
}
template Position<Small> Instance::start<Small>() const;
template Position<Large> Instance::start<Large>() const;

Instance read_instance(std::string_view text, const std::string& file, const Rules& rules, Path path) {
    const std::vector<Row> rows = read_rows(text, file);
    Columns columns(rows[0].colours.size());
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        const auto height = static_cast<std::size_t>(row - rows.rbegin());
        for (std::size_t column = 0; column < columns.size(); ++column) {
            if (row->colours[column] == 0) continue;
            if (columns[column].size() != height)
                throw InputError(file, row->number,
                                 fmt::format("the cell in column {} has an empty cell below it", column));
            columns[column].push_back(row->colours[column]);
        }
    }
    try {
        return Instance(std::move(columns), rules, path);
    } catch (const std::invalid_argument& error) {
        throw InputError(file, error.what());
    }
}

std::string to_text(const Instance& instance) {
    const std::size_t digits = instance.colours() > 9 ? 2 : 1;
    std::string text;
    for (int row = instance.height() - 1; row >= 0; --row) {
        for (int column = 0; column < instance.width(); ++column) {
            const int colour = instance.colour(column, row);
            if (column > 0) text += ' ';
            text += fmt::format("{:>{}}", colour == 0 ? "." : std::to_string(colour), digits);
        }
        // A word by itself would be read as one digit each.
        if (instance.width() == 1 && digits > 1) text += " .";
        text += '\n';
    }
    return text;
}

Instance standard_board(const Rules& rules) {
    return read_instance(R"(
4 2 2 5 2 1 5 1 5 5 2 2 1 3 4
4 4 3 1 5 5 2 4 2 3 1 1 5 1 5
1 3 4 5 4 1 4 1 1 4 5 5 2 2 2
3 4 5 1 3 4 1 3 5 5 5 4 1 3 4
2 3 2 4 2 3 1 2 3 2 1 4 5 1 2
1 5 5 4 1 4 5 3 3 3 1 3 4 5 1
3 5 4 5 3 4 2 2 2 4 5 2 1 4 2
2 1 1 5 1 4 2 3 2 1 5 2 4 4 2
2 4 4 3 1 5 4 2 4 1 5 2 1 1 4
1 4 4 5 3 4 1 1 3 2 3 4 5 1 2
1 5 2 3 1 2 4 5 4 4 5 2 5 1 5
3 3 4 2 1 5 1 2 3 5 2 4 4 1 2
4 4 1 3 4 3 2 5 4 2 4 1 3 2 4
2 1 4 3 2 5 5 5 5 1 5 3 2 4 5
2 1 2 1 2 2 3 3 2 1 1 2 5 4 3
)",
                         "built-in", rules);
}

const Knobs<GeneratorConfig>& generator_knobs() {
    using Config = GeneratorConfig;
    static const auto table = Knobs<Config>()
                                  .number("width", &Config::width, 1, Instance::largest_side, "columns")
                                  .number("height", &Config::height, 1, Instance::largest_side, "rows")
                                  .number("colours", &Config::colours, 1, max_colours, "colours");
    return table;
}

Instance generate(const GeneratorConfig& config, const Rules& rules, Rng& rng) {
    Columns columns(static_cast<std::size_t>(config.width));
    for (std::vector<std::uint8_t>& column : columns)
        for (std::int64_t row = 0; row < config.height; ++row)
            column.push_back(static_cast<std::uint8_t>(rng.between(1, config.colours)));
    return Instance(std::move(columns), rules);
}

}  // namespace playout::samegame
