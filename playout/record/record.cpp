#include "playout/record/record.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "playout/base/errors.h"
#include "playout/base/text.h"

namespace playout {
namespace {

Json trace_json(const std::vector<TracePoint>& trace) {
    Json rows = Json::array();
    for (const TracePoint& point : trace)
        rows.push_back({{"seconds", point.seconds},
                        {"playouts", point.playouts},
                        {"value", json_number(point.outcome.value)},
                        {"violation", json_number(point.outcome.violation)}});
    return rows;
}

Json limits_json(const Limits& limits) {
    const auto number = [](const auto& limit) { return limit ? Json(*limit) : Json(nullptr); };
    return {{"seconds", number(limits.seconds)},
            {"playouts", number(limits.playouts)},
            {"nodes", number(limits.nodes)},
            {"target", limits.target ? json_number(*limits.target) : Json(nullptr)},
            {"memory", limits.memory}};
}

Limits parse_limits(const Json& json, const std::string& source) {
    const FieldReader reader(json, source, "limits");
    const auto is_set = [&](const char* name) { return !reader.field(name).is_null(); };
    Limits limits;
    if (is_set("seconds")) limits.seconds = reader.amount("seconds");
    if (is_set("playouts")) limits.playouts = reader.count("playouts");
    if (is_set("nodes")) limits.nodes = reader.count("nodes");
    if (is_set("target")) limits.target = reader.number("target");
    limits.memory = reader.count("memory");
    return limits;
}

std::vector<TracePoint> parse_trace(const Json& rows, const std::string& source) {
    std::vector<TracePoint> trace;
    for (const Json& row : rows) {
        const FieldReader reader(row, source, "trace");
        trace.push_back({reader.amount("seconds"),
                         reader.count("playouts"),
                         {reader.amount("violation"), reader.number("value")}});
    }
    return trace;
}

}  // namespace

Json json_number(double number) {
    if (number == std::floor(number) && std::abs(number) < 0x1p53) return static_cast<std::int64_t>(number);
    return number;
}

Json setting_json(const Parameter& parameter, double value) {
    if (parameter.kind == Parameter::Kind::flag) return value != 0;
    if (parameter.kind == Parameter::Kind::choice) return parameter.text(value);
    return json_number(value);
}

SettingTexts setting_texts(const Record& record) {
    SettingTexts texts;
    for (const auto& [name, value] : record.settings.items()) {
        if (value.is_string()) {
            texts[name] = value.get<std::string>();
        } else if (value.is_number()) {
            texts[name] = number_text(value.get<double>());
        } else {
            texts[name] = value.dump();
        }
    }
    return texts;
}

std::string to_text(Sense sense) {
    return sense == Sense::maximise ? "max" : "min";
}

Json to_json(const Record& record) {
    const auto optional_number = [&](double Outcome::*member) {
        return record.outcome ? json_number((*record.outcome).*member) : Json(nullptr);
    };
    Json json = Json::object();
    if (record.limits) json["format"] = record_format;
    json.update({{"domain", record.domain},
                 {"instance", record.instance},
                 {"instance_hash", record.instance_hash},
                 {"algorithm", record.algorithm},
                 {"strategy", record.strategy ? Json(*record.strategy) : Json(nullptr)},
                 {"settings", record.settings},
                 {"seed", record.seed},
                 {"threads", record.threads}});
    if (record.limits) json["limits"] = limits_json(*record.limits);
    json.update({{"sense", to_text(record.sense)},
                 {"value", optional_number(&Outcome::value)},
                 {"violation", optional_number(&Outcome::violation)},
                 {"feasible", record.outcome && record.outcome->feasible()},
                 {"optimal", record.optimal},
                 {"playouts", record.playouts},
                 {"nodes", record.nodes},
                 {"seconds", record.seconds},
                 {"stopped_by", to_text(record.stopped_by)},
                 {"moves", record.moves},
                 {"trace", trace_json(record.trace)},
                 {"details", record.details}});
    if (record.limits) {
        json["checkpoints"] = record.checkpoints;
        json["resumed"] = record.resumed;
    }
    json["version"] = record.version;
    return json;
}

std::string to_text(const Record& record) {
    return json_text(to_json(record), 2);
}

Record parse_record(const std::string& text, const std::string& source) {
    const Json json = parse_json(text, source);
    const FieldReader reader(json, source);
    Record record;
    record.domain = reader.text("domain");
    record.instance = reader.text("instance");
    record.instance_hash = reader.text("instance_hash");
    record.algorithm = reader.text("algorithm");
    if (!reader.field("strategy").is_null()) record.strategy = reader.text("strategy");
    record.settings = reader.object("settings");
    record.seed = reader.seed("seed");
    record.threads = static_cast<int>(reader.count("threads", std::numeric_limits<int>::max()));
    const std::string sense = reader.text("sense");
    if (sense != "min" && sense != "max") reader.fail("sense", "min or max");
    record.sense = sense == "max" ? Sense::maximise : Sense::minimise;
    if (!reader.field("value").is_null())
        record.outcome = Outcome{reader.amount("violation"), reader.number("value")};
    if (reader.flag("feasible") != (record.outcome && record.outcome->feasible()))
        reader.fail("feasible", "true exactly when the violation is 0");
    record.optimal = reader.flag("optimal");
    record.playouts = reader.count("playouts");
    record.nodes = reader.count("nodes");
    record.seconds = reader.amount("seconds");
    const auto reason = parse_stop_reason(reader.text("stopped_by"));
    if (!reason) reader.fail("stopped_by", "seconds, playouts, nodes, memory, target, exhausted or interrupt");
    record.stopped_by = *reason;
    for (const Json& move : reader.array("moves")) {
        if (!move.is_string()) reader.fail("moves", "a list of texts");
        record.moves.push_back(move.get<std::string>());
    }
    record.trace = parse_trace(reader.array("trace"), source);
    record.details = reader.object("details");
    record.version = reader.text("version");
    if (json.contains("format")) {
        if (reader.count("format") != record_format)
            reader.fail("format", fmt::format("{}, the one that this program knows", record_format));
        record.limits = parse_limits(reader.object("limits"), source);
        record.checkpoints = reader.count("checkpoints");
        record.resumed = reader.count("resumed");
    }
    const Json known = to_json(record);
    for (const auto& [name, value] : json.items())
        if (!known.contains(name)) throw InputError(source, fmt::format("unknown field '{}'", excerpt(name)));
    return record;
}

}  // namespace playout
