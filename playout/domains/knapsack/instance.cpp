#include "playout/domains/knapsack/instance.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <stdexcept>

#include "playout/base/text.h"

namespace playout::knapsack {
namespace {

// More profit per weight comes first; what weighs nothing comes before all else.
bool decided_before(const Item& left, const Item& right) {
    if ((left.weight == 0) != (right.weight == 0)) return left.weight == 0;
    const auto left_gain = static_cast<__int128>(left.profit) * right.weight;
    const auto right_gain = static_cast<__int128>(right.profit) * left.weight;
    return left_gain != right_gain ? left_gain > right_gain : left.index < right.index;
}

}  // namespace

Instance::Instance(std::vector<Item> items, std::int64_t capacity)
    : items_(std::move(items)), capacity_(capacity) {
    if (capacity < 0) throw std::invalid_argument("the capacity is negative");
    std::int64_t weight = 0;
    std::int64_t profit = 0;
    for (const Item& item : items_) {
        if (item.profit < 0 || item.weight < 0) throw std::invalid_argument("a profit or a weight is negative");
        if (item.profit > largest_sum - profit)
            throw std::invalid_argument("the profits sum to more than 2^53");
        if (item.weight > largest_sum - weight)
            throw std::invalid_argument("the weights sum to more than 2^53");
        profit += item.profit;
        weight += item.weight;
    }
    std::sort(items_.begin(), items_.end(), decided_before);
    weight_sums_.push_back(0);
    profit_sums_.push_back(0);
    for (const Item& item : items_) {
        weight_sums_.push_back(weight_sums_.back() + item.weight);
        profit_sums_.push_back(profit_sums_.back() + item.profit);
    }
    least_weights_.assign(items_.size() + 1, std::numeric_limits<std::int64_t>::max());
    for (std::size_t place = items_.size(); place-- > 0;)
        least_weights_[place] = std::min(items_[place].weight, least_weights_[place + 1]);
}

Instance read_instance(std::string_view text, const std::string& file) {
    Scanner scanner(text, file);
    const std::int64_t size = scanner.integer("the number of items", 1, Instance::max_items);
    const std::int64_t capacity = scanner.integer("the capacity", 0, Instance::largest_sum);
    std::vector<Item> items;
    for (std::int32_t i = 0; i < size; ++i) {
        const std::int64_t profit =
            scanner.integer(fmt::format("the profit of item {} of {}", i + 1, size), 0, Instance::largest_sum);
        const std::int64_t weight =
            scanner.integer(fmt::format("the weight of item {} of {}", i + 1, size), 0, Instance::largest_sum);
        items.push_back({profit, weight, i});
    }
    scanner.expect_end();
    try {
        return Instance(std::move(items), capacity);
    } catch (const std::invalid_argument& error) {
        scanner.fail(error.what());
    }
}

std::string to_text(const Instance& instance) {
    std::vector<Item> items = instance.items();
    std::sort(items.begin(), items.end(),
              [](const Item& left, const Item& right) { return left.index < right.index; });
    std::string text = fmt::format("{}\n{}\n", items.size(), instance.capacity());
    for (const Item& item : items)
        fmt::format_to(std::back_inserter(text), "{} {}\n", item.profit, item.weight);
    return text;
}

const Knobs<GeneratorConfig>& generator_knobs() {
    using Config = GeneratorConfig;
    static const auto table =
        Knobs<Config>()
            .number("size", &Config::size, 1, Instance::max_items, "how many items")
            .choice("class", &Config::correlation, {"uncorrelated", "weak", "strong", "subset-sum"},
                    "how the profit follows the weight: not at all, within a tenth of the range, a tenth "
                    "above, equal")
            .number("range", &Config::range, 10, 1'000'000'000, "weights are drawn from 1 to this")
            .number("fill", &Config::fill, 0, 1, "capacity as a share of the total weight");
    return table;
}

Instance generate(const GeneratorConfig& config, Rng& rng) {
    std::vector<Item> items;
    std::int64_t total_weight = 0;
    const std::int64_t tenth = config.range / 10;
    for (std::int32_t i = 0; i < config.size; ++i) {
        const std::int64_t weight = rng.between(1, config.range);
        std::int64_t profit = weight;
        if (config.correlation == Correlation::uncorrelated) profit = rng.between(1, config.range);
        if (config.correlation == Correlation::weak)
            profit = std::max<std::int64_t>(1, rng.between(weight - tenth, weight + tenth));
        if (config.correlation == Correlation::strong) profit = weight + tenth;
        items.push_back({profit, weight, i});
        total_weight += weight;
    }
    return Instance(std::move(items),
                    static_cast<std::int64_t>(static_cast<double>(total_weight) * config.fill));
}

}  // namespace playout::knapsack
