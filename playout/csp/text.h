// A network as text. One line an item, words separated by blanks, # begins a comment:
//
//     players 2
//     decision x H T                   a variable and its values; variables are chosen and drawn in their order
//     stochastic y H T
//     table x z                        rows of allowed values follow, up to `end`
//       H H
//     end
//     utility x y                      rows and what each player gets, behind a colon; all others get 0
//       H T : 1 0.5
//     end
//     probability y | x                rows of x and how y is distributed then; without `| x` one row for all
//       H : 1/2 1/2
//       T : 0 1
//     end
//     threshold 0.5 0.5                one number a player; 0 each where it is missing
#pragma once

#include <string>
#include <string_view>

#include "playout/csp/network.h"

namespace playout::csp {

// Throws InputError with the line.
Network read_network(std::string_view text, const std::string& file);
// Reads back to the same network.
std::string to_text(const Network& network);

}  // namespace playout::csp
