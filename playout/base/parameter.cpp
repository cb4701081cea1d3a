#include "playout/base/parameter.h"

#include <fmt/format.h>

#include <cmath>

#include "playout/base/errors.h"
#include "playout/base/text.h"

namespace playout {

double Parameter::parse(std::string_view text) const {
    if (kind == Kind::choice || kind == Kind::flag) {
        const auto found = std::find(choices.begin(), choices.end(), text);
        if (found != choices.end()) return static_cast<double>(found - choices.begin());
        if (kind == Kind::flag && (text == "1" || text == "true")) return 1;
        if (kind == Kind::flag && (text == "0" || text == "false")) return 0;
    } else if (const auto number = parse_real(text)) {
        const bool whole = kind == Kind::real || *number == std::floor(*number);
        if (whole && *number >= lowest && *number <= highest) return *number;
    }
    throw UsageError(fmt::format("{}: expected {}, found '{}'", name, range_text(), excerpt(text)));
}

std::string Parameter::text(double value) const {
    if (!choices.empty()) return choices.at(static_cast<std::size_t>(value));
    return number_text(value);
}

std::string Parameter::range_text() const {
    if (!choices.empty()) return fmt::format("{}", fmt::join(choices, "|"));
    const std::string_view what = kind == Kind::integer ? "an integer " : "";
    return fmt::format("{}{} to {}", what, number_text(lowest), number_text(highest));
}

Settings resolve(std::span<const Parameter> parameters, const SettingTexts& texts, std::string_view owner) {
    Settings settings;
    std::vector<std::string> names;
    for (const Parameter& parameter : parameters) {
        settings[parameter.name] = parameter.initial;
        names.push_back(parameter.name);
    }
    for (const auto& [name, text] : texts) {
        const auto row =
            std::find_if(parameters.begin(), parameters.end(),
                         [&key = name](const Parameter& parameter) { return parameter.name == key; });
        if (row == parameters.end())
            throw UsageError(unknown_name("key", name, names) + fmt::format(" ({})", owner));
        settings[name] = row->parse(text);
    }
    return settings;
}

}  // namespace playout
