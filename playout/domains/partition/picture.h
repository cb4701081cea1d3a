// What a partition looks like.
#pragma once

#include <string>

#include "playout/domains/partition/recount.h"
#include "playout/picture/terminal.h"

namespace playout::partition {

// Which side each number is on, from the largest on, and the difference of the sums.
std::string terminal_picture(const Instance& instance, const Sides& sides, const Terminal& terminal);

// The numbers of each side, from the largest on, stacked to a column as high as their sum.
std::string svg_picture(const Instance& instance, const Sides& sides);

}  // namespace playout::partition
