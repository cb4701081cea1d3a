// What a snake or a coil looks like.
#pragma once

#include <string>
#include <vector>

#include "playout/domains/snake/instance.h"
#include "playout/picture/terminal.h"

namespace playout::snake {

using Bits = std::vector<int>;  // flipped one after the other, from node 0

// The nodes on the way, the first one included.
std::vector<Node> path_of(const Bits& bits);

// The bits, and up to six dimensions a map of the cube in which neighbours differ in one bit, with the number
// of the step that reached each node.
std::string terminal_picture(const Instance& instance, const Bits& bits, const Terminal& terminal);

// A row for every bit with a mark where it flips, and up to five dimensions the cube itself with the path in
// it.
std::string svg_picture(const Instance& instance, const Bits& bits);

}  // namespace playout::snake
