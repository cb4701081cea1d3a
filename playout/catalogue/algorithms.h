// The list of algorithms. A new one is a header in search/ and two lines here: its include and its name.
#pragma once

#include <tuple>
#include <vector>

#include "playout/search/beam.h"
#include "playout/search/depth_budgeted.h"
#include "playout/search/depth_first.h"
#include "playout/search/greedy.h"
#include "playout/search/ida_star.h"
#include "playout/search/iterative_broadening.h"
#include "playout/search/open_list.h"
#include "playout/search/random.h"

namespace playout {

// clang-format off
using Algorithms = std::tuple<
    RandomSearch
    , GreedySearch
    , DepthFirstSearch
    , BreadthFirstSearch
    , BestFirstSearch
    , IterativeBroadening
    , BeamSearch
    , IdaStar
    , DepthBudgeted
>;
// clang-format on

// One algorithm as the outside sees it.
struct AlgorithmRow {
    AlgorithmInfo info;
    ParameterList parameters;
};

const std::vector<AlgorithmRow>& algorithm_rows();

// Throws UsageError with the nearest name.
const AlgorithmRow& find_algorithm(const std::string& name);

}  // namespace playout
