// The text of records: read or refused, and what is written of one reads back as the same.
#include "playout/record/record.h"
#include "tests/fuzz/target.h"

namespace playout {
namespace {

FUZZ_TARGET(record) {
    const auto record = fuzz::read_or_refuse([&] { return parse_record(std::string(text), "record"); });
    if (!record) return;
    const std::string once = to_text(*record);
    const Record again = parse_record(once, "written");
    fuzz::require(to_text(again) == once, "a record reads back as another");
    fuzz::require(setting_texts(again) == setting_texts(*record), "settings read back as others");
}

}  // namespace
}  // namespace playout
