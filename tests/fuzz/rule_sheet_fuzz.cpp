// Any text at all to the reader and the validator of rule sheets: it is read or refused, and nothing else
// happens. tools/fuzz builds and runs it.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "playout/base/errors.h"
#include "playout/gdl/check.h"

namespace {

std::string written(const playout::gdl::Sheet& sheet) {
    std::string text;
    for (const playout::gdl::Rule& rule : sheet.rules) text += playout::gdl::to_text(rule, sheet.names) + "\n";
    return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    std::optional<playout::gdl::Sheet> sheet;
    try {
        sheet = playout::gdl::read_sheet(text, "sheet");
    } catch (const playout::InputError&) {
        return 0;
    }
    // What is valid and written out reads back as the same rules.
    if (playout::gdl::check(*sheet).errors.empty()) {
        const std::string once = written(*sheet);
        if (written(playout::gdl::read_sheet(playout::gdl::read_kif(once, "written"), "written")) != once)
            __builtin_trap();
    }
    return 0;
}
