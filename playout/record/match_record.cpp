#include "playout/record/match_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace playout {
namespace {

constexpr std::array<std::string_view, 4> ends = {"terminal", "cut", "stuck", "interrupted"};  // by MatchEnd

Json clocks_json(const MatchClocks& clocks) {
    return {{"start_seconds", clocks.start_seconds}, {"move_seconds", clocks.move_seconds}};
}

Json limits_json(const MatchLimits& limits) {
    return {{"max_steps", limits.max_steps},
            {"playouts", limits.playouts ? Json(*limits.playouts) : Json()},
            {"memory", limits.memory},
            {"load_seconds", limits.load_seconds},
            {"load_memory", limits.load_memory}};
}

Json seat_json(const MatchSeat& seat) {
    Json json = {{"role", seat.role},
                 {"player", seat.player},
                 {"goal", seat.goal ? Json(*seat.goal) : Json()},
                 {"choices", seat.choices},
                 {"playouts", seat.playouts},
                 {"longest_seconds", seat.longest_seconds},
                 {"faults", to_json(seat.faults)}};
    if (seat.latest_seconds > 0) json["latest_seconds"] = seat.latest_seconds;
    if (!seat.complaint.empty()) json["complaint"] = seat.complaint;
    return json;
}

MatchClocks parse_clocks(const FieldReader& fields) {
    return {fields.amount("start_seconds"), fields.amount("move_seconds")};
}

MatchLimits parse_limits(const FieldReader& fields) {
    MatchLimits limits;
    limits.max_steps = fields.count("max_steps");
    if (!fields.field("playouts").is_null()) limits.playouts = fields.count("playouts");
    limits.memory = fields.count("memory");
    limits.load_seconds = fields.amount("load_seconds");
    limits.load_memory = fields.count("load_memory");
    return limits;
}

bool parse_folded_names(const FieldReader& fields) {
    const std::string names = fields.text("names");
    if (names != "exact" && names != "folded") fields.fail("names", "exact or folded");
    return names == "folded";
}

MatchSeat parse_seat(const Json& json, const std::string& source) {
    const FieldReader fields(json, source, "seats");
    MatchSeat seat;
    seat.role = fields.text("role");
    seat.player = fields.text("player");
    if (!fields.field("goal").is_null()) seat.goal = static_cast<int>(fields.count("goal", 100));
    const FieldReader faults(fields.object("faults"), source, "seats.faults");
    seat.faults = {faults.count("late"), faults.count("unreachable"), faults.count("illegal")};
    seat.choices = fields.count("choices");
    seat.playouts = fields.count("playouts");
    seat.longest_seconds = fields.amount("longest_seconds");
    if (json.contains("latest_seconds")) seat.latest_seconds = fields.amount("latest_seconds");
    if (json.contains("complaint")) seat.complaint = fields.text("complaint");
    return seat;
}

std::vector<std::vector<std::string>> parse_moves(const FieldReader& fields) {
    std::vector<std::vector<std::string>> moves;
    for (const Json& step : fields.array("moves")) {
        const auto is_text = [](const Json& move) { return move.is_string(); };
        if (!step.is_array() || !std::all_of(step.begin(), step.end(), is_text))
            fields.fail("moves", "a list of lists of texts");
        moves.push_back(step.get<std::vector<std::string>>());
    }
    return moves;
}

}  // namespace

std::string_view to_text(MatchEnd end) {
    return ends.at(static_cast<std::size_t>(end));
}

std::optional<MatchEnd> parse_match_end(std::string_view text) {
    const auto found = std::find(ends.begin(), ends.end(), text);
    if (found == ends.end()) return std::nullopt;
    return static_cast<MatchEnd>(found - ends.begin());
}

Json to_json(const MatchFaults& faults) {
    return {{"late", faults.late}, {"unreachable", faults.unreachable}, {"illegal", faults.illegal}};
}

Json to_json(const MatchRecord& record) {
    const bool numbered = record.format > 0;
    Json json = {{"match", record.match}};
    if (numbered) json["format"] = record.format;
    json["game"] = record.game;
    if (numbered) json["rules_hash"] = record.rules_hash;
    if (numbered) json["names"] = record.folded_names ? "folded" : "exact";
    json["seed"] = record.seed;
    json.update(clocks_json(record.clocks));
    if (record.elsewhere) json["elsewhere"] = clocks_json(*record.elsewhere);
    if (numbered) json["limits"] = limits_json(record.limits);
    json["end"] = to_text(record.end);
    json["seats"] = Json::array();
    for (const MatchSeat& seat : record.seats) json["seats"].push_back(seat_json(seat));
    json["moves"] = record.moves;
    json["seconds"] = record.seconds;
    json["version"] = record.version;
    return json;
}

MatchRecord parse_match_record(const Json& json, const std::string& source) {
    const FieldReader fields(json, source);
    MatchRecord record;
    record.match = fields.text("match");
    record.format = json.contains("format") ? static_cast<int>(fields.count("format", 1'000'000)) : 0;
    if (record.format > match_format)
        fields.fail("format", fmt::format("at most {}; a later version wrote this", match_format));
    record.game = fields.text("game");
    if (record.format > 0) {
        record.rules_hash = fields.text("rules_hash");
        record.folded_names = parse_folded_names(fields);
        record.limits = parse_limits(FieldReader(fields.object("limits"), source, "limits"));
    }
    record.seed = fields.seed("seed");
    record.clocks = parse_clocks(fields);
    if (json.contains("elsewhere"))
        record.elsewhere = parse_clocks(FieldReader(fields.object("elsewhere"), source, "elsewhere"));
    const auto end = parse_match_end(fields.text("end"));
    if (!end) fields.fail("end", fmt::format("one of {}", fmt::join(ends, ", ")));
    record.end = *end;
    for (const Json& seat : fields.array("seats")) record.seats.push_back(parse_seat(seat, source));
    if (json.contains("moves")) record.moves = parse_moves(fields);
    record.seconds = fields.amount("seconds");
    record.version = fields.text("version");
    return record;
}

}  // namespace playout
