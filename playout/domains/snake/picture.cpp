#include "playout/domains/snake/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "playout/picture/svg.h"

namespace playout::snake {
namespace {

constexpr Colour tail_colour{60, 110, 200};
constexpr Colour head_colour{230, 120, 30};
constexpr int max_dimensions_of_map = 6;
constexpr int max_dimensions_of_drawing = 5;

std::string title(const Instance& instance, const Bits& bits) {
    const bool open = instance.closed() && (bits.empty() || path_of(bits).back() != 0);
    const std::string what = open ? "an open path" : instance.closed() ? "a coil" : "a snake";
    return fmt::format("{} of {} edges in {} dimensions, spread {}", what, bits.size(), instance.dimension(),
                       instance.spread());
}

Colour colour_of_step(std::size_t step, std::size_t steps) {
    return blend(tail_colour, head_colour,
                 steps == 0 ? 0 : static_cast<double>(step) / static_cast<double>(steps));
}

// Rows and columns run through their bits in Gray order, so that neighbours on the map are neighbours in the
// cube (and so are the first and the last of a row or a column).
std::string map_of_cube(const Instance& instance, const std::vector<Node>& path, const Terminal& terminal) {
    const int column_bits = (instance.dimension() + 1) / 2;
    const Node columns = Node{1} << column_bits, rows = instance.nodes() / columns;
    const auto gray = [](Node number) { return number ^ (number >> 1); };
    std::vector<std::string> cells(instance.nodes(), terminal.faint("  ."));
    const std::size_t shown = path.size() - (path.size() > 1 && path.back() == 0 ? 1 : 0);  // a coil ends at 0
    for (std::size_t step = 0; step < shown; ++step)
        cells[path[step]] = terminal.painted(fmt::format("{:>3}", step), colour_of_step(step, path.size() - 1));
    std::string map;
    for (Node row = 0; row < rows; ++row) {
        map += " ";
        for (Node column = 0; column < columns; ++column) map += cells[gray(row) * columns + gray(column)];
        map += "\n";
    }
    return map;
}

using Point = std::pair<double, double>;

// Where a node of a small cube is drawn: the sum of one direction for each bit.
Point place_of(Node node) {
    constexpr std::array<Point, max_dimensions_of_drawing> directions = {
        {{110, 0}, {0, -110}, {58, -42}, {250, 25}, {30, -235}}};
    Point place{0, 0};
    for (std::size_t bit = 0; bit < directions.size(); ++bit)
        if ((node >> bit & 1) != 0) {
            place.first += directions[bit].first;
            place.second += directions[bit].second;
        }
    return place;
}

double draw_cube(Svg& svg, const Instance& instance, const std::vector<Node>& path, double top) {
    constexpr double left = 60;
    double highest = 0, lowest = 0;
    for (Node node = 0; node < instance.nodes(); ++node) {
        highest = std::min(highest, place_of(node).second);
        lowest = std::max(lowest, place_of(node).second);
    }
    const auto at = [&](Node node) {
        const Point place = place_of(node);
        return Point{left + place.first, top + 20 + place.second - highest};
    };
    for (Node node = 0; node < instance.nodes(); ++node)
        for (int bit = 0; bit < instance.dimension(); ++bit) {
            const Node other = node ^ Node { 1 } << bit;
            if (other < node) continue;
            svg.line(at(node).first, at(node).second, at(other).first, at(other).second, "#dddddd");
        }
    for (std::size_t step = 0; step + 1 < path.size(); ++step) {
        const Point from = at(path[step]), to = at(path[step + 1]);
        svg.line(from.first, from.second, to.first, to.second, css(colour_of_step(step, path.size() - 1)), 4);
    }
    for (std::size_t step = 0; step < path.size(); ++step) {
        if (step > 0 && path[step] == 0) continue;  // a coil comes back to its first node
        const Point place = at(path[step]);
        svg.rectangle(place.first - 9, place.second - 8, 18, 16, css(colour_of_step(step, path.size() - 1)),
                      fmt::format("step {}: node {}", step, path[step]));
        svg.text(place.first, place.second + 4, std::to_string(step), 11, "middle", "#fff");
    }
    return lowest - highest + 40;
}

}  // namespace

std::vector<Node> path_of(const Bits& bits) {
    std::vector<Node> path{0};
    for (const int bit : bits) path.push_back(path.back() ^ Node{1} << bit);
    return path;
}

std::string terminal_picture(const Instance& instance, const Bits& bits, const Terminal& terminal) {
    std::string picture = title(instance, bits) + "\n";
    std::string line = " ";
    int room = terminal.width - 2;
    for (std::size_t step = 0; step < bits.size(); ++step) {
        const std::string bit = std::to_string(bits[step]);
        if (static_cast<int>(bit.size()) + 1 > room) {
            picture += std::exchange(line, " ") + "\n";
            room = terminal.width - 2;
        }
        line += " " + terminal.painted(bit, colour_of_step(step, bits.size()));
        room -= static_cast<int>(bit.size()) + 1;
    }
    picture += line + "\n";
    if (instance.dimension() <= max_dimensions_of_map)
        picture += map_of_cube(instance, path_of(bits), terminal);
    return picture;
}

std::string svg_picture(const Instance& instance, const Bits& bits) {
    constexpr double width = 960, left = 40, right = 20, row_height = 16;
    const bool draws_cube = instance.dimension() <= max_dimensions_of_drawing;
    const double roll_height = row_height * instance.dimension() + 20;
    double top = 60;
    Svg svg(width, top + roll_height + (draws_cube ? 560 : 0));
    svg.text(20, 26, title(instance, bits), 17);
    svg.text(20, 46, "which bit flips in every step, from left to right", 12, "start", "#666");
    const double column = (width - left - right) / static_cast<double>(std::max<std::size_t>(1, bits.size()));
    for (int bit = 0; bit < instance.dimension(); ++bit) {
        const double y = top + row_height * bit;
        svg.rectangle(left, y, width - left - right, row_height - 2, bit % 2 == 0 ? "#f4f4f4" : "#ececec");
        svg.text(left - 8, y + row_height - 5, std::to_string(bit), 11, "end", "#666");
    }
    for (std::size_t step = 0; step < bits.size(); ++step)
        svg.rectangle(left + column * static_cast<double>(step), top + row_height * bits[step],
                      std::max(0.5, column * 0.9), row_height - 2, css(colour_of_step(step, bits.size())),
                      fmt::format("step {}: bit {}", step + 1, bits[step]));
    top += roll_height;
    if (draws_cube) draw_cube(svg, instance, path_of(bits), top);
    return svg.str();
}

}  // namespace playout::snake
