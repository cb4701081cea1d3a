// The heuristic of Karmarkar and Karp in one go: as long as the game is not over, the two largest numbers are
// replaced by their difference. A new number that is smaller than many others waits until it may be among the
// largest; all that wait are then sorted at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "playout/domains/partition/number.h"

namespace playout::partition {

inline constexpr std::int32_t exact_from = 4;  // numbers: the heuristic is exact
inline constexpr std::size_t many = 48;        // numbers: so many are not moved for one that goes below them

// By distribution to as many places as there are numbers, which suits numbers that are spread evenly.
void sort_rising(std::vector<Window>& numbers, Window largest);

// Both rise. From the back, so that nothing is overwritten that is still to be moved; without branches, since
// no guess at the next number is better than another.
template <typename Number, typename Less>
void merge_into(std::vector<Number>& numbers, const std::vector<Number>& more, Less less) {
    std::size_t left = numbers.size(), right = more.size();
    numbers.resize(left + right);
    Number* const all = numbers.data();
    while (left > 0 && right > 0) {
        const Number one = all[left - 1], other = more[right - 1];
        const bool takes_other = less(one, other);
        all[left + right - 1] = takes_other ? other : one;
        left -= !takes_other;
        right -= takes_other;
    }
    std::copy_n(more.begin(), right, numbers.begin());
}

// An object keeps its memory from one game to the next.
class Differencing {
  public:
    std::vector<Window> numbers;  // rising; more than four
    Window sum = 0;               // of all of them

    // From numbers that have not ended yet; `unsorted` ones are added to them.
    void begin(const std::vector<Window>& unsorted);
    // Up to `most` differences. One of less than `slack` between two numbers may be wrong; 0: they are whole.
    // False: the last move, or whether it was the last one, is in doubt.
    bool run(Window slack, std::int32_t most);
    bool at_end() const { return at_end_; }
    std::int32_t left() const { return static_cast<std::int32_t>(numbers.size() + waiting_.size()); }

  private:
    void sort_in_those_waiting();

    bool at_end_ = false;
    std::vector<Window> waiting_;  // smaller than the three largest of the others
    Window largest_waiting_ = 0;
};

}  // namespace playout::partition
