// A network as text. One line an item, words separated by blanks, # begins a comment:
//
//     players 2
//     decision x H T                   a variable and its values; variables are chosen and drawn in their order
//     stochastic y H T
//     table x z                        rows of allowed values follow, up to `end`
//       H H
//     end
//     without x a b                    values that x cannot have
//     all z=T : x=H y!=H,T             z is T if and only if x is H and y neither H nor T
//     never x=H y=H                    not all of these at once
//     derive                           rows up to `end`: a head holds if and only if rules derive it
//                                      (the least model)
//       z=T : x=H w=T
//     end
//     utility x y                      rows and what each player gets, behind a colon; all others get 0
//       H T : 1 0.5
//     end
//     probability y | x                rows of x and how y is distributed then; without `| x` one row for all
//       H : 1/2 1/2
//       T : 0 1
//     end
//     uniform y : x=H x!=H             in place of a probability: what must hold for each value of y to be
//                                      drawn; all that can be are equally likely
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
