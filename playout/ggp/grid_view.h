// A state as a board, where it has one.
#pragma once

#include <span>
#include <string>

namespace playout::ggp {

// Fluents such as (cell 2 3 x), a column, a row and what is there, drawn as rows of cells, the highest row at
// the top; one board for every such name that has two columns and two rows or more. Empty where there is none.
std::string grid_view(std::span<const std::string> fluents);

}  // namespace playout::ggp
