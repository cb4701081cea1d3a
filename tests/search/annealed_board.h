// What the tests of the searches that anneal have in common.
#pragma once

#include <string>

#include "playout/catalogue/solve.h"
#include "playout/domains/samegame/state.h"

namespace playout {

inline const samegame::Instance& board() {
    static const samegame::Instance made = [] {
        Rng rng(11);
        return samegame::generate({.width = 10, .height = 10, .colours = 4},
                                  samegame::Rules(samegame::Puzzle::samegame, samegame::Leftover::maastricht),
                                  rng);
    }();
    return made;
}

inline Request request_for(const std::string& algorithm, const SettingTexts& settings, std::int64_t playouts,
                           std::uint64_t seed = 1) {
    Request request;
    request.algorithm = algorithm;
    request.settings = settings;
    request.limits.playouts = playouts;
    request.seed = seed;
    return request;
}

}  // namespace playout
