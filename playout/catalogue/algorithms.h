// The list of algorithms. A new one is a header in search/ and two lines here: its include and its name.
#pragma once

#include <tuple>
#include <vector>

#include "playout/search/beam.h"
#include "playout/search/beam_mcts.h"
#include "playout/search/beam_nrpa.h"
#include "playout/search/depth_budgeted.h"
#include "playout/search/depth_first.h"
#include "playout/search/greedy.h"
#include "playout/search/hd_nrpa.h"
#include "playout/search/ida_star.h"
#include "playout/search/iterative_broadening.h"
#include "playout/search/limited_discrepancy.h"
#include "playout/search/nmcs.h"
#include "playout/search/nrpa.h"
#include "playout/search/open_list.h"
#include "playout/search/random.h"
#include "playout/search/sp_mcts.h"
#include "playout/search/uct.h"

namespace playout {

// clang-format off
using Algorithms = std::tuple<
    RandomSearch
    , GreedySearch
    , DepthFirstSearch
    , BreadthFirstSearch
    , BestFirstSearch
    , IterativeBroadening
    , LimitedDiscrepancySearch
    , BeamSearch
    , IdaStar
    , DepthBudgeted
    , Uct
    , SpMcts
    , BeamMcts
    , Nmcs
    , Nrpa
    , BeamNrpa
    , HdNrpa
>;
// clang-format on

// One algorithm as the outside sees it.
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
