// Settings as users write them. The first line names an algorithm (any other one is some domain's generator),
// the others are `key=value`. A setting is refused, or has a value in its range whose text says the same.
#include <tuple>

#include "playout/base/text.h"
#include "playout/catalogue/make_search.h"
#include "playout/domains/knapsack/instance.h"
#include "playout/domains/partition/instance.h"
#include "playout/domains/samegame/instance.h"
#include "playout/domains/snake/instance.h"
#include "tests/fuzz/target.h"

namespace playout {
namespace {

SettingTexts settings_in(std::string_view text) {
    SettingTexts settings;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const std::size_t sign = line.find('=');
        if (sign != std::string_view::npos) settings[std::string(line.substr(0, sign))] = line.substr(sign + 1);
    }
    return settings;
}

template <typename Config>
void read_with(const Knobs<Config>& knobs, const SettingTexts& texts) {
    const auto settings =
        fuzz::read_or_refuse([&] { return resolve(knobs.parameters(), texts, "the fuzz target"); });
    if (!settings) return;
    for (const Parameter& row : knobs.parameters()) {
        const double value = settings->at(row.name);
        fuzz::require(value >= row.lowest && value <= row.highest, row.name + " is out of range");
        fuzz::require(row.parse(row.text(value)) == value, row.name + " reads back as something else");
    }
    knobs.read(*settings);
}

// Numbers outside tables: sizes, seeds, and what stands in error messages.
void read_number(std::string_view text) {
    if (const auto number = parse_real(text))
        fuzz::require(parse_real(number_text(*number)) == number, "a number reads back as another");
    if (const auto bytes = parse_bytes(text)) fuzz::require(*bytes >= 0, "a negative size");
    for (const char letter : excerpt(text))
        fuzz::require(letter != '\n' && letter != 127, "an excerpt has two lines");
}

FUZZ_TARGET(settings) {
    const std::string_view name = text.substr(0, text.find('\n'));
    const SettingTexts texts = settings_in(text.substr(std::min(name.size() + 1, text.size())));
    bool known = false;
    std::apply(
        [&](auto... algorithm) {
            const auto read = [&](auto one) {
                if (decltype(one)::info().name == name) known = true, read_with(decltype(one)::knobs(), texts);
            };
            (read(algorithm), ...);
        },
        Algorithms{});
    if (known) return;
    read_number(name);
    read_with(knapsack::generator_knobs(), texts);
    read_with(partition::generator_knobs(), texts);
    read_with(samegame::generator_knobs(), texts);
    read_with(snake::generator_knobs(), texts);
}

}  // namespace
}  // namespace playout
