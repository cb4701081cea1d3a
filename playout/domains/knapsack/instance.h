// 0-1 knapsack: choose items of the largest total profit whose weights fit the capacity.
// Text: the number of items, the capacity, then `profit weight` for each item, all separated by blanks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "playout/base/parameter.h"
#include "playout/base/rng.h"

namespace playout::knapsack {

struct Item {
    std::int64_t profit = 0;
    std::int64_t weight = 0;
    std::int32_t index = 0;  // its place in the text, from 0

    friend bool operator==(const Item&, const Item&) = default;
};

// Immutable. Items stand in the order in which they are decided: profit per weight falling, ties by index.
class Instance {
  public:
    // Throws std::invalid_argument on a negative number or when the sums do not fit (see `largest_sum`).
    Instance(std::vector<Item> items, std::int64_t capacity);

    std::int32_t size() const { return static_cast<std::int32_t>(items_.size()); }
    std::int64_t capacity() const { return capacity_; }
    const Item& item(std::int32_t place) const { return items_[static_cast<std::size_t>(place)]; }
    const std::vector<Item>& items() const { return items_; }

    // Totals of the first `count` items, and the least weight from `place` on (a huge number past the end).
    std::int64_t weight_of_first(std::int32_t count) const {
        return weight_sums_[static_cast<std::size_t>(count)];
    }
    std::int64_t profit_of_first(std::int32_t count) const {
        return profit_sums_[static_cast<std::size_t>(count)];
    }
    std::int64_t least_weight_from(std::int32_t place) const {
        return least_weights_[static_cast<std::size_t>(place)];
    }

    // Up to here a double holds every profit exactly, and products fit 128 bits.
    static constexpr std::int64_t largest_sum = std::int64_t{1} << 53;
    static constexpr std::int64_t max_items = 1'000'000;

  private:
    std::vector<Item> items_;
    std::int64_t capacity_;
    std::vector<std::int64_t> weight_sums_;
    std::vector<std::int64_t> profit_sums_;
    std::vector<std::int64_t> least_weights_;
};

// Throws InputError with file and line.
Instance read_instance(std::string_view text, const std::string& file);

// The text form, items in the order of their index.
std::string to_text(const Instance& instance);

// The four classes that the literature uses most (Pisinger 2005: "Where are the hard knapsack problems?").
enum class Correlation { uncorrelated, weak, strong, subset_sum };

struct GeneratorConfig {
    std::int64_t size = 50;
    Correlation correlation = Correlation::weak;
    std::int64_t range = 1000;
    double fill = 0.5;
};

const Knobs<GeneratorConfig>& generator_knobs();
Instance generate(const GeneratorConfig& config, Rng& rng);

}  // namespace playout::knapsack
