// The border between the engine and every app: a request goes in, a record comes out. A record says what was
// run and holds all that is needed to check its solution; its text form is one JSON object.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "playout/base/parameter.h"
#include "playout/problem/outcome.h"
#include "playout/record/json.h"
#include "playout/run/budget.h"
#include "playout/run/observer.h"

namespace playout {

struct Request {
    std::string domain;
    std::string instance;   // a file, "-" for standard input, or empty for the domain's built-in one
    std::string algorithm;  // empty: the domain's default
    std::string strategy;   // empty: the domain's default
    SettingTexts settings;
    std::uint64_t seed = 1;
    int threads = 1;
    Limits limits;
    std::optional<std::vector<std::string>> start;  // moves of a first solution
};

// What the text form of a record is like (docs/record.md); one without a number is of the first.
inline constexpr int record_format = 2;

struct Record {
    std::string domain;
    std::string instance;
    std::string instance_hash;
    std::string algorithm;
    std::optional<std::string> strategy;  // none: the algorithm plays no playouts
    Json settings = Json::object();       // every knob with the value it had
    std::uint64_t seed = 0;
    int threads = 1;
    std::optional<Limits> limits;  // what the run was allowed; none: a record of the first format
    std::int64_t checkpoints = 0;  // written before the run ended
    std::int64_t resumed = 0;      // how often it went on from one
    Sense sense = Sense::maximise;
    std::optional<Outcome> outcome;  // none: the run ended before any solution
    bool optimal = false;            // proved
    std::int64_t playouts = 0;
    std::int64_t nodes = 0;
    double seconds = 0;
    StopReason stopped_by = StopReason::exhausted;
    std::vector<std::string> moves;
    std::vector<TracePoint> trace;
    Json details = Json::object();
    std::string version;
};

Json to_json(const Record& record);
std::string to_text(const Record& record);  // indented, with a newline at the end

// Throws InputError that names `source` and the field when a field is missing, of the wrong type or out of
// range.
Record parse_record(const std::string& text, const std::string& source);

// A whole number as such, anything else with its decimals.
Json json_number(double number);

// A setting in a record, and back to what a user would write.
Json setting_json(const Parameter& parameter, double value);
SettingTexts setting_texts(const Record& record);

std::string to_text(Sense sense);

}  // namespace playout
