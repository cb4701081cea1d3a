#include "playout/domains/knapsack/picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "playout/picture/svg.h"

namespace playout::knapsack {
namespace {

constexpr Colour poor{70, 110, 190};
constexpr Colour rich{240, 150, 40};

double ratio(const Item& item) {
    return item.weight == 0 ? 0 : static_cast<double>(item.profit) / static_cast<double>(item.weight);
}

struct RatioRange {
    explicit RatioRange(const Instance& instance) {
        for (const Item& item : instance.items()) highest = std::max(highest, ratio(item));
        for (const Item& item : instance.items())
            if (item.weight > 0) lowest = std::min(lowest, ratio(item));
    }
    // 0 for the poorest item, 1 for the richest and for those that weigh nothing.
    double share(const Item& item) const {
        if (item.weight == 0 || highest == lowest) return 1;
        return (ratio(item) - lowest) / (highest - lowest);
    }
    double highest = 0;
    double lowest = 1e300;
};

std::vector<bool> packed_flags(const Instance& instance, const Packing& packing) {
    std::vector<bool> flags(static_cast<std::size_t>(instance.size()));
    for (const std::int32_t index : packing.items) flags[static_cast<std::size_t>(index)] = true;
    return flags;
}

double fill_share(std::int64_t weight, std::int64_t capacity) {
    return capacity == 0 ? 1 : static_cast<double>(weight) / static_cast<double>(capacity);
}

}  // namespace

std::string terminal_picture(const Instance& instance, const Packing& packing, const Terminal& terminal) {
    const std::vector<bool> in = packed_flags(instance, packing);
    const RatioRange range(instance);
    const int per_line = std::clamp(terminal.width - 4, 20, 100);
    constexpr std::int32_t max_shown = 1000;
    std::string picture = "items in ratio order, # packed, . left out\n";
    for (std::int32_t place = 0; place < std::min(instance.size(), max_shown); ++place) {
        const Item& item = instance.item(place);
        if (place % per_line == 0) picture += place == 0 ? "  " : "\n  ";
        picture += in[static_cast<std::size_t>(item.index)]
                       ? terminal.painted("#", blend(poor, rich, range.share(item)))
                       : terminal.faint(".");
    }
    if (instance.size() > max_shown) picture += fmt::format("\n  ... and {} more", instance.size() - max_shown);
    const double share = fill_share(packing.weight, instance.capacity());
    picture += fmt::format("\n{} of {} items, weight {} of {}\n  {} {:.2f} % full\n", packing.items.size(),
                           instance.size(), packing.weight, instance.capacity(),
                           terminal.bar(share, std::min(per_line - 14, 60), rich), 100 * share);
    return picture;
}

std::string svg_picture(const Instance& instance, const Packing& packing) {
    constexpr double width = 960, height = 360, left = 20, right = 20, top = 60, base = 300;
    const std::vector<bool> in = packed_flags(instance, packing);
    const RatioRange range(instance);
    const auto total = std::max<double>(1, static_cast<double>(instance.weight_of_first(instance.size())));
    Svg svg(width, height);
    double x = left;
    for (const Item& item : instance.items()) {
        const bool taken = in[static_cast<std::size_t>(item.index)];
        const double item_width = static_cast<double>(item.weight) / total * (width - left - right);
        const double item_height = (0.15 + 0.85 * range.share(item)) * (base - top);
        const double gap = std::min(0.5, item_width / 4);
        svg.rectangle(x, base - item_height, item_width - gap, item_height,
                      taken ? css(blend(poor, rich, range.share(item))) : std::string("#e4e4e4"),
                      fmt::format("item {}: profit {}, weight {}, {}", item.index, item.profit, item.weight,
                                  taken ? "packed" : "left out"));
        x += item_width;
    }
    svg.text(left, 26,
             fmt::format("profit {}: {} of {} items, weight {} of {}", packing.profit, packing.items.size(),
                         instance.size(), packing.weight, instance.capacity()),
             17);
    svg.text(left, 46,
             "one column an item in ratio order: width = weight, height = profit per weight, grey = left out",
             12, "start", "#666");
    constexpr double bar_top = base + 20, bar_height = 14;
    svg.rectangle(left, bar_top, width - left - right, bar_height, "#e4e4e4");
    svg.rectangle(left, bar_top,
                  (width - left - right) * std::min(1.0, fill_share(packing.weight, instance.capacity())),
                  bar_height, css(rich));
    return svg.str();
}

std::string terminal_frame(const Instance& instance, const KnapsackState& state, const Terminal& terminal) {
    const std::int64_t used = instance.capacity() - state.capacity_left();
    std::string frame =
        fmt::format("{} weight {}", terminal.bar(fill_share(used, instance.capacity()), 30, rich), used);
    if (state.at_end()) return frame + fmt::format(", profit {:.0f}\n", state.value());
    const Item& item = instance.item(state.next_item());
    return frame +
           fmt::format(", next: item {} (profit {}, weight {})\n", item.index, item.profit, item.weight);
}

}  // namespace playout::knapsack
