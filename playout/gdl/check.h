// Whether a sheet is a game: what the language asks of its rules (safety, stratified negation, the recursion
// restriction, the keywords' places, arities and dependencies), and what else looks like a mistake.
#pragma once

#include <string>
#include <vector>

#include "playout/gdl/rules.h"

namespace playout::gdl {

struct Verdict {
    std::vector<Remark> errors;    // by line
    std::vector<Remark> warnings;  // by line; the reader's too
};

// Both throw WorkEnded.
Verdict check(const Sheet& sheet, const Watch& watch = {});

// Throws InputError with the first error, if there is one.
void require_valid(const Sheet& sheet, const Watch& watch = {});

}  // namespace playout::gdl
