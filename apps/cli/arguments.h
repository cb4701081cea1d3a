// From texts on the command line to numbers, with errors that name the option.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "playout/base/parameter.h"
#include "playout/catalogue/loading.h"
#include "playout/catalogue/rule_sheet.h"

namespace playout::cli {

double positive_real(const std::string& option, const std::string& text);
double real(const std::string& option, const std::string& text);
std::int64_t integer(const std::string& option, const std::string& text, std::int64_t lowest,
                     std::int64_t highest);
std::int64_t bytes(const std::string& option, const std::string& text);
std::uint64_t seed_or_default(const std::optional<std::string>& text);
// Of --names.
gdl::NameCase name_case(const std::optional<std::string>& text);

// The text, or an empty one where the option was not given. Given but empty is a mistake (an unset variable).
std::string name_or_empty(const std::string& option, const std::optional<std::string>& text);

// --load-seconds and --memory.
Loading loading_of(const std::optional<std::string>& seconds, const std::optional<std::string>& memory);

// "key=value" texts; the last of a key counts.
SettingTexts parse_settings(const std::vector<std::string>& texts);

}  // namespace playout::cli
