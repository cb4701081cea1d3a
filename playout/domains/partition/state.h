// The complete differencing method (003, chapter 4; Korf 1998): the two largest numbers are replaced by their
// difference, which puts them on different sides, or by their sum, which puts them on the same side. Always the
// difference is the heuristic of Karmarkar and Karp.
//
// The game ends where the best that can follow is known: with four numbers or fewer (the heuristic is exact),
// or when the largest number is at least as large as all others together, less one.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "playout/domains/partition/number.h"
#include "playout/problem/state.h"
#include "playout/problem/strategy.h"

namespace playout::partition {

// What a partition is worth: log2(discrepancy + 1), ordered by the discrepancy itself.
struct Discrepancy : Outcome {
    Limb low = 0;
    std::vector<Limb> high;  // the limbs above, the last one not 0

    int exact_order(const Discrepancy& other) const;
    mpz_class number() const;
};
Discrepancy discrepancy_of(const mpz_class& number);

inline constexpr std::int32_t exact_from = 4;  // numbers: the heuristic is exact
inline constexpr std::size_t many = 48;        // numbers: so many are not moved for one that goes below them

// What the heuristic makes of four numbers (some of them may be 0).
inline Window difference_of_four(std::array<Window, 4> numbers) {
    const auto in_order = [&](std::size_t one, std::size_t other) {
        const Window smaller = std::min(numbers[one], numbers[other]);
        numbers[other] = std::max(numbers[one], numbers[other]);
        numbers[one] = smaller;
    };
    in_order(0, 1);
    in_order(2, 3);
    in_order(0, 2);
    in_order(1, 3);
    in_order(1, 2);
    numbers[2] = numbers[3] - numbers[2];
    in_order(0, 1);
    in_order(1, 2);
    in_order(0, 1);
    numbers[1] = numbers[2] - numbers[1];
    return numbers[1] > numbers[0] ? numbers[1] - numbers[0] : numbers[0] - numbers[1];
}

template <typename Numbers>
class PartitionState {
  public:
    using Move = partition::Move;
    using OutcomeType = Discrepancy;

    // The instance must outlive every copy of the state.
    explicit PartitionState(const Instance& instance);

    static constexpr Sense sense() { return Sense::minimise; }
    bool at_end() const { return at_end_; }
    void legal_moves(std::vector<Move>& moves) const;
    void play(Move move);
    double value() const { return outcome().value; }
    Discrepancy outcome() const;
    std::string move_text(Move move) const { return move == Move::sum ? "sum" : "difference"; }
    std::optional<Move> parse_move(std::string_view text) const;

    // How many numbers are left, and the decision.
    MoveCode code(Move move) const { return static_cast<MoveCode>(left_) * 2 + (move == Move::sum ? 1 : 0); }
    std::size_t code_count() const { return (static_cast<std::size_t>(instance_->size()) + 1) * 2; }
    double bias(Move move) const { return move == Move::difference ? 1 : 0; }
    // Every discrepancy is as odd as the sum of all numbers.
    double bound() const { return instance_->odd() ? 1 : 0; }
    Discrepancy exact_bound() const;
    // True only if the end is not better than `best`; looks at leading limbs alone.
    bool cannot_beat(const Discrepancy& best) const;
    // The heuristic goes on with the difference.
    bool repeats_parent(Move move) const { return move == Move::difference; }
    std::int64_t bytes() const;
    static std::vector<StrategyEntry<PartitionState>> strategies();

    // What a move takes away, and where it puts the new number.
    struct Memento {
        typename Numbers::Number first, second;  // the largest first
        std::int32_t place;                      // of the new number among `made_`
        Move move;
        bool first_made, second_made;  // or they are the instance's
    };
    Memento play_undoable(Move move);
    void undo(const Memento& memento);

    // Difference upon difference, to the end: the moves are appended. False: `gives_up()` said so, and the
    // state is spoilt.
    template <typename GivesUp>
    bool play_differences(std::vector<Move>& moves, GivesUp gives_up);

