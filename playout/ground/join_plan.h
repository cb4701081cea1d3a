// In which order the conditions of a rule are met: tests as soon as they can be made; then the condition that
// should have the fewest matches. A rule has a plan from nothing, and one for each condition that a new
// sentence may match (semi-naive evaluation).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include <tsl/robin_map.h>

#include "playout/base/watch.h"
#include "playout/gdl/rules.h"
#include "playout/ground/pattern.h"
#include "playout/ground/sentence_index.h"

namespace playout::ground {

// What to do with one condition when some variables are bound.
struct JoinStep {
    enum class Kind { look_up, scan, refuse, distinct };  // refuse: a static sentence that must not hold
    Kind kind;
    std::uint32_t literal;
    std::uint32_t index = 0;  // to scan
};
using JoinPlan = std::vector<JoinStep>;

struct CompiledRule {
    Pattern head;
    std::vector<Pattern> conditions;  // of distinct: two arguments
    std::vector<gdl::Sign> signs;
    std::vector<bool> dynamic;               // by condition
    std::vector<bool> recorded;              // by condition: it is part of an instance
    std::optional<std::uint32_t> asks_head;  // the condition that this very head is asked for
    int variables = 0;
    std::uint32_t ring = 0;
    bool is_dynamic = false;
    bool only_asks = false;                   // makes no sentence of the game
    JoinPlan full;                            // from nothing
    std::map<std::uint32_t, JoinPlan> after;  // by the condition that a new sentence matched
};

struct CompiledRules {
    struct Occurrence {
        std::uint32_t rule;
        std::uint32_t condition;
    };

    std::vector<CompiledRule> rules;
    // By name: the conditions that a new sentence may match.
    tsl::robin_map<gdl::Symbol, std::vector<Occurrence>> occurrences;
    std::vector<SentenceIndex> indexes;
    tsl::robin_map<gdl::Symbol, std::vector<std::uint32_t>> indexes_of;  // by name
    std::int64_t bytes = 0;                                              // of the plans
};

// What is known of the names in the rules.
struct RuleNames {
    const std::vector<bool>& dynamic;                     // what depends on the state or the moves
    const std::map<gdl::Symbol, gdl::Symbol>& asked_for;  // what only says that another one is asked for
};

// Constants of the rules are added to the terms. `check_memory` hears how much the plans take, as they grow.
CompiledRules compile_rules(const std::vector<gdl::Rule>& rules, const RuleNames& names, GroundTerms& terms,
                            const Watch& watch, const std::function<void(std::int64_t)>& check_memory);

}  // namespace playout::ground
