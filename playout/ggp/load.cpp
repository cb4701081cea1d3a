#include "playout/ggp/load.h"

#include <new>

namespace playout::ggp {

RuleSheet::RuleSheet(std::string_view text, const std::string& file, const LoadLimits& limits)
    : sheet_(std::make_unique<gdl::Sheet>(gdl::read_sheet(text, file))) {
    gdl::require_valid(*sheet_);
    if (!limits.ground) {
        why_not_ground_ = "it was not asked for";
        return;
    }
    try {
        const ground::GroundProgram program = ground::ground(*sheet_, {limits.memory, limits.over});
        ground_rules_ = program.rules.size();
        wiring_ = std::make_unique<Wiring>(build_circuit(program, file));
    } catch (const ground::TooLarge& error) {
        why_not_ground_ = error.reason;
    } catch (const std::bad_alloc&) {
        why_not_ground_ = "there is not enough memory";
    }
}

}  // namespace playout::ggp
