#include "playout/record/match_results.h"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>
#include <utility>

#include "playout/base/errors.h"
#include "playout/base/text.h"

namespace playout {

std::string key_of(const MatchRecord& planned) {
    const MatchLimits& limits = planned.limits;
    std::string key =
        fmt::format("{} {} {}, clocks {} {}, at most {} steps, {} playouts, {} bytes, {}",
                    std::filesystem::path(planned.game).stem().string(), planned.rules_hash, planned.match,
                    planned.clocks.start_seconds, planned.clocks.move_seconds, limits.max_steps,
                    limits.playouts.value_or(0), limits.memory, planned.version);
    if (planned.folded_names) key += ", names folded";
    if (planned.elsewhere)
        key +=
            fmt::format(", elsewhere {} {}", planned.elsewhere->start_seconds, planned.elsewhere->move_seconds);
    for (const MatchSeat& seat : planned.seats) key += " / " + seat.player;
    return key;
}

std::string result_line(const MatchRecord& record) {
    Json json = to_json(record);
    json["key"] = key_of(record);
    json.erase("moves");
    return json_text(json);
}

MatchResults::MatchResults(const std::string& lines, std::string source) : source_(std::move(source)) {
    std::istringstream stream(lines);
    std::int64_t number = 1;
    for (std::string line; std::getline(stream, line); ++number)
        add(parse_json(line, source_, number), fmt::format("{}:{}", source_, number));
}

void MatchResults::add(const Json& json, const std::string& place) {
    const FieldReader fields(json, place);
    const auto end = parse_match_end(fields.text("end"));
    if (!end || end == MatchEnd::interrupted) fields.fail("end", "terminal, cut or stuck");
    known_[fields.text("key")] = parse_match_record(json, place);
}

std::optional<MatchRecord> MatchResults::find(const MatchRecord& planned) const {
    const std::string key = key_of(planned);
    const auto found = known_.find(key);
    if (found == known_.end()) return std::nullopt;
    const MatchRecord& known = found->second;
    if (known.seats.size() != planned.seats.size())
        throw InputError(source_,
                         fmt::format("expected {} seats in {}", planned.seats.size(), excerpt(key, 60)));
    MatchRecord record = planned;
    record.end = known.end;
    record.seats = known.seats;
    record.seconds = known.seconds;
    return record;
}

}  // namespace playout
