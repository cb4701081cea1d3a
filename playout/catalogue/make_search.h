// The list of algorithms: a new one is a header in search/ and two lines here, its include and its name.
// Whoever includes this compiles all of them for a state, which takes long; solve.h alone does not. For the
// states of our own domains a file each does so once (searches_on_*.cpp), and everybody else links to it.
#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <type_traits>

#include "playout/catalogue/solve.h"
#include "playout/problem/any_state.h"
#include "playout/search/anneal.h"
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
#include "playout/search/mc_beam.h"
#include "playout/search/nmcs.h"
#include "playout/search/nrpa.h"
#include "playout/search/open_list.h"
#include "playout/search/portfolio.h"
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
    , Anneal
    , McBeam
    , Portfolio
>;
// clang-format on

namespace detail {

template <State S, typename... Algorithm>
std::unique_ptr<Search<S>> make_one_of(std::type_identity<std::tuple<Algorithm...>>, const std::string& name,
                                       Run<S>& run, const Settings& settings) {
    std::unique_ptr<Search<S>> search;
    const auto try_one = [&]<typename A>(std::type_identity<A>) {
        if (A::info().name == name)
            search = std::make_unique<typename A::template On<S>>(run, A::knobs().read(settings));
    };
    (try_one(std::type_identity<Algorithm>{}), ...);
    return search;
}

}  // namespace detail

template <State S>
std::unique_ptr<Search<S>> make_search(const std::string& algorithm, Run<S>& run, const Settings& settings) {
    return detail::make_one_of(std::type_identity<Algorithms>{}, algorithm, run, settings);
}

// All problems through one type; compiled in the room any_state.
extern template std::unique_ptr<Search<AnyState>> make_search<AnyState>(const std::string& algorithm,
                                                                        Run<AnyState>& run,
                                                                        const Settings& settings);

}  // namespace playout

#define PLAYOUT_ALL_SEARCHES_ON(S)                                          \
    template std::unique_ptr<::playout::Search<S>> playout::make_search<S>( \
        const std::string& algorithm, ::playout::Run<S>& run, const ::playout::Settings& settings)
