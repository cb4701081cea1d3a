// The same game by the leading digits of large numbers, which nearly always decide: a move is then two words of
// arithmetic, however long the numbers are. Where they leave a doubt, the game so far is played again with the
// whole numbers, and goes on with those; so it is always the game of PartitionState<Wide>.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "playout/domains/partition/state.h"

namespace playout::partition {

class LeadingState {
  public:
    using Move = partition::Move;
    using OutcomeType = Discrepancy;
    using Memento = PartitionState<Leading>::Memento;

    // The instance must outlive every copy of the state.
    explicit LeadingState(const Instance& instance);

    static constexpr Sense sense() { return Sense::minimise; }
    bool at_end() const { return exact_ ? exact_->state.at_end() : quick_.at_end(); }
    void legal_moves(std::vector<Move>& moves) const { list_moves(at_end(), moves); }
    void play(Move move);
    double value() const;
    Discrepancy outcome() const;
    std::string move_text(Move move) const { return quick_.move_text(move); }
    std::optional<Move> parse_move(std::string_view text) const {
        return exact_ ? exact_->state.parse_move(text) : quick_.parse_move(text);
    }

    MoveCode code(Move move) const { return exact_ ? exact_->state.code(move) : quick_.code(move); }
    std::size_t code_count() const { return quick_.code_count(); }
    double bias(Move move) const { return quick_.bias(move); }
    double bound() const { return quick_.bound(); }
    Discrepancy exact_bound() const { return quick_.exact_bound(); }
    bool cannot_beat(const Discrepancy& best) const {
        return exact_ ? exact_->state.cannot_beat(best) : quick_.cannot_beat(best);
    }
    bool ends_worse(Move move, const Discrepancy& best) const {
        return !exact_ && quick_.ends_worse(move, best);
    }
    bool repeats_parent(Move move) const { return quick_.repeats_parent(move); }
    static constexpr std::size_t moves_per_copy = PartitionState<Leading>::moves_per_copy;
    std::int64_t bytes() const;
    static std::vector<StrategyEntry<LeadingState>> strategies();

    Memento play_undoable(Move move) {
        if (exact_) return exact_->mementos.push_back(exact_->state.play_undoable(move)), Memento{};
        const Memento memento = quick_.play_undoable(move);
        moves_.push_back(move);
        if (quick_.in_doubt()) play_exactly();
        return memento;
    }
    void undo(const Memento& memento) {
        if (exact_) return undo_exact_move(memento);
        quick_.undo(memento);
        moves_.pop_back();
    }

    template <typename GivesUp>
    bool play_differences(std::vector<Move>& moves, Differencing& work, GivesUp gives_up) {
        if (!exact_) {
            const std::size_t before = moves.size();
            if (!quick_.play_differences(moves, work, gives_up)) return false;
            moves_.resize(moves_.size() + moves.size() - before, Move::difference);
            if (!quick_.in_doubt()) return true;
            play_exactly();
        }
        return exact_->state.play_differences(moves, work, gives_up);
    }

    const Instance& instance() const { return quick_.instance(); }
    std::int32_t numbers_left() const { return exact_ ? exact_->state.numbers_left() : quick_.numbers_left(); }
    std::int64_t moves_left() const { return exact_ ? exact_->state.moves_left() : quick_.moves_left(); }
    // Whether the leading digits are still enough.
    bool is_quick() const { return !exact_; }

  private:
    struct Exact {
        PartitionState<Wide> state;
        std::vector<PartitionState<Wide>::Memento> mementos;  // of the moves since the doubt
    };

    PartitionState<Wide> replayed() const;
    void play_exactly() { exact_.emplace(Exact{replayed(), {}}); }
    void undo_exact_move(const Memento& memento);

    PartitionState<Leading> quick_;
    std::vector<Move> moves_;     // that led here, up to the first doubt
    std::optional<Exact> exact_;  // from there on
};

}  // namespace playout::partition
