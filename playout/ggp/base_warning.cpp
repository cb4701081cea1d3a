#include "playout/ggp/base_warning.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "playout/ground/left_out.h"

namespace playout::ggp {

std::optional<std::string> warning_of_base(const gdl::Sheet& sheet, const LoadLimits& limits) {
    const bool has_base = std::any_of(sheet.rules.begin(), sheet.rules.end(), [](const gdl::Rule& rule) {
        return rule.head.name == gdl::keyword::base;
    });
    if (!has_base) return std::nullopt;
    try {
        const auto over = [&] { return limits.over() || limits.stop(); };
        const ground::GroundProgram program =
            ground::ground(sheet, {.memory = limits.memory / 2, .over = over});
        const std::vector<ground::TermId> left_out = ground::left_out_by_base(program);
        if (left_out.empty()) return std::nullopt;
        return fmt::format(
            "'base' leaves out {}{}, which a rule may make: grounded it never holds, proved (--prove) it may",
            program.terms.text(left_out[0], program.names),
            left_out.size() == 1 ? "" : fmt::format(" and {} more", left_out.size() - 1));
    } catch (const ground::TooLarge& error) {
        if (limits.stop()) throw WorkEnded();
        return fmt::format("'base' was not looked at: {}", error.reason);
    } catch (const std::bad_alloc&) {
        return "'base' was not looked at: there is not enough memory";
    }
}

}  // namespace playout::ggp
