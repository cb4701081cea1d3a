// What a game is worth, counted once more: the two sides written out and added up, by plain arithmetic that
// shares no code with the states.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <vector>

#include "playout/domains/partition/instance.h"
#include "playout/domains/partition/number.h"
#include "playout/problem/outcome.h"

namespace playout::partition {

// A partition written out: which numbers, by their index in the text, are on each side.
struct Sides {
    std::vector<std::int32_t> left, right;
    mpz_class left_sum, right_sum;

    mpz_class difference() const { return abs(left_sum - right_sum); }
};

// Follows the moves; what is left after them is put together by the heuristic.
Sides split(const Instance& instance, const std::vector<Move>& moves);

// log2(difference of the sums + 1), to the last bit.
Outcome recount(const Instance& instance, const std::vector<Move>& moves);

}  // namespace playout::partition
