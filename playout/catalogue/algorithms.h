// The algorithms as the outside sees them: names, knobs and presets. The list itself is in make_search.h.
#pragma once

#include <string>
#include <vector>

#include "playout/search/algorithm.h"

namespace playout {

struct AlgorithmRow {
    AlgorithmInfo info;
    ParameterList parameters;  // `preset` first, where there are any
    std::vector<Preset> presets;
};

const std::vector<AlgorithmRow>& algorithm_rows();

// The preset that the settings name, or nothing. Throws UsageError with the nearest name.
const Preset* find_preset(const AlgorithmRow& algorithm, const SettingTexts& settings);

// What the settings say, and beside them what the preset says of the parameters that are there.
SettingTexts with_preset(const Preset* preset, const SettingTexts& settings, const ParameterList& parameters);

// Throws UsageError with the nearest name.
const AlgorithmRow& find_algorithm(const std::string& name);

}  // namespace playout
