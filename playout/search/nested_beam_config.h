// Settings of the nested searches that keep a beam of games at every level.
#pragma once

#include "playout/search/nested_config.h"

namespace playout {

struct NestedBeamConfig : NestedConfig {
    std::int64_t beam = 10;
    PerLevel beam_at{1};  // the paper's 1, 10, 10, 10

    std::int64_t width(std::int64_t at_level) const { return of_level(beam, beam_at, at_level); }
};

// Adds the rows above, and those of NestedConfig.
template <typename Config>
Knobs<Config>& add_beam_knobs(Knobs<Config>& knobs) {
    return add_nested_knobs(knobs)
        .number("beam", static_cast<std::int64_t Config::*>(&NestedBeamConfig::beam), 1, 1000,
                "games that every level keeps")
        .numbers("beam_", static_cast<PerLevel Config::*>(&NestedBeamConfig::beam_at), 0, 1000,
                 "games that level {} keeps; 0: as beam");
}

}  // namespace playout
