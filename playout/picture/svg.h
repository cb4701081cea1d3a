// A small SVG drawing: shapes in the order in which they are added.
#pragma once

#include <string>
#include <string_view>

#include "playout/picture/terminal.h"

namespace playout {

class Svg {
  public:
    Svg(double width, double height) : width_(width), height_(height) {}

    // `title` is shown when the mouse rests on the shape; it may be empty.
    void rectangle(double x, double y, double width, double height, std::string_view fill,
                   std::string_view title = {});
    void line(double x1, double y1, double x2, double y2, std::string_view stroke, double width = 1);
    // `data` as in SVG's attribute d; opacity 0 .. 1.
    void path(std::string_view data, std::string_view fill, double opacity = 1);
    void text(double x, double y, std::string_view content, double size = 13, std::string_view anchor = "start",
              std::string_view fill = "#222");

    std::string str() const;

  private:
    double width_;
    double height_;
    std::string body_;
};

// "#rrggbb"
std::string css(Colour colour);

}  // namespace playout
