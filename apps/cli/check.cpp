#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/output.h"
#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/catalogue/catalogue.h"

namespace playout::cli {

int check(const std::string& record_file, const std::optional<std::string>& instance) {
    const Record record = parse_record(read_text_file(record_file), record_file);
    const std::vector<std::string> complaints = playout::check(record, record_file, instance);
    if (!complaints.empty()) throw InputError(record_file, fmt::format("{}", fmt::join(complaints, "; ")));
    if (record.outcome) {
        print(fmt::format("{}: ok: {} moves of {} replay to {}{}\n", printable(record_file),
                          record.moves.size(), record.domain, number_text(record.outcome->value),
                          record.outcome->feasible() ? "" : ", which is infeasible"));
    } else {
        print(fmt::format("{}: ok: the run found no solution\n", printable(record_file)));
    }
    return exit_result;
}

}  // namespace playout::cli
