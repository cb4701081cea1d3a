#include "playout/picture/svg.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "playout/base/text.h"

namespace playout {
namespace {

std::string escaped(std::string_view text) {
    std::string result;
    for (const char letter : text) {
        switch (letter) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            default:
                result += letter;
        }
    }
    return result;
}

// Two decimals are finer than any screen.
std::string coordinate(double number) {
    return number_text(std::round(number * 100) / 100);
}

}  // namespace

void Svg::rectangle(double x, double y, double width, double height, std::string_view fill,
                    std::string_view title) {
    fmt::format_to(std::back_inserter(body_), R"(<rect x="{}" y="{}" width="{}" height="{}" fill="{}")",
                   coordinate(x), coordinate(y), coordinate(width), coordinate(height), fill);
    body_ += title.empty() ? "/>\n" : fmt::format("><title>{}</title></rect>\n", escaped(title));
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view stroke, double width) {
    fmt::format_to(std::back_inserter(body_),
                   R"(<line x1="{}" y1="{}" x2="{}" y2="{}" stroke="{}" stroke-width="{}"/>)"
                   "\n",
                   coordinate(x1), coordinate(y1), coordinate(x2), coordinate(y2), stroke, coordinate(width));
}

void Svg::path(std::string_view data, std::string_view fill, double opacity) {
    fmt::format_to(std::back_inserter(body_), R"(<path d="{}" fill="{}")", data, fill);
    if (opacity < 1) body_ += fmt::format(R"( opacity="{}")", coordinate(opacity));
    body_ += "/>\n";
}

void Svg::text(double x, double y, std::string_view content, double size, std::string_view anchor,
               std::string_view fill) {
    fmt::format_to(std::back_inserter(body_),
                   R"(<text x="{}" y="{}" font-size="{}" text-anchor="{}" fill="{}">{}</text>)"
                   "\n",
                   coordinate(x), coordinate(y), coordinate(size), anchor, fill, escaped(content));
}

std::string Svg::str() const {
    return fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}" font-family="sans-serif">)"
        "\n"
        R"(<rect width="100%" height="100%" fill="white"/>)"
        "\n{2}</svg>\n",
        coordinate(width_), coordinate(height_), body_);
}

std::string css(Colour colour) {
    return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
}

}  // namespace playout
