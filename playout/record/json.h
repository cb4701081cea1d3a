// JSON of others: the one place where it is read, with limits that hold before any value exists, and its fields
// one by one, each with an error that names it.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace playout {

using Json = nlohmann::ordered_json;

// Our own files need five levels. Copying, comparing and printing a value recurses, so that a deep one would
// break the stack; and an ordered object looks through all its fields for each that is added.
inline constexpr std::size_t deepest_json = 100, max_json_fields = 1000;

// Throws InputError with the line when the text is not JSON or beyond these limits. `first_line` is that of the
// text in its file.
Json parse_json(std::string_view text, const std::string& source, std::int64_t first_line = 1);

// As text, with a newline at the end; `indent` below 0 for one line. What a terminal would obey is escaped, DEL
// and the controls of Latin-1 too, and bytes that are no UTF-8 are replaced.
std::string json_text(const Json& json, int indent = -1);

// Reads the fields of one object, which must outlive it; every complaint names the file and the field, and the
// field that the object is inside of, if any.
class FieldReader {
  public:
    FieldReader(const Json& object, std::string source, const std::string& inside = "");

    const Json& field(const std::string& name) const;
    std::string text(const std::string& name) const;
    double number(const std::string& name) const;  // finite
    double amount(const std::string& name) const;  // a number from 0
    std::int64_t count(const std::string& name, std::int64_t highest = std::int64_t{1} << 62) const;
    std::uint64_t seed(const std::string& name) const;
    bool flag(const std::string& name) const;
    const Json& array(const std::string& name) const;
    const Json& object(const std::string& name) const;

    [[noreturn]] void fail(const std::string& name, const std::string& expected) const;

  private:
    const Json& object_;
    std::string source_;
    std::string prefix_;
};

}  // namespace playout
