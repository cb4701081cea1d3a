#include "playout/ggp/load.h"

#include <algorithm>
#include <new>

#include "playout/base/errors.h"

namespace playout::ggp {

RuleSheet::RuleSheet(std::string_view text, const std::string& file, const LoadLimits& limits)
    : sheet_(std::make_unique<gdl::Sheet>(gdl::read_sheet(text, file, limits.names, Watch(limits.stop)))),
      memory_(limits.memory) {
    gdl::require_valid(*sheet_, Watch(limits.stop));
    if (!limits.ground) {
        why_not_ground_ = "it was not asked for";
        return;
    }
    try {
        const ground::GroundLimits half{limits.memory / 2, [&] { return limits.over() || limits.stop(); }};
        const ground::GroundProgram program = ground::ground(*sheet_, half);
        ground_rules_ = program.rules.size();
        percepts_ = Percepts(program);
        wiring_ = std::make_unique<Wiring>(build_circuit(program, file, half));
    } catch (const ground::TooLarge& error) {
        if (limits.stop()) throw WorkEnded();
        why_not_ground_ = error.reason;
    } catch (const std::bad_alloc&) {
        why_not_ground_ = "there is not enough memory";
    }
}

void RuleSheet::require_open() const {
    const bool sees = std::any_of(sheet_->rules.begin(), sheet_->rules.end(),
                                  [](const gdl::Rule& rule) { return rule.head.name == gdl::keyword::sees; });
    if (sees && !wiring_)
        throw InputError(sheet_->file, "it has `sees` and could not be grounded (" + why_not_ground_ +
                                           "), so that nobody knows whether it hides information");
    if (!percepts_.hidden().empty())
        throw InputError(sheet_->file, "it hides information (" + percepts_.hidden() +
                                           "); only games where everybody sees everything can be played");
}

}  // namespace playout::ggp
