// The settings of uct; uct.h says what each means.
#pragma once

#include <cstdint>

#include "playout/search/tree_config.h"

namespace playout {

enum class UctValue { best, average };
enum class Expansion { single, full, lazy };
enum class Pruning { automatic, on, off };

struct UctConfig : TreeConfig {
    double c = 1;
    UctValue value = UctValue::best;
    Expansion expansion = Expansion::single;
    std::int64_t theta = 0;
    Pruning pruning = Pruning::automatic;
    double first_play = 0;
    double bias = 0;
    double history = 0;
    double progressive_history = 0;
    double rave = 0;

    bool learns() const { return history > 0 || progressive_history > 0 || rave > 0; }
};

}  // namespace playout
