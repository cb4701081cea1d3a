#include "playout/domains/partition/recount.h"

#include <cmath>
#include <iterator>
#include <set>

namespace playout::partition {

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

Outcome recount(const Instance& instance, const std::vector<Move>& moves) {
    const mpz_class next = split(instance, moves).difference() + 1;
    long length = 0;
    const double leading = mpz_get_d_2exp(&length, next.get_mpz_t());
    return {0, std::log2(leading) + static_cast<double>(length)};
}

}  // namespace playout::partition
