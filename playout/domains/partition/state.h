// The complete differencing method (Rei, chapter 4; Korf 1998): the two largest numbers are replaced by their
// difference, which puts them on different sides, or by their sum, which puts them on the same side. Always the
// difference is the heuristic of Karmarkar and Karp.
//
// The game ends where the best that can follow is known: with four numbers or fewer (the heuristic is exact),
// or when the largest number is at least as large as all others together, less one.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "playout/base/archive.h"
#include "playout/domains/partition/differencing.h"
#include "playout/domains/partition/number.h"
#include "playout/problem/state.h"
#include "playout/problem/strategy.h"

namespace playout::partition {

// What a partition is worth: log2(discrepancy + 1), ordered by the discrepancy itself.
struct Discrepancy : Outcome {
    Limb low = 0;
    std::vector<Limb> high;  // the limbs above, the last one not 0
    Window leading = 0;      // the number over 2^shift, where that is the instance's; rounded down

    int exact_order(const Discrepancy& other) const;
    void archive(Archive& archive) { archive(violation, value, low, high, leading); }
    mpz_class number() const;
};
Discrepancy discrepancy_of(const mpz_class& number, std::size_t shift);

// One side against the rest of the sum.
inline Window apart(Window sum, Window side) {
    return 2 * side > sum ? 2 * side - sum : sum - 2 * side;
}

// The least discrepancy of up to four numbers, which the heuristic finds: the largest against the rest, or
// together with the smallest (0 if there are fewer than four).
inline Window difference_of_four(Window sum, Window largest, Window smallest) {
    return std::min(apart(sum, largest), apart(sum, largest + smallest));
}

inline void list_moves(bool at_end, std::vector<Move>& moves) {
    moves.clear();
    if (at_end) return;
    moves.push_back(Move::difference);
    moves.push_back(Move::sum);
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
    void legal_moves(std::vector<Move>& moves) const { list_moves(at_end_, moves); }
    void play(Move move);
    double value() const requires(Numbers::exact);
    Discrepancy outcome() const requires(Numbers::exact);
    std::string move_text(Move move) const { return move == Move::sum ? "sum" : "difference"; }
    std::optional<Move> parse_move(std::string_view text) const;

    // How many numbers are left, and the decision.
    MoveCode code(Move move) const { return static_cast<MoveCode>(left_) * 2 + (move == Move::sum ? 1 : 0); }
    std::size_t code_count() const { return (static_cast<std::size_t>(instance_->size()) + 1) * 2; }
    std::uint64_t decision() const { return static_cast<std::uint64_t>(left_); }
    double bias(Move move) const { return move == Move::difference ? 1 : 0; }
    // Every discrepancy is as odd as the sum of all numbers.
    double bound() const { return instance_->odd() ? 1 : 0; }
    Discrepancy exact_bound() const;
    // True only if the end is not better than `best`; looks at leading limbs alone.
    bool cannot_beat(const Discrepancy& best) const;
    // True only if the move leads to such an end; rows of limbs cannot tell.
    bool ends_worse([[maybe_unused]] Move move, [[maybe_unused]] const Discrepancy& best) const {
        if constexpr (Numbers::windows) return windows_end_worse(move, best);
        return false;
    }
    // The heuristic goes on with the difference.
    bool repeats_parent(Move move) const { return move == Move::difference; }
    static constexpr std::size_t moves_per_copy = 16;
    std::int64_t bytes() const;
    static std::vector<StrategyEntry<PartitionState>> strategies() requires(Numbers::exact);

    // What a move takes away, and where it puts the new number.
    struct Memento {
        typename Numbers::Number first, second;  // the largest first
        std::int32_t place;                      // of the new number among `made_`
        Move move;
        bool first_made, second_made;  // or they are the instance's
    };
    Memento play_undoable(Move move);
    void undo(const Memento& memento);

    // Difference upon difference, to the end or the first doubt: the moves are appended. False: `gives_up()`
    // said so, and the state is spoilt.
    template <typename GivesUp>
    bool play_differences(std::vector<Move>& moves, Differencing& work, GivesUp gives_up);

    const Instance& instance() const { return *instance_; }
    std::int32_t numbers_left() const { return left_; }
    std::int64_t moves_left() const { return std::max<std::int64_t>(0, left_ - exact_from); }

    // For leading digits. The last move, or whether it was the last one, may not be what the whole numbers
    // want.
    bool in_doubt() const { return in_doubt_; }
    // The value, where these digits are enough to know it to the last bit of a double.
    std::optional<double> value_by_windows() const requires(Numbers::windows);

  private:
    using Number = typename Numbers::Number;
    static constexpr std::int32_t few_originals = 32;  // not worth a look at their gaps

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
    Number smallest() const;
    bool limbs_outweigh_the_rest(const Number& most) const requires(!Numbers::windows);
    bool exactly_outweighs_the_rest() const requires(!Numbers::windows);
    void look_back(const Number& second, const Number& third, const Number& number);
    void find_end(const Number& most);
    std::array<Window, 3> three_largest() const requires(Numbers::windows);
    Window found_by_windows() const requires(Numbers::windows);
    bool is_no_better(Window found, const Discrepancy& best) const requires(Numbers::windows);
    bool windows_end_worse(Move move, const Discrepancy& best) const requires(Numbers::windows);
    bool limbs_cannot_beat(const Discrepancy& best) const requires(!Numbers::windows);
    template <typename Visit>
    void for_each_number(Visit visit) const;
    bool play_pairs(std::vector<Window>& work) requires(Numbers::windows);
    void begin(Differencing& work) requires(Numbers::windows);
    void end(const Differencing& work, bool in_doubt) requires(Numbers::windows);

    const Instance* instance_;
    std::int32_t originals_;  // of the instance, by rank: 0 .. originals_ - 1 are left
    std::int32_t left_;       // numbers in all
    bool at_end_ = false;
    bool in_doubt_ = false;
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
    const Number third = largest();
    const Number number = numbers_.make(*instance_, move, memento.first, memento.second);
    memento.place = insert(number);
    look_back(memento.second, third, number);
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
    in_doubt_ = false;
}

// After a move that took `second` and the number above it for `number`, while `third` was the largest of the
// rest.
template <typename Numbers>
void PartitionState<Numbers>::look_back(const Number& second, const Number& third, const Number& number) {
    if constexpr (!Numbers::exact) in_doubt_ = second - third < numbers_.slack(*instance_);
    find_end(less(third, number) ? number : third);
}

// The end: four numbers, or largest >= all others together - 1.
template <typename Numbers>
void PartitionState<Numbers>::find_end(const Number& most) {
    if constexpr (!Numbers::windows) {
        at_end_ = left_ <= exact_from || limbs_outweigh_the_rest(most);
    } else if constexpr (Numbers::exact) {
        at_end_ = left_ <= exact_from || 2 * most + 1 >= numbers_.sum();
    } else {
        const Window slack = numbers_.slack(*instance_);
        at_end_ = left_ <= exact_from || 2 * most >= numbers_.sum() + slack;
        in_doubt_ |= !at_end_ && 2 * most + slack >= numbers_.sum();
    }
}

template <typename Numbers>
Window PartitionState<Numbers>::found_by_windows() const requires(Numbers::windows) {
    const Window sum = numbers_.sum();
    return left_ > exact_from ? apart(sum, largest())
                              : difference_of_four(sum, largest(), left_ == exact_from ? smallest() : 0);
}

template <typename Numbers>
bool PartitionState<Numbers>::is_no_better(Window found, const Discrepancy& best) const
    requires(Numbers::windows) {
    return found >= best.leading + (Numbers::exact ? 0 : numbers_.slack(*instance_) + 1);
}

// While none waits.
template <typename Numbers>
std::array<Window, 3> PartitionState<Numbers>::three_largest() const requires(Numbers::windows) {
    const Window* made = made_.data() + made_.size();
    if (originals_ == 0) return {made[-1], made[-2], made[-3]};
    std::array<Window, 3> largest;
    std::int32_t rank = originals_;
    for (Window& number : largest) {
        const bool is_made = made != made_.data() && (rank == 0 || original(rank - 1) < made[-1]);
        number = is_made ? *--made : original(--rank);
    }
    return largest;
}

template <typename Numbers>
bool PartitionState<Numbers>::windows_end_worse(Move move, const Discrepancy& best) const
    requires(Numbers::windows) {
    if (!waiting_.empty()) return false;
    const auto [first, second, third] = three_largest();
    const Window slack = numbers_.slack(*instance_);
    if (second - third < slack) return false;
    const Window number = move == Move::sum ? first + second : first - second;
    const Window sum = numbers_.sum() - (move == Move::sum ? 0 : 2 * second);
    const Window most = std::max(number, third);
    if (left_ == exact_from + 1)
        return is_no_better(difference_of_four(sum, most, std::min(number, smallest())), best);
    if (2 * most + (Numbers::exact ? 1 : 0) < sum + slack) return false;
    return is_no_better(apart(sum, most), best);
}

template <typename Numbers>
bool PartitionState<Numbers>::cannot_beat(const Discrepancy& best) const {
    if constexpr (Numbers::windows) {
        return is_no_better(found_by_windows(), best);
    } else {
        return limbs_cannot_beat(best);
    }
}

template <typename Numbers>
template <typename GivesUp>
bool PartitionState<Numbers>::play_differences(std::vector<Move>& moves, Differencing& work, GivesUp gives_up) {
    constexpr std::int32_t at_once = 256;  // without asking
    const std::int32_t before = left_;
    if constexpr (Numbers::windows) {
        if (!at_end_ && gives_up()) return false;
        for (int single = 0; single < 32 && originals_ > few_originals && !at_end_ && !in_doubt_; ++single)
            if (!play_pairs(work.numbers)) play(Move::difference);
        if (!at_end_ && !in_doubt_) {
            begin(work);
            bool sure = work.run(numbers_.slack(*instance_), at_once);
            while (sure && !work.at_end()) {
                if (gives_up()) return false;
                sure = work.run(numbers_.slack(*instance_), at_once);
            }
            end(work, !sure);
        }
    } else {
        numbers_.reserve(*instance_, left_);
        for (std::int32_t played = 0; !at_end_; ++played) {
            if (played % at_once == 0 && gives_up()) return false;
            play(Move::difference);
        }
    }
    moves.resize(moves.size() + static_cast<std::size_t>(before - left_), Move::difference);
    return true;
}

// The heuristic of Karmarkar and Karp from wherever the game stands.
template <typename S>
class KarmarkarKarp final : public Strategy<S> {
  public:
    bool playout(S& state, std::vector<Move>& moves, Rng&, PlayoutGuard<S>& guard) override {
        return state.play_differences(moves, work_, [&] { return guard.gives_up(state); });
    }
    bool deterministic() const override { return true; }

  private:
    Differencing work_;
};

template <typename S>
std::vector<StrategyEntry<S>> karmarkar_karp() {
    return {{"greedy",
             "always the difference: the heuristic of Karmarkar and Karp",
             {},
             [](const S&, const Settings&) { return std::make_unique<KarmarkarKarp<S>>(); }}};
}

}  // namespace playout::partition
