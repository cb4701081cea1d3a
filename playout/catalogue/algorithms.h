// The list of algorithms. A new one is a header in search/ and one line here.
#pragma once

#include <tuple>
#include <vector>

#include "playout/search/beam.h"
#include "playout/search/depth_first.h"
#include "playout/search/greedy.h"
#include "playout/search/ida_star.h"
#include "playout/search/iterative_broadening.h"
#include "playout/search/open_list.h"
#include "playout/search/random.h"

namespace playout {

using Algorithms = std::tuple<  //
    RandomSearch,               //
    GreedySearch,               //
    DepthFirstSearch,           //
    BreadthFirstSearch,         //
    BestFirstSearch,            //
    IterativeBroadening,        //
    BeamSearch,                 //
    IdaStar>;

// One algorithm as the outside sees it.
struct AlgorithmRow {
    AlgorithmInfo info;
    ParameterList parameters;
};

const std::vector<AlgorithmRow>& algorithm_rows();

// Throws UsageError with the nearest name.
const AlgorithmRow& find_algorithm(const std::string& name);

}  // namespace playout
