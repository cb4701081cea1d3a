#include "playout/record/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "playout/base/errors.h"
#include "playout/base/text.h"

namespace playout {
namespace {

// The parser reports no place when a value is too deep, and makes the value first. So one pass over the
// brackets comes before it; whatever else is wrong is left to the parser.
void check_shape(std::string_view text, const std::string& source, std::int64_t line) {
    std::vector<std::size_t> commas_left;  // of every list and object that is open
    bool quoted = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char letter = text[at];
        if (letter == '\n') ++line;
        if (letter == '"') quoted = !quoted;
        if (quoted) {
            if (letter == '\\') ++at;
        } else if (letter == '{' || letter == '[') {
            if (commas_left.size() == deepest_json)
                throw InputError(source, line,
                                 fmt::format("this JSON is nested more than {} levels deep", deepest_json));
            commas_left.push_back(letter == '{' ? max_json_fields - 1
                                                : std::numeric_limits<std::size_t>::max());
        } else if ((letter == '}' || letter == ']') && !commas_left.empty()) {
            commas_left.pop_back();
        } else if (letter == ',' && !commas_left.empty()) {
            if (commas_left.back() == 0)
                throw InputError(source, line,
                                 fmt::format("an object has more than {} fields", max_json_fields));
            --commas_left.back();
        }
    }
}

}  // namespace

Json parse_json(std::string_view text, const std::string& source, std::int64_t first_line) {
    check_shape(text, source, first_line);
    try {
        return Json::parse(text);
    } catch (const Json::out_of_range&) {
        throw InputError(source, first_line, "a number is too large");
    } catch (const Json::parse_error& error) {
        const auto before = static_cast<std::ptrdiff_t>(std::min<std::size_t>(error.byte, text.size()));
        throw InputError(source, first_line + std::count(text.begin(), text.begin() + before, '\n'),
                         "this is not valid JSON");
    }
}

std::string json_text(const Json& json, int indent) {
    const std::string dumped = json.dump(indent, ' ', false, Json::error_handler_t::replace);
    std::string text;
    text.reserve(dumped.size() + 1);
    // The library escapes what is below a blank, so that a newline is one of its own. Other controls can only
    // stand inside a text.
    for (std::size_t at = 0; at < dumped.size();) {
        const Letter letter = letter_at(dumped, at);
        if (is_control(letter.code) && letter.code != '\n') {
            text += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(letter.code));
        } else {
            text.append(dumped, at, letter.bytes);
        }
        at += letter.bytes;
    }
    return text + "\n";
}

FieldReader::FieldReader(const Json& object, std::string source, const std::string& inside)
    : object_(object), source_(std::move(source)), prefix_(inside.empty() ? "" : inside + ".") {
    if (!object.is_object())
        throw InputError(source_, inside.empty() ? "expected a JSON object"
                                                 : fmt::format("field '{}': expected objects", inside));
}

void FieldReader::fail(const std::string& name, const std::string& expected) const {
    throw InputError(source_, fmt::format("field '{}{}': expected {}", prefix_, name, expected));
}

const Json& FieldReader::field(const std::string& name) const {
    const auto found = object_.find(name);
    if (found == object_.end())
        throw InputError(source_, fmt::format("field '{}{}' is missing", prefix_, name));
    return *found;
}

std::string FieldReader::text(const std::string& name) const {
    const Json& value = field(name);
    if (!value.is_string()) fail(name, "a text");
    return value.get<std::string>();
}

double FieldReader::number(const std::string& name) const {
    const Json& value = field(name);
    if (!value.is_number() || !std::isfinite(value.get<double>())) fail(name, "a number");
    return value.get<double>();
}

double FieldReader::amount(const std::string& name) const {
    const double value = number(name);
    if (!(value >= 0)) fail(name, "a number from 0");
    return value;
}

std::int64_t FieldReader::count(const std::string& name, std::int64_t highest) const {
    const Json& value = field(name);
    if (!value.is_number_integer() || value.get<double>() < 0 ||
        value.get<double>() > static_cast<double>(highest))
        fail(name, "an integer from 0");
    return value.get<std::int64_t>();
}

std::uint64_t FieldReader::seed(const std::string& name) const {
    const Json& value = field(name);
    if (!value.is_number_unsigned()) fail(name, "an integer from 0");
    return value.get<std::uint64_t>();
}

bool FieldReader::flag(const std::string& name) const {
    const Json& value = field(name);
    if (!value.is_boolean()) fail(name, "true or false");
    return value.get<bool>();
}

const Json& FieldReader::array(const std::string& name) const {
    const Json& value = field(name);
    if (!value.is_array()) fail(name, "a list");
    return value;
}

const Json& FieldReader::object(const std::string& name) const {
    const Json& value = field(name);
    if (!value.is_object()) fail(name, "an object");
    return value;
}

}  // namespace playout
