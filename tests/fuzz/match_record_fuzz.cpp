// Files of results: read or refused, and what is written of a match reads back as the same.
#include "playout/record/match_results.h"
#include "tests/fuzz/target.h"

namespace playout {
namespace {

FUZZ_TARGET(match_record) {
    fuzz::read_or_refuse([&] { return MatchResults(std::string(text), "results"); });
    const auto record = fuzz::read_or_refuse(
        [&] { return parse_match_record(parse_json(text.substr(0, text.find('\n')), "results"), "results"); });
    if (!record) return;
    const std::string once = json_text(to_json(*record));
    const MatchRecord again = parse_match_record(parse_json(once, "written"), "written");
    fuzz::require(json_text(to_json(again)) == once, "a match reads back as another");
    fuzz::require(key_of(again) == key_of(*record), "a match has another key when it is read back");
    if (record->end == MatchEnd::interrupted) return;
    const MatchResults results(result_line(*record), "written");
    fuzz::require(results.find(*record).has_value(), "a match is not known after it was written");
}

}  // namespace
}  // namespace playout