    const Instance& instance() const { return *instance_; }
    std::int32_t numbers_left() const { return left_; }

  private:
    using Number = typename Numbers::Number;

    bool less(const Number& one, const Number& other) const { return numbers_.less(*instance_, one, other); }
    Number original(std::int32_t rank) const { return Numbers::original(*instance_, rank); }
    bool largest_is_made() const;
    Number largest() const { return largest_is_made() ? made_.back() : original(originals_ - 1); }
    Number take_largest(bool& made);
    void put_back(const Number& number, bool made);
    std::size_t place_of(const Number& number) const;
    std::int32_t insert(const Number& number);
    bool leads_from_waiting() const;
    void sort_in_those_waiting();
    bool outweighs_the_rest(const Number& most) const;
    bool exactly_outweighs_the_rest() const;
    void find_end();
    template <typename Visit>
    void for_each_number(Visit visit) const;

    const Instance* instance_;
    std::int32_t originals_;  // of the instance, by rank: 0 .. originals_ - 1 are left
    std::int32_t left_;       // numbers in all
    bool at_end_ = false;
    std::vector<Number> made_;  // by moves, as far as they are left; rising
    // Made too, but smaller than the largest of the others, so that they need no place among them yet.
    std::vector<Number> waiting_;
    Number largest_waiting_{};
    Numbers numbers_;
};

// What a depth-first search does tens of millions of times a second stands here, where it can be inlined.

// Of equal numbers one of the instance goes first, so that the same moves always do the same.
template <typename Numbers>
bool PartitionState<Numbers>::largest_is_made() const {
    return !made_.empty() && (originals_ == 0 || less(original(originals_ - 1), made_.back()));
}

template <typename Numbers>
typename Numbers::Number PartitionState<Numbers>::take_largest(bool& made) {
    if (!waiting_.empty() && leads_from_waiting()) sort_in_those_waiting();
    made = largest_is_made();
    --left_;
    if (!made) return original(--originals_);
    const Number number = made_.back();
    made_.pop_back();
    return number;
}

template <typename Numbers>
void PartitionState<Numbers>::put_back(const Number& number, bool made) {
    ++left_;
    if (made) {
        made_.push_back(number);
    } else {
        ++originals_;
    }
}

template <typename Numbers>
std::size_t PartitionState<Numbers>::place_of(const Number& number) const {
    const auto after =
        std::upper_bound(made_.begin(), made_.end(), number,
                         [this](const Number& one, const Number& other) { return less(one, other); });
    return static_cast<std::size_t>(after - made_.begin());
}

template <typename Numbers>
std::int32_t PartitionState<Numbers>::insert(const Number& number) {
    ++left_;
    std::size_t place = made_.size();
    if (place >= many) {
        place = place_of(number);
        made_.insert(made_.begin() + static_cast<std::ptrdiff_t>(place), number);
        return static_cast<std::int32_t>(place);
    }
    made_.push_back(number);
    for (; place > 0 && less(number, made_[place - 1]); --place) made_[place] = made_[place - 1];
    made_[place] = number;
    return static_cast<std::int32_t>(place);
}

template <typename Numbers>
typename PartitionState<Numbers>::Memento PartitionState<Numbers>::play_undoable(Move move) {
    if (!waiting_.empty()) sort_in_those_waiting();
    Memento memento;
    memento.move = move;
    memento.first = take_largest(memento.first_made);
    memento.second = take_largest(memento.second_made);
    memento.place = insert(numbers_.make(*instance_, move, memento.first, memento.second));
    find_end();
    return memento;
}

template <typename Numbers>
void PartitionState<Numbers>::undo(const Memento& memento) {
    made_.erase(made_.begin() + memento.place);
    --left_;
    numbers_.take_back(memento.move, memento.second);
    put_back(memento.second, memento.second_made);
    put_back(memento.first, memento.first_made);
    at_end_ = false;
}

// Those first among which the largest is; large ones settle most questions. `visit(number)` says whether to go
// on.
template <typename Numbers>
template <typename Visit>
void PartitionState<Numbers>::for_each_number(Visit visit) const {
    const auto visit_made = [&] {
        for (std::size_t i = made_.size(); i-- > 0;)
            if (!visit(made_[i])) return false;
        return true;
    };
    const auto visit_waiting = [&] { return std::all_of(waiting_.begin(), waiting_.end(), visit); };
    const bool made_first = largest_is_made();
    if (made_first && !visit_made()) return;
    for (std::int32_t rank = originals_; rank-- > 0;)
        if (!visit(original(rank))) return;
    if (!made_first && !visit_made()) return;
    visit_waiting();
}

// Largest >= all others together - 1. The leading limbs settle it, unless the two are nearly equal.
template <typename Numbers>
bool PartitionState<Numbers>::outweighs_the_rest(const Number& most) const {
    if constexpr (requires { numbers_.sum(); }) return 2 * most + 1 >= numbers_.sum();
    // Two others that are above half of it, which nearly always settles it.
    const std::size_t made = made_.size();
    if (made >= 3 && Numbers::surely_above_half(made_[made - 3], most)) return false;
    if (originals_ >= 3 && Numbers::surely_above_half(original(originals_ - 3), most)) return false;
    const std::size_t top = numbers_.top(most);
    const Window twice = 2 * numbers_.window(*instance_, most, top);
    // Each number may be up to one unit larger than its window, where there are limbs below it.
    const Window unit = top == 1 ? 0 : 1;
    Window sum = 0, slack = 2 * unit + 1;
    bool less_than_rest = false;
    for_each_number([&](const Number& number) {  // the largest is among them
        sum += numbers_.window(*instance_, number, top);
        less_than_rest = sum > twice + slack;
        return !less_than_rest;
    });
    if (less_than_rest) return false;
    slack = unit * static_cast<Window>(left_);
    if (sum + slack <= twice + (1 - unit)) return true;
    if (unit == 0) return false;
    return exactly_outweighs_the_rest();
}

template <typename Numbers>
void PartitionState<Numbers>::find_end() {
    at_end_ = left_ <= exact_from || outweighs_the_rest(largest());
}

// Only the leading limbs of every number count here. Where there are more, the discrepancy of the windows is
// less than one unit a number away from the true one.
template <typename Numbers>
bool PartitionState<Numbers>::cannot_beat(const Discrepancy& best) const {
    const Number most = largest();
    const std::size_t top = numbers_.top(most);
    if (best.high.size() > top) return false;
    Window found = 0;
    if (left_ > exact_from) {
        Window sum = 0;
        for_each_number([&](const Number& number) {
            sum += numbers_.window(*instance_, number, top);
            return true;
        });
        const Window twice = 2 * numbers_.window(*instance_, most, top);
        found = twice > sum ? twice - sum : sum - twice;
    } else {
        std::array<Window, exact_from> windows{};
        std::size_t count = 0;
        for_each_number([&](const Number& number) {
            windows[count++] = numbers_.window(*instance_, number, top);
            return true;
        });
        found = difference_of_four(windows);
    }
    const Limb above = best.high.size() == top ? best.high[top - 1] : 0;
    const Limb below = top == 1 ? best.low : best.high.size() + 1 >= top ? best.high[top - 2] : 0;
    const Window to_beat = static_cast<Window>(above) << 64 | below;
    if (top == 1) return found >= to_beat;
    const auto slack = static_cast<Window>(left_) + 2;
    return found > slack && found - slack > to_beat;
}

// A partition written out: which numbers, by their index in the text, are on each side.
struct Sides {
    std::vector<std::int32_t> left, right;
    mpz_class left_sum, right_sum;
};

// Follows the moves with plain arithmetic that shares no code with the state; what is left after them is put
// together by the heuristic.
Sides split(const Instance& instance, const std::vector<Move>& moves);

}  // namespace playout::partition
