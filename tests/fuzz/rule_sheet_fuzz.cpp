// Any text at all to the reader and the validator of rule sheets: it is read or refused, and nothing else
// happens. tools/fuzz builds and runs it.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "playout/base/errors.h"
#include "playout/gdl/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    try {
        const playout::gdl::Sheet sheet = playout::gdl::read_sheet(text, "sheet");
        playout::gdl::check(sheet);
        // What is written out reads back as the same rules.
        std::string written;
        for (const playout::gdl::Rule& rule : sheet.rules)
            written += playout::gdl::to_text(rule, sheet.names) + "\n";
        const playout::gdl::Sheet again =
            playout::gdl::read_sheet(playout::gdl::read_kif(written, "written"), "written");
        if (again.rules.size() != sheet.rules.size()) __builtin_trap();
    } catch (const playout::InputError&) {
        return 0;
    }
    return 0;
}
