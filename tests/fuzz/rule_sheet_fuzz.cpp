// The text of rule sheets, in prefix and in infix form: it is read or refused. What is read can be checked, and
// what is valid and written out reads back as the same rules.
#include "playout/base/hash.h"
#include "playout/gdl/check.h"
#include "tests/fuzz/target.h"

namespace playout::gdl {
namespace {

std::string written(const Sheet& sheet) {
    std::string text;
    for (const Rule& rule : sheet.rules) text += to_text(rule, sheet.names) + "\n";
    return text;
}

std::string written(const std::vector<Expression>& expressions) {
    std::string text;
    for (const Expression& expression : expressions) text += to_kif(expression) + "\n";
    return text;
}

FUZZ_TARGET(rule_sheet) {
    const bool infix = looks_infix(text) != (hash_text(text) % 16 == 0);  // as it looks, and now and then not
    const auto lists =
        fuzz::read_or_refuse([&] { return infix ? read_infix(text, "sheet") : read_kif(text, "sheet"); });
    if (!lists) return;
    const std::string lists_once = written(*lists);
    fuzz::require(written(read_kif(lists_once, "written")) == lists_once, "lists read back as others");
    const auto sheet = fuzz::read_or_refuse([&] { return read_sheet(*lists, "sheet"); });
    if (!sheet) return;
    const Verdict verdict = check(*sheet);
    if (!verdict.errors.empty()) {
        const auto valid = fuzz::read_or_refuse([&] { return require_valid(*sheet), true; });
        fuzz::require(!valid, "a sheet with errors counts as valid");
        return;
    }
    const std::string once = written(*sheet);
    const std::string twice = written(read_sheet(read_kif(once, "written"), "written"));
    fuzz::require(twice == once, "rules read back as others");
}

}  // namespace
}  // namespace playout::gdl
