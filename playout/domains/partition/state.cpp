#include "playout/domains/partition/state.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <iterator>
#include <memory>
#include <set>
#include <utility>

namespace playout::partition {

static_assert(State<PartitionState<Wide>> && HasCannotBeat<PartitionState<Wide>>);
static_assert(State<PartitionState<Narrow>> && HasCodeCount<PartitionState<Narrow>> &&
              HasBias<PartitionState<Narrow>> && HasBound<PartitionState<Narrow>> &&
              HasExactBound<PartitionState<Narrow>> && HasCannotBeat<PartitionState<Narrow>> &&
              HasRepeatsParent<PartitionState<Narrow>> && HasUndo<PartitionState<Narrow>> &&
              HasBytes<PartitionState<Narrow>> && HasStrategies<PartitionState<Narrow>> &&
              ExactOutcome<OutcomeOf<PartitionState<Narrow>>>);

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

Discrepancy discrepancy_of(const mpz_class& number) {
    Discrepancy found;
    const std::size_t limbs = mpz_size(number.get_mpz_t());
    const Limb* row = mpz_limbs_read(number.get_mpz_t());
    if (limbs > 0) found.low = row[0];
    if (limbs > 1) found.high.assign(row + 1, row + limbs);
    const mpz_class next = number + 1;
    long length = 0;
    const double leading = mpz_get_d_2exp(&length, next.get_mpz_t());
    found.value = std::log2(leading) + static_cast<double>(length);
    return found;
}

template <typename Numbers>
PartitionState<Numbers>::PartitionState(const Instance& instance)
    : instance_(&instance), originals_(instance.size()), left_(instance.size()), numbers_(instance) {
    assert(Numbers::fits(instance));
    at_end_ = left_ <= exact_from || outweighs_the_rest(original(originals_ - 1));
}

template <typename Numbers>
void PartitionState<Numbers>::legal_moves(std::vector<Move>& moves) const {
    moves.clear();
    if (at_end_) return;
    moves.push_back(Move::difference);
    moves.push_back(Move::sum);
}

template <typename Numbers>
std::optional<Move> PartitionState<Numbers>::parse_move(std::string_view text) const {
    if (at_end_) return std::nullopt;
    if (text == "difference") return Move::difference;
    if (text == "sum") return Move::sum;
    return std::nullopt;
}

template <typename Numbers>
bool PartitionState<Numbers>::exactly_outweighs_the_rest() const {
    std::vector<Limb> all(instance_->limbs_each()), row(instance_->limbs_each());
    const auto limbs = static_cast<mp_size_t>(all.size());
    for_each_number([&](const Number& number) {
        numbers_.write(*instance_, number, row.data());
        mpn_add_n(all.data(), all.data(), row.data(), limbs);
        return true;
    });
    numbers_.write(*instance_, largest(), row.data());
    mpn_sub_n(all.data(), all.data(), row.data(), limbs);
    if (!mpn_zero_p(all.data(), limbs)) mpn_sub_1(all.data(), all.data(), limbs, 1);
    return mpn_cmp(row.data(), all.data(), limbs) >= 0;
}

template <typename Numbers>
Discrepancy PartitionState<Numbers>::outcome() const {
    const std::size_t limbs = instance_->limbs_each();
    std::vector<mpz_class> numbers;
    std::vector<Limb> row(limbs);
    for_each_number([&](const Number& number) {
        numbers_.write(*instance_, number, row.data());
        numbers.emplace_back();
        mpz_import(numbers.back().get_mpz_t(), limbs, -1, sizeof(Limb), 0, 0, row.data());
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
    return discrepancy_of(abs(left));
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
    const Number first = take_largest(first_made), second = take_largest(second_made);
    const Number number = numbers_.make(*instance_, move, first, second);
    if (made_.size() < many || !less(number, made_[made_.size() - many]) || !less(number, largest())) {
        insert(number);
    } else {
        ++left_;
        if (waiting_.empty() || less(largest_waiting_, number)) largest_waiting_ = number;
        waiting_.push_back(number);
    }
    if (!waiting_.empty() && leads_from_waiting()) sort_in_those_waiting();
    find_end();
}

// Whether the largest number of all may be one of those that wait.
template <typename Numbers>
bool PartitionState<Numbers>::leads_from_waiting() const {
    if (originals_ > 0 && less(largest_waiting_, original(originals_ - 1))) return false;
    return made_.empty() || !less(largest_waiting_, made_.back());
}

template <typename Numbers>
void PartitionState<Numbers>::sort_in_those_waiting() {
    const auto rising = [this](const Number& one, const Number& other) { return less(one, other); };
    std::sort(waiting_.begin(), waiting_.end(), rising);
    const std::ptrdiff_t middle = std::ssize(made_);
    made_.insert(made_.end(), waiting_.begin(), waiting_.end());
    std::inplace_merge(made_.begin(), made_.begin() + middle, made_.end(), rising);
    waiting_.clear();
}

template <typename Numbers>
template <typename GivesUp>
bool PartitionState<Numbers>::play_differences(std::vector<Move>& moves, GivesUp gives_up) {
    const std::int32_t before = left_;
    numbers_.reserve(*instance_, left_);
    while (!at_end_) {
        if (gives_up()) return false;
        play(Move::difference);
    }
    moves.resize(moves.size() + static_cast<std::size_t>(before - left_), Move::difference);
    return true;
}

namespace {

// The heuristic of Karmarkar and Karp from wherever the game stands.
template <typename Numbers>
class KarmarkarKarp final : public Strategy<PartitionState<Numbers>> {
  public:
    using S = PartitionState<Numbers>;
    bool playout(S& state, std::vector<Move>& moves, Rng&, PlayoutGuard<S>& guard) override {
        return state.play_differences(moves, [&] { return guard.gives_up(state); });
    }
    bool deterministic() const override { return true; }
};

}  // namespace

template <typename Numbers>
std::vector<StrategyEntry<PartitionState<Numbers>>> PartitionState<Numbers>::strategies() {
    return {
        {"greedy",
         "always the difference: the heuristic of Karmarkar and Karp",
         {},
         [](const PartitionState&, const Settings&) { return std::make_unique<KarmarkarKarp<Numbers>>(); }}};
}

Sides split(const Instance& instance, const std::vector<Move>& moves) {
    struct Number {
        mpz_class value;
        std::size_t id;
        bool operator<(const Number& other) const {
            return value != other.value ? value < other.value : id < other.id;
        }
    };
    struct Pair {  // what a number was made of
        std::size_t larger, smaller;
        bool same_side;
    };
    const auto size = static_cast<std::size_t>(instance.size());
    std::set<Number> left;
    for (std::size_t i = 0; i < size; ++i) left.insert({instance.numbers()[i], i});
    std::vector<Pair> made;
    for (std::size_t step = 0; left.size() > 1; ++step) {
        const Number larger = *left.rbegin();
        left.erase(std::prev(left.end()));
        const Number smaller = *left.rbegin();
        left.erase(std::prev(left.end()));
        const bool same_side = step < moves.size() && moves[step] == Move::sum;
        mpz_class value = larger.value;
        value += same_side ? smaller.value : mpz_class(-smaller.value);
        left.insert({value, size + made.size()});
        made.push_back({larger.id, smaller.id, same_side});
    }
    std::vector<bool> on_the_left(size + made.size());
    on_the_left.back() = true;
    for (std::size_t i = made.size(); i-- > 0;) {
        const bool side = on_the_left[size + i];
        on_the_left[made[i].larger] = side;
        on_the_left[made[i].smaller] = made[i].same_side ? side : !side;
    }
    Sides sides;
    for (std::size_t i = 0; i < size; ++i) {
        (on_the_left[i] ? sides.left : sides.right).push_back(static_cast<std::int32_t>(i));
        (on_the_left[i] ? sides.left_sum : sides.right_sum) += instance.numbers()[i];
    }
    return sides;
}

template class PartitionState<Narrow>;
template class PartitionState<Wide>;

}  // namespace playout::partition
