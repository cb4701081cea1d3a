// Drawing on a terminal: colours where there are some, plain letters where not.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace playout {

struct Colour {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
};

// A colour between two, share 0 .. 1.
Colour blend(Colour from, Colour to, double share);

struct Terminal {
    bool colours = false;  // 24-bit escape sequences are understood
    int width = 80;

    std::string painted(std::string_view text, Colour colour) const;
    std::string bold(std::string_view text) const;
    std::string faint(std::string_view text) const;

    // "[######....]", `length` cells, share 0 .. 1.
    std::string bar(double share, int length, Colour colour) const;
};

}  // namespace playout
