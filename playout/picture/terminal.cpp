#include "playout/picture/terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace playout {

Colour blend(Colour from, Colour to, double share) {
    const double part = std::clamp(share, 0.0, 1.0);
    const auto between = [part](std::uint8_t low, std::uint8_t high) {
        return static_cast<std::uint8_t>(std::lround(low + part * (high - low)));
    };
    return {between(from.red, to.red), between(from.green, to.green), between(from.blue, to.blue)};
}

std::string Terminal::painted(std::string_view text, Colour colour) const {
    if (!colours) return std::string(text);
    return fmt::format("\x1b[38;2;{};{};{}m{}\x1b[0m", colour.red, colour.green, colour.blue, text);
}

std::string Terminal::bold(std::string_view text) const {
    return colours ? fmt::format("\x1b[1m{}\x1b[0m", text) : std::string(text);
}

std::string Terminal::faint(std::string_view text) const {
    return colours ? fmt::format("\x1b[2m{}\x1b[0m", text) : std::string(text);
}

std::string Terminal::bar(double share, int length, Colour colour) const {
    const auto filled = static_cast<std::size_t>(std::lround(std::clamp(share, 0.0, 1.0) * length));
    const auto rest = static_cast<std::size_t>(length) - filled;
    return "[" + painted(std::string(filled, '#'), colour) + std::string(rest, '.') + "]";
}

}  // namespace playout
