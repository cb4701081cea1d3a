// What the searches that learn a policy level by level can all be told.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "playout/search/algorithm.h"

namespace playout {

inline constexpr std::int64_t max_levels = 8;
// Of level 1, 2, ...; 0: as the setting for all levels says.
using PerLevel = std::array<std::int64_t, static_cast<std::size_t>(max_levels)>;

inline std::int64_t of_level(std::int64_t all, const PerLevel& own, std::int64_t level) {
    const std::int64_t value = own[static_cast<std::size_t>(level - 1)];
    return value > 0 ? value : all;
}

// Rosin's NRPA adapts in every iteration; the pseudo-code of Cazenave and Edelkamp (Figs 1 and 2) only to a
// better game.
enum class AdaptWhen { always, improvement };
inline const std::vector<std::string> adapt_names = {"always", "improvement"};
inline const std::string adapt_meaning =
    "in every iteration (Rosin), or only to a game that is new among the best (Cazenave and Edelkamp)";

struct NestedConfig {
    std::int64_t level = 3;
    std::int64_t n = 100;
    PerLevel n_at{};
    double alpha = 1;
    std::int64_t searches = 0;
    std::int64_t repetitions = 5;
    std::int64_t stabilise = 1;
    double temperature = 1;
    double bias = 0;
    bool selective = true;
    std::int64_t polish = 0;
    double polish_share = 0.9;
    double polish_hot = 0.1;
    double polish_cold = 0.001;

    std::int64_t iterations(std::int64_t at_level) const { return of_level(n, n_at, at_level); }
};

// Adds the rows above to the table of a Config that derives from NestedConfig.
template <typename Config>
Knobs<Config>& add_nested_knobs(Knobs<Config>& knobs) {
    using Number = std::int64_t Config::*;
    using Real = double Config::*;
    return knobs.number("level", static_cast<Number>(&NestedConfig::level), 1, max_levels, "levels of nesting")
        .number("n", static_cast<Number>(&NestedConfig::n), 1, 1'000'000, "iterations of every level")
        .numbers("n_", static_cast<PerLevel Config::*>(&NestedConfig::n_at), 0, 1'000'000,
                 "iterations of level {}; 0: as n")
        .number("alpha", static_cast<Real>(&NestedConfig::alpha), 0, 100,
                "what one adaptation adds to the weight of a move that was taken, times the temperature")
        .number("searches", static_cast<Number>(&NestedConfig::searches), 0, 1'000'000'000,
                "searches, each with an empty policy; 0: as many as the limits allow")
        .number("repetitions", static_cast<Number>(&NestedConfig::repetitions), 0, 1'000'000,
                "a level ends when its best game came again so often (Cazenave 2024); 0: never")
        .number("stabilise", static_cast<Number>(&NestedConfig::stabilise), 1, 1'000'000,
                "playouts in every iteration of level 1, before it adapts once (stabilised NRPA, Cazenave and "
                "others 2020)")
        .number("temperature", static_cast<Real>(&NestedConfig::temperature), 0.1, 100,
                "chances are proportional to exp(weight / temperature) (generalised NRPA, Cazenave 2020)")
        .number("bias", static_cast<Real>(&NestedConfig::bias), -100, 100,
                "how much of the domain's bias is added to weight / temperature (generalised NRPA); 0: none")
        .flag("selective", static_cast<bool Config::*>(&NestedConfig::selective),
              "only moves that the domain holds for sensible, where it does")
        .number("polish", static_cast<Number>(&NestedConfig::polish), 0, max_levels,
                "level whose best game is annealed before the level above takes it; 0, or above `level`: none")
        .number("polish_share", static_cast<Real>(&NestedConfig::polish_share), 0, 0.999,
                "share of all playouts that goes into that")
        .number("polish_hot", static_cast<Real>(&NestedConfig::polish_hot), 1e-6, 0.99,
                "share of worse games accepted when a game begins to be annealed")
        .number("polish_cold", static_cast<Real>(&NestedConfig::polish_cold), 1e-9, 0.99,
                "share of worse games accepted when that ends");
}

}  // namespace playout
