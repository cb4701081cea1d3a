#include "playout/domains/partition/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "playout/base/text.h"
#include "playout/picture/svg.h"

namespace playout::partition {
namespace {

constexpr Colour left_colour{60, 110, 200};
constexpr Colour right_colour{230, 130, 40};

// Up to 40 digits as they are, longer numbers by their length.
std::string short_text(const mpz_class& number) {
    const std::string digits = number.get_str();
    if (digits.size() <= 40) return digits;
    return fmt::format("{}... ({} digits)", digits.substr(0, 12), digits.size());
}

std::string summary(const Sides& sides) {
    const mpz_class difference = abs(sides.left_sum - sides.right_sum);
    return fmt::format("{} numbers against {}, the sums differ by {}", sides.left.size(), sides.right.size(),
                       short_text(difference));
}

std::vector<bool> left_flags(const Instance& instance, const Sides& sides) {
    std::vector<bool> flags(static_cast<std::size_t>(instance.size()));
    for (const std::int32_t index : sides.left) flags[static_cast<std::size_t>(index)] = true;
    return flags;
}

// A share of the sum of all numbers; the quotient of two numbers that a double may not hold.
double share(const mpz_class& number, const mpz_class& all) {
    long number_length = 0, all_length = 0;
    const double top = mpz_get_d_2exp(&number_length, number.get_mpz_t());
    const double bottom = mpz_get_d_2exp(&all_length, all.get_mpz_t());
    return std::ldexp(top / bottom, static_cast<int>(number_length - all_length));
}

}  // namespace

std::string terminal_picture(const Instance& instance, const Sides& sides, const Terminal& terminal) {
    constexpr std::int32_t max_shown = 1000;
    const std::vector<bool> is_left = left_flags(instance, sides);
    const int per_line = std::clamp(terminal.width - 4, 20, 100);
    std::string picture = "numbers from the largest on, < on one side, > on the other\n";
    for (std::int32_t i = 0; i < std::min(instance.size(), max_shown); ++i) {
        if (i % per_line == 0) picture += i == 0 ? "  " : "\n  ";
        const auto index = static_cast<std::size_t>(instance.index_of(instance.size() - 1 - i));
        picture += is_left[index] ? terminal.painted("<", left_colour) : terminal.painted(">", right_colour);
    }
    if (instance.size() > max_shown) picture += fmt::format("\n  ... and {} more", instance.size() - max_shown);
    return picture + "\n" + summary(sides) + "\n";
}

std::string svg_picture(const Instance& instance, const Sides& sides) {
    constexpr double width = 480, top = 60, height = 520, column = 160;
    Svg svg(width, top + height + 20);
    svg.text(20, 26, summary(sides), 15);
    svg.text(20, 46, "every number a box as high as it is large, the sides next to each other", 12, "start",
             "#666");
    const std::vector<bool> is_left = left_flags(instance, sides);
    const mpz_class& larger = std::max(sides.left_sum, sides.right_sum);
    double left_y = top + height, right_y = top + height;
    for (std::int32_t rank = instance.size(); rank-- > 0;) {
        const auto index = static_cast<std::size_t>(instance.index_of(rank));
        const mpz_class& number = instance.numbers()[index];
        const double box = share(number, larger) * height;
        double& y = is_left[index] ? left_y : right_y;
        y -= box;
        svg.rectangle(is_left[index] ? 60 : 260, y, column, std::max(0.0, box - std::min(0.6, box / 4)),
                      css(is_left[index] ? left_colour : right_colour), short_text(number));
    }
    return svg.str();
}

}  // namespace playout::partition
