#include "playout/domains/partition/state.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <functional>
#include <iterator>
#include <memory>
#include <utility>

namespace playout::partition {

static_assert(State<PartitionState<Wide>> && HasCannotBeat<PartitionState<Wide>>);
static_assert(State<PartitionState<Narrow>> && HasCodeCount<PartitionState<Narrow>> &&
              HasBias<PartitionState<Narrow>> && HasBound<PartitionState<Narrow>> &&
              HasExactBound<PartitionState<Narrow>> && HasCannotBeat<PartitionState<Narrow>> &&
              HasEndsWorse<PartitionState<Narrow>> && HasRepeatsParent<PartitionState<Narrow>> &&
              HasUndo<PartitionState<Narrow>> && HasBytes<PartitionState<Narrow>> &&
              HasStrategies<PartitionState<Narrow>> && ExactOutcome<OutcomeOf<PartitionState<Narrow>>>);

int Discrepancy::exact_order(const Discrepancy& other) const {
    if (high.size() != other.high.size()) return high.size() < other.high.size() ? -1 : 1;
    for (std::size_t i = high.size(); i-- > 0;)
        if (high[i] != other.high[i]) return high[i] < other.high[i] ? -1 : 1;
    return low < other.low ? -1 : low > other.low ? 1 : 0;
}

mpz_class Discrepancy::number() const {
    mpz_class all;
    if (!high.empty()) mpz_import(all.get_mpz_t(), high.size(), -1, sizeof(Limb), 0, 0, high.data());
    mpz_class lowest;
    mpz_import(lowest.get_mpz_t(), 1, -1, sizeof(Limb), 0, 0, &low);
    return (all << 64) + lowest;
}

Discrepancy discrepancy_of(const mpz_class& number, std::size_t shift) {
    Discrepancy found;
    const std::size_t limbs = mpz_size(number.get_mpz_t());
    const Limb* row = mpz_limbs_read(number.get_mpz_t());
    if (limbs > 0) found.low = row[0];
    if (limbs > 1) found.high.assign(row + 1, row + limbs);
    const mpz_class next = number + 1;
    long length = 0;
    const double leading = mpz_get_d_2exp(&length, next.get_mpz_t());
    found.value = std::log2(leading) + static_cast<double>(length);
    found.leading = window_of(number >> shift);
    return found;
}

namespace {

// log2(number * 2^shift) as discrepancy_of() has it. The number is not 0.
double logarithm(Window number, std::size_t shift) {
    const int length = length_of(number);
    const int rest = std::max(length - 53, 0);  // cut off, as a double has no room for it
    const double leading = std::ldexp(static_cast<double>(static_cast<Limb>(number >> rest)), rest - length);
    return std::log2(leading) + static_cast<double>(static_cast<std::size_t>(length) + shift);
}

}  // namespace

template <typename Numbers>
PartitionState<Numbers>::PartitionState(const Instance& instance)
    : instance_(&instance), originals_(instance.size()), left_(instance.size()), numbers_(instance) {
    assert(Numbers::fits(instance));
    find_end(original(originals_ - 1));
}

template <typename Numbers>
std::optional<Move> PartitionState<Numbers>::parse_move(std::string_view text) const {
    if (at_end_) return std::nullopt;
    if (text == "difference") return Move::difference;
    if (text == "sum") return Move::sum;
    return std::nullopt;
}

template <typename Numbers>
typename Numbers::Number PartitionState<Numbers>::smallest() const {
    Number least = originals_ > 0 ? original(0) : made_.front();
    if (!made_.empty() && less(made_.front(), least)) least = made_.front();
    for (const Number& number : waiting_)
        if (less(number, least)) least = number;
    return least;
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
    const bool made_first = largest_is_made();
    if (made_first && !visit_made()) return;
    for (std::int32_t rank = originals_; rank-- > 0;)
        if (!visit(original(rank))) return;
    if (!made_first && !visit_made()) return;
    for (const Number& number : waiting_)
        if (!visit(number)) return;
}

// Largest >= all others together - 1. The leading limbs settle it, unless the two are nearly equal.
template <typename Numbers>
bool PartitionState<Numbers>::limbs_outweigh_the_rest(const Number& most) const requires(!Numbers::windows) {
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
bool PartitionState<Numbers>::exactly_outweighs_the_rest() const requires(!Numbers::windows) {
    std::vector<Limb> all(instance_->limbs_each()), row(instance_->limbs_each());
    const auto limbs = static_cast<mp_size_t>(all.size());
    for_each_number([&](const Number& number) {
        mpn_add_n(all.data(), all.data(), numbers_.limbs_of(*instance_, number), limbs);
        return true;
    });
    std::copy_n(numbers_.limbs_of(*instance_, largest()), limbs, row.data());
    mpn_sub_n(all.data(), all.data(), row.data(), limbs);
    if (!mpn_zero_p(all.data(), limbs)) mpn_sub_1(all.data(), all.data(), limbs, 1);
    return mpn_cmp(row.data(), all.data(), limbs) >= 0;
}

// Only the leading limbs of every number count here. Where there are more, the discrepancy of the windows is
// less than one unit a number away from the true one.
template <typename Numbers>
bool PartitionState<Numbers>::limbs_cannot_beat(const Discrepancy& best) const requires(!Numbers::windows) {
    const Number most = largest();
    const std::size_t top = numbers_.top(most);
    if (best.high.size() > top) return false;
    Window sum = 0;
    for_each_number([&](const Number& number) {
        sum += numbers_.window(*instance_, number, top);
        return true;
    });
    const Window largest_window = numbers_.window(*instance_, most, top);
    const Window smallest_window = left_ == exact_from ? numbers_.window(*instance_, smallest(), top) : 0;
    const Window found = left_ > exact_from ? apart(sum, largest_window)
                                            : difference_of_four(sum, largest_window, smallest_window);
    const Limb above = best.high.size() == top ? best.high[top - 1] : 0;
    const Limb below = top == 1 ? best.low : best.high.size() + 1 >= top ? best.high[top - 2] : 0;
    const Window to_beat = static_cast<Window>(above) << 64 | below;
    if (top == 1) return found >= to_beat;
    const auto slack = static_cast<Window>(left_) + 2;
    return found > slack && found - slack > to_beat;
}

template <typename Numbers>
std::optional<double> PartitionState<Numbers>::value_by_windows() const requires(Numbers::windows) {
    const Window found = found_by_windows(), slack = numbers_.slack(*instance_);
    const double most = logarithm(found + slack + 1, instance_->shift());
    if (Numbers::exact) return most;
    if (found <= slack || logarithm(found - slack, instance_->shift()) != most) return std::nullopt;
    return most;
}

template <typename Numbers>
double PartitionState<Numbers>::value() const requires(Numbers::exact) {
    if constexpr (Numbers::windows) {
        return *value_by_windows();
    } else {
        return outcome().value;
    }
}

template <typename Numbers>
Discrepancy PartitionState<Numbers>::outcome() const requires(Numbers::exact) {
    if constexpr (Numbers::windows) {
        const Window found = found_by_windows();
        const Limb limbs[2] = {static_cast<Limb>(found), static_cast<Limb>(found >> 64)};
        return discrepancy_of(number_of(limbs, 2), 0);
    } else {
        std::vector<mpz_class> numbers;
        for_each_number([&](const Number& number) {
            numbers.push_back(number_of(numbers_.limbs_of(*instance_, number), instance_->limbs_each()));
            return true;
        });
        mpz_class left = 0;
        if (left_ > exact_from) {  // the largest against the rest
            for (const mpz_class& number : numbers) left -= number;
            left += 2 * *std::max_element(numbers.begin(), numbers.end());
        } else {
            while (numbers.size() > 1) {
                std::sort(numbers.begin(), numbers.end());
                left = numbers.back() - numbers[numbers.size() - 2];
                numbers.pop_back();
                numbers.back() = left;
            }
            left = numbers.back();
        }
        return discrepancy_of(abs(left), instance_->shift());
    }
}

template <typename Numbers>
Discrepancy PartitionState<Numbers>::exact_bound() const {
    Discrepancy least;
    least.value = bound();
    least.low = instance_->odd() ? 1 : 0;
    return least;
}

template <typename Numbers>
std::int64_t PartitionState<Numbers>::bytes() const {
    return static_cast<std::int64_t>(sizeof(*this) +
                                     (made_.capacity() + waiting_.capacity()) * sizeof(Number)) +
           numbers_.bytes();
}

// With many numbers left, a new one that is smaller than most of them waits unsorted until it is among the
// largest, so that a move does not move half of the others.
template <typename Numbers>
void PartitionState<Numbers>::play(Move move) {
    bool first_made = false, second_made = false;
    const Number first = take_largest(first_made);
    if (leads_from_waiting()) sort_in_those_waiting();
    const Number second = take_largest(second_made);
    if (leads_from_waiting()) sort_in_those_waiting();
    const Number third = largest();
    const Number number = numbers_.make(*instance_, move, first, second);
    if (made_.size() < many || !less(number, made_[made_.size() - many]) || !less(number, third)) {
        insert(number);
    } else {
        ++left_;
        if (waiting_.empty() || less(largest_waiting_, number)) largest_waiting_ = number;
        waiting_.push_back(number);
    }
    look_back(second, third, number);
}

// Whether the largest number of all may be one of those that wait.
template <typename Numbers>
bool PartitionState<Numbers>::leads_from_waiting() const {
    if (waiting_.empty()) return false;
    if (originals_ > 0 && less(largest_waiting_, original(originals_ - 1))) return false;
    return made_.empty() || !less(largest_waiting_, made_.back());
}

template <typename Numbers>
void PartitionState<Numbers>::sort_in_those_waiting() {
    const auto rising = [this](const Number& one, const Number& other) { return less(one, other); };
    if constexpr (Numbers::windows) {
        sort_rising(waiting_, largest_waiting_);
    } else {
        std::sort(waiting_.begin(), waiting_.end(), rising);
    }
    merge_into(made_, waiting_, rising);
    waiting_.clear();
}

// The two largest numbers, then the two below, and so on, as long as all of them are the instance's and above
// whatever is made: their differences are known in order. False: there are too few.
template <typename Numbers>
bool PartitionState<Numbers>::play_pairs(std::vector<Window>& work) requires(Numbers::windows) {
    const std::vector<Instance::Gap>& gaps = instance_->gaps(originals_ % 2);
    Window above = gaps.back().size;
    if (!made_.empty()) above = std::max(above, made_.back());
    if (!waiting_.empty()) above = std::max(above, largest_waiting_);
    const std::vector<Window>& windows = instance_->windows();
    const auto first = std::upper_bound(windows.begin(), windows.end(), above + numbers_.slack(*instance_));
    const auto from =
        std::max(instance_->moderate_from() + 1, static_cast<std::int32_t>(first - windows.begin()));
    const std::int32_t stop = from + (originals_ + from) % 2;
    if (originals_ - stop <= few_originals) return false;
    work.resize(gaps.size());
    std::size_t count = 0;
    for (const Instance::Gap& gap : gaps) {
        work[count] = gap.size;
        count += gap.rank >= stop && gap.rank < originals_;
    }
    work.resize(count);
    merge_into(made_, work, std::less<>());
    Window smaller = 0;
    for (std::int32_t rank = stop; rank < originals_; rank += 2)
        smaller += windows[static_cast<std::size_t>(rank)];
    numbers_.set_sum(numbers_.sum() - 2 * smaller);
    left_ -= (originals_ - stop) / 2;
    originals_ = stop;
    return true;
}

template <typename Numbers>
void PartitionState<Numbers>::begin(Differencing& work) requires(Numbers::windows) {
    work.numbers.resize(made_.size() + static_cast<std::size_t>(originals_));
    const auto end = instance_->windows().begin() + originals_;
    std::merge(made_.begin(), made_.end(), instance_->windows().begin(), end, work.numbers.begin());
    work.sum = numbers_.sum();
    work.begin(waiting_);
}

template <typename Numbers>
void PartitionState<Numbers>::end(const Differencing& work, bool in_doubt) requires(Numbers::windows) {
    made_ = work.numbers;
    waiting_.clear();
    originals_ = 0;
    left_ = work.left();
    numbers_.set_sum(work.sum);
    at_end_ = work.at_end();
    in_doubt_ = in_doubt;
}

template <typename Numbers>
std::vector<StrategyEntry<PartitionState<Numbers>>> PartitionState<Numbers>::strategies() requires(
    Numbers::exact) {
    return karmarkar_karp<PartitionState>();
}

template class PartitionState<Narrow>;
template class PartitionState<Leading>;
template class PartitionState<Wide>;

}  // namespace playout::partition
