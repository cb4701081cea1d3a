#include "playout/ground/left_out.h"

#include <tsl/robin_set.h>

namespace playout::ground {

std::vector<TermId> left_out_by_base(const GroundProgram& program) {
    tsl::robin_set<TermId> known(program.fluents.begin(), program.fluents.end());
    std::vector<TermId> left_out;
    program.rules.for_each([&](const GroundRules::Instance& rule) {
        if (program.terms.name(rule.head) != gdl::keyword::next) return;
        const TermId fluent = program.terms.arguments(rule.head)[0];
        if (known.insert(fluent).second) left_out.push_back(fluent);
    });
    return left_out;
}

}  // namespace playout::ground
