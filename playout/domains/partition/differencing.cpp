#include "playout/domains/partition/differencing.h"

#include <bit>
#include <functional>
#include <utility>

namespace playout::partition {

void sort_rising(std::vector<Window>& numbers, Window largest) {
    constexpr std::size_t few = 24, crowd = 64;
    const std::size_t count = numbers.size();
    if (count <= few) return std::sort(numbers.begin(), numbers.end());
    const int digits = std::bit_width(count) + 1;
    const int shift = std::max(length_of(largest) - digits, 0);
    const auto place_of = [shift](Window number) { return static_cast<std::size_t>(number >> shift); };
    std::vector<std::uint32_t> places(std::size_t{1} << digits);
    for (const Window number : numbers) ++places[place_of(number)];
    std::uint32_t start = 0;
    for (std::uint32_t& place : places) {
        if (place > crowd) return std::sort(numbers.begin(), numbers.end());
        start += std::exchange(place, start);
    }
    std::vector<Window> sorted(count);
    for (const Window number : numbers) sorted[places[place_of(number)]++] = number;
    for (std::size_t i = 1; i < count; ++i) {  // those of the same leading digits
        const Window number = sorted[i];
        std::size_t place = i;
        for (; place > 0 && number < sorted[place - 1]; --place) sorted[place] = sorted[place - 1];
        sorted[place] = number;
    }
    numbers.swap(sorted);
}

void Differencing::begin(const std::vector<Window>& unsorted) {
    at_end_ = false;
    waiting_.assign(unsorted.begin(), unsorted.end());
    if (waiting_.empty()) return;
    largest_waiting_ = *std::max_element(waiting_.begin(), waiting_.end());
    sort_in_those_waiting();
}

bool Differencing::run(Window slack, std::int32_t most) {
    Window* all = numbers.data();
    std::size_t count = numbers.size(), waiting = waiting_.size();
    const Window nearly = slack == 0 ? 1 : 0;  // as large as the rest
    bool sure = true;
    while (sure && !at_end_ && most-- > 0) {
        if (waiting > 0 && (count < 3 || all[count - 3] <= largest_waiting_)) {
            numbers.resize(count);
            sort_in_those_waiting();
            all = numbers.data();
            count = numbers.size();
            waiting = 0;
        }
        const Window second = all[count - 2], third = all[count - 3];
        const Window number = all[count - 1] - second;
        sum -= 2 * second;
        count -= 2;
        if (count >= many && number < all[count - many]) {
            largest_waiting_ = waiting == 0 ? number : std::max(largest_waiting_, number);
            waiting_.push_back(number);
            ++waiting;
        } else {
            std::size_t place = count++;
            for (; place > 0 && number < all[place - 1]; --place) all[place] = all[place - 1];
            all[place] = number;
        }
        const Window twice = 2 * std::max(number, third);
        at_end_ = count + waiting <= std::size_t{exact_from} || twice + nearly >= sum + slack;
        if (slack > 0) sure = second - third >= slack && (at_end_ || twice + slack < sum);
    }
    numbers.resize(count);
    if (at_end_ && waiting > 0) sort_in_those_waiting();
    return sure;
}

void Differencing::sort_in_those_waiting() {
    sort_rising(waiting_, largest_waiting_);
    merge_into(numbers, waiting_, std::less<>());
    waiting_.clear();
}

}  // namespace playout::partition
