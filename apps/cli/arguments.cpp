#include "apps/cli/arguments.h"

#include <fmt/format.h>

#include <limits>

#include "playout/base/errors.h"
#include "playout/base/text.h"

namespace playout::cli {
namespace {

[[noreturn]] void refuse(const std::string& option, const std::string& expected, const std::string& text) {
    throw UsageError(fmt::format("{}: expected {}, found '{}'", option, expected, excerpt(text)));
}

}  // namespace

double real(const std::string& option, const std::string& text) {
    const auto number = parse_real(text);
    if (!number) refuse(option, "a number", text);
    return *number;
}

double positive_real(const std::string& option, const std::string& text) {
    const auto number = parse_real(text);
    if (!number || !(*number > 0)) refuse(option, "a number above 0", text);
    return *number;
}

std::int64_t integer(const std::string& option, const std::string& text, std::int64_t lowest,
                     std::int64_t highest) {
    const auto number = parse_integer(text);
    if (number && *number >= lowest && *number <= highest) return *number;
    const bool open = highest == std::numeric_limits<std::int64_t>::max();
    refuse(
        option,
        open ? fmt::format("an integer from {}", lowest) : fmt::format("an integer {} to {}", lowest, highest),
        text);
}

std::int64_t bytes(const std::string& option, const std::string& text) {
    const auto number = parse_bytes(text);
    if (!number || *number < 1) refuse(option, "a size such as 200M or 4G", text);
    return *number;
}

std::uint64_t seed_or_default(const std::optional<std::string>& text) {
    if (!text) return 1;
    const auto seed = parse_unsigned(*text);
    if (!seed) refuse("--seed", "an integer from 0", *text);
    return *seed;
}

gdl::NameCase name_case(const std::optional<std::string>& text) {
    if (!text || *text == "exact") return gdl::NameCase::exact;
    if (*text != "folded") refuse("--names", "exact or folded", *text);
    return gdl::NameCase::folded;
}

std::string name_or_empty(const std::string& option, const std::optional<std::string>& text) {
    if (text && text->empty()) refuse(option, "a name", "");
    return text.value_or("");
}

Loading loading_of(const std::optional<std::string>& seconds, const std::optional<std::string>& memory) {
    Loading loading;
    if (seconds) loading.seconds = positive_real("--load-seconds", *seconds);
    if (memory) loading.memory = bytes("--memory", *memory);
    return loading;
}

SettingTexts parse_settings(const std::vector<std::string>& texts) {
    SettingTexts settings;
    for (const std::string& text : texts) {
        const std::size_t equals = text.find('=');
        if (equals == 0 || equals == std::string::npos) refuse("--set", "key=value", text);
        settings[text.substr(0, equals)] = text.substr(equals + 1);
    }
    return settings;
}

}  // namespace playout::cli
