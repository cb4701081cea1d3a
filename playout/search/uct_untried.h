// Which moves of a node have no child yet, and which of them uct tries next: one drawn at random, or with lazy
// expansion the next in the domain's order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "playout/base/rng.h"
#include "playout/problem/archive_moves.h"
#include "playout/search/uct_tree.h"

namespace playout {

template <State S>
class UntriedMoves {
  public:
    using Move = MoveOf<S>;
    using Node = typename UctTree<S>::Node;

    // The moves of a node from which draw() takes.
    void find(std::span<const Node> children, const S& state) {
        legal_moves_of(state, moves_);
        if (children.empty()) return;
        std::erase_if(moves_, [children](const Move& move) {
            return std::any_of(children.begin(), children.end(),
                               [&](const Node& child) { return child.move == move; });
        });
    }

    // One of those. Nothing: there is none left; with the last one, too, `node` is expanded.
    std::optional<Move> draw(Node& node, Rng& rng) {
        if (moves_.empty()) {
            node.expanded = true;
            return std::nullopt;
        }
        std::swap(moves_[rng.below(moves_.size())], moves_.back());
        const Move move = moves_.back();
        moves_.pop_back();
        if (moves_.empty()) node.expanded = true;
        return move;
    }

    // The next in the domain's order. Every move before it has a child, which a node keeps as long as it is not
    // expanded.
    std::optional<Move> next_in_order(Node& node, const S& state) {
        const std::size_t tried = node.child_count;
        std::optional<Move> move;
        if constexpr (HasNextMove<S>) {
            std::uint64_t& cursor = node.statistics.cursor;
            if (tried == 0) cursor = 0;
            cursor_before_ = cursor;
            move = state.next_move(cursor);
        } else {
            legal_moves_of(state, moves_);
            if (tried < moves_.size()) move = moves_[tried];
        }
        if (!move) node.expanded = true;
        return move;
    }

    // The move that was asked for last got no child: it is to be asked for again.
    void take_back(Node& node) const {
        node.expanded = false;
        if constexpr (HasNextMove<S>) node.statistics.cursor = cursor_before_;
    }

    // While an expansion of a node with that state is interrupted.
    void archive(Archive& archive, const S& state) {
        archive(cursor_before_, moves_);
        for (Move& move : moves_) archive_text(archive, state, move);
    }

  private:
    std::vector<Move> moves_;
    std::uint64_t cursor_before_ = 0;  // the last move that was asked for
};

}  // namespace playout
