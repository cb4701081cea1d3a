// The codes of the moves on a plain board, cell by cell.
#pragma once

#include "playout/domains/samegame/recount.h"
#include "playout/domains/samegame/state.h"

namespace playout::samegame {

template <typename Layout>
MoveCode code_of(const PlainBoard& board, const Group& group) {
    MoveCode code = colour_keys[static_cast<std::size_t>(board.colour(*group.begin()))];
    for (const auto& [column, row] : group) code ^= cell_key(cell_at<Layout>(column, row));
    return code;
}

}  // namespace playout::samegame
