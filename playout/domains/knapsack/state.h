// The knapsack as a sequence of decisions (Rei, appendix A.3): take or leave the next item in ratio order.
// Items that no longer fit drop out undecided; when all that are left fit together they are taken without
// asking, and the game ends.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "playout/domains/knapsack/instance.h"
#include "playout/problem/state.h"

namespace playout::knapsack {

class KnapsackState {
  public:
    enum class Move : std::uint8_t { leave, take };

    // The instance must outlive every copy of the state.
    explicit KnapsackState(const Instance& instance);

    static constexpr Sense sense() { return Sense::maximise; }
    bool at_end() const { return now_.next == instance_->size(); }
    void legal_moves(std::vector<Move>& moves) const;
    void play(Move move);
    double value() const { return static_cast<double>(now_.profit); }
    std::string move_text(Move move) const { return move == Move::take ? "take" : "leave"; }
    std::optional<Move> parse_move(std::string_view text) const;

    // The item and the decision name the move; where the item stands in the tree does not matter.
    MoveCode code(Move move) const {
        return static_cast<MoveCode>(now_.next) * 2 + (move == Move::take ? 1 : 0);
    }
    std::size_t code_count() const { return static_cast<std::size_t>(instance_->size()) * 2; }
    std::uint64_t decision() const { return static_cast<std::uint64_t>(now_.next); }
    double bias(Move move) const { return move == Move::take ? 1 : 0; }
    // The linear relaxation: take in ratio order, the last item in part. Rounded down, as profits are integers.
    double bound() const { return static_cast<double>(now_.bound); }
    std::uint64_t hash() const;
    // Of two states of one instance: what can follow, and for what profit, depends on no more than this.
    friend bool operator==(const KnapsackState& left, const KnapsackState& right) {
        return left.now_.next == right.now_.next && left.now_.capacity == right.now_.capacity &&
               left.now_.profit == right.now_.profit;
    }

    // What a move changes.
    struct Memento {
        std::int32_t next = 0;      // the item to decide, by its place; size() at the end
        std::int32_t split = 0;     // the item that the bound takes in part; a hint for the next one
        std::int64_t capacity = 0;  // left
        std::int64_t profit = 0;
        std::int64_t bound = 0;

        friend bool operator==(const Memento&, const Memento&) = default;
    };
    Memento play_undoable(Move move);
    void undo(const Memento& memento) { now_ = memento; }

    const Instance* instance() const { return instance_; }
    std::int32_t next_item() const { return now_.next; }
    std::int64_t capacity_left() const { return now_.capacity; }

  private:
    void settle();

    const Instance* instance_;
    Memento now_;
};

}  // namespace playout::knapsack
