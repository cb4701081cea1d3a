#include "playout/domains/samegame/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

#include "playout/base/text.h"
#include "playout/picture/svg.h"

namespace playout::samegame {
namespace {

constexpr std::array<Colour, max_colours + 1> palette = {{{230, 230, 230},
                                                          {222, 60, 62},
                                                          {66, 133, 214},
                                                          {76, 175, 80},
                                                          {247, 198, 47},
                                                          {142, 84, 187},
                                                          {245, 130, 48},
                                                          {70, 200, 200},
                                                          {240, 98, 176},
                                                          {125, 91, 62},
                                                          {160, 200, 60},
                                                          {40, 62, 120},
                                                          {120, 120, 120},
                                                          {20, 130, 110},
                                                          {150, 30, 50},
                                                          {250, 170, 160},
                                                          {30, 30, 30}}};

int colour_at(const Columns& board, int column, int row) {
    const auto x = static_cast<std::size_t>(column), y = static_cast<std::size_t>(row);
    return x < board.size() && y < board[x].size() ? board[x][y] : 0;
}

// Two characters wide, as high as wide on most terminals.
std::string terminal_cell(int colour, const Terminal& terminal) {
    if (colour == 0) return terminal.faint(" .");
    if (terminal.colours) return terminal.painted("██", palette[static_cast<std::size_t>(colour)]);
    return {' ', static_cast<char>('A' + colour - 1)};
}

std::string terminal_row(const Columns& board, int width, int row, const Terminal& terminal) {
    std::string text;
    for (int column = 0; column < width; ++column)
        text += terminal_cell(colour_at(board, column, row), terminal);
    return text;
}

int cells_in(const Columns& board) {
    return std::accumulate(board.begin(), board.end(), 0,
                           [](int sum, const auto& column) { return sum + static_cast<int>(column.size()); });
}

std::string counted(std::size_t count, const std::string& noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string summary(const std::vector<Step>& steps, double value) {
    const int left = cells_in(steps.back().board);
    return fmt::format("score {} in {}, {}", number_text(value), counted(steps.size() - 1, "move"),
                       left == 0 ? "board cleared" : counted(static_cast<std::size_t>(left), "cell") + " left");
}

// One shape a colour: rows of equal cells become one stroke of it.
void draw_board(Svg& svg, const Columns& board, int width, int height, double x, double y, double cell,
                double opacity) {
    for (int colour = 1; colour <= max_colours; ++colour) {
        std::string path;
        for (int row = 0; row < height; ++row)
            for (int column = 0; column < width;) {
                int end = column;
                while (end < width && colour_at(board, end, row) == colour) ++end;
                if (end > column)
                    fmt::format_to(std::back_inserter(path), "M{} {}h{}v{}h{}z", number_text(x + column * cell),
                                   number_text(y + (height - 1 - row) * cell),
                                   number_text((end - column) * cell), number_text(cell),
                                   number_text((column - end) * cell));
                column = std::max(end, column + 1);
            }
        if (!path.empty()) svg.path(path, css(palette[static_cast<std::size_t>(colour)]), opacity);
    }
}

Columns only_taken(const Step& step) {
    Columns board(step.board.size());
    for (std::size_t column = 0; column < board.size(); ++column)
        board[column].resize(step.board[column].size());
    for (const auto& [column, row] : step.taken)
        board[static_cast<std::size_t>(column)][static_cast<std::size_t>(row)] =
            step.board[static_cast<std::size_t>(column)][static_cast<std::size_t>(row)];
    return board;
}

}  // namespace

template <typename Layout>
Columns columns_of(const Position<Layout>& position) {
    Columns columns;
    for (int column = 0; column < Layout::side; ++column) {
        std::vector<std::uint8_t> cells;
        for (int row = 0; row < Layout::side; ++row) {
            const int colour = position.colour_at(cell_at<Layout>(column, row));
            if (colour == 0) break;
            cells.push_back(static_cast<std::uint8_t>(colour));
        }
        if (cells.empty()) break;
        columns.push_back(std::move(cells));
    }
    return columns;
}

template <typename Layout>
std::vector<Step> steps_of(const Instance& instance, const std::vector<Move>& moves) {
    SameGameState<Layout> state(instance);
    std::vector<Step> steps;
    for (const Move move : moves) {
        Step step{columns_of(state.position()), {}, state.position().score};
        const Words<Layout> group = state.kernel().group(state.position(), move.cell);
        for (int cell = 0; cell < cells_of<Layout>; ++cell)
            if (has_cell<Layout>(group, cell))
                step.taken.emplace_back(cell / Layout::side, cell % Layout::side);
        steps.push_back(std::move(step));
        state.play(move);
    }
    steps.push_back({columns_of(state.position()), {}, state.position().score});
    return steps;
}

std::string terminal_picture(const Instance& instance, const std::vector<Step>& steps, double value,
                             const Terminal& terminal) {
    const int width = instance.width();
    constexpr int gap = 6;
    const bool both = 4 * width + gap + 2 <= terminal.width;
    std::string picture;
    for (int row = instance.height() - 1; row >= 0; --row) {
        picture += "  ";
        if (both) {
            const bool middle = row == instance.height() / 2;
            picture += terminal_row(steps.front().board, width, row, terminal);
            picture += fmt::format("{:^{}}", middle ? "->" : "", gap);
        }
        picture += terminal_row(steps.back().board, width, row, terminal) + "\n";
    }
    return picture + summary(steps, value) + "\n";
}

template <typename Layout>
std::string terminal_frame(const SameGameState<Layout>& state, const Terminal& terminal) {
    const Instance& instance = state.instance();
    const Columns board = columns_of(state.position());
    std::string text =
        fmt::format("score {}, {} left\n", state.at_end() ? state.value() : state.position().score,
                    counted(static_cast<std::size_t>(state.cells_left()), "cell"));
    for (int row = instance.height() - 1; row >= 0; --row)
        text += "  " + terminal_row(board, instance.width(), row, terminal) + "\n";
    return text;
}

std::string svg_picture(const Instance& instance, const std::vector<Step>& steps, double value) {
    constexpr double margin = 20, heading = 40, caption = 14;
    constexpr int columns = 12;
    const int width = instance.width(), height = instance.height();
    const double large = std::clamp(330.0 / std::max(width, height), 8.0, 40.0);
    const double small = std::clamp(66.0 / std::max(width, height), 2.0, 12.0);
    const double step_x = width * small + 12, step_y = height * small + caption + 12;
    const int rows = static_cast<int>((steps.size() + columns - 1) / columns);
    const double story_x = margin + width * large + 30;
    Svg svg(story_x + std::min<double>(columns, static_cast<double>(steps.size())) * step_x + margin - 12,
            heading + std::max(height * large, rows * step_y) + margin);
    svg.text(margin, 26, summary(steps, value), 16);
    svg.rectangle(margin, heading, width * large, height * large, css(palette[0]));
    draw_board(svg, steps.front().board, width, height, margin, heading, large, 1);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const double x = story_x + static_cast<double>(i % columns) * step_x;
        const double y = heading + static_cast<double>(i / columns) * step_y;
        const bool last = i + 1 == steps.size();
        svg.rectangle(x, y, width * small, height * small, "#f2f2f2");
        draw_board(svg, steps[i].board, width, height, x, y, small, last ? 1 : 0.3);
        if (!last) draw_board(svg, only_taken(steps[i]), width, height, x, y, small, 1);
        const std::string note = last ? "end"
                                      : fmt::format("{}. {}: +{}", i + 1, steps[i].taken.size(),
                                                    steps[i + 1].score - steps[i].score);
        svg.text(x, y + height * small + caption - 3, note, 9);
    }
    return svg.str();
}

#define PLAYOUT_FOR_LAYOUT(Layout)                                                          \
    template Columns columns_of<Layout>(const Position<Layout>&);                           \
    template std::vector<Step> steps_of<Layout>(const Instance&, const std::vector<Move>&); \
    template std::string terminal_frame<Layout>(const SameGameState<Layout>&, const Terminal&);
PLAYOUT_FOR_LAYOUT(Small)
PLAYOUT_FOR_LAYOUT(Large)
#undef PLAYOUT_FOR_LAYOUT

}  // namespace playout::samegame
