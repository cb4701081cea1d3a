// Any algorithm of the catalogue on any state: what the command line calls for its domains, and what a program
// with a problem of its own calls directly.
//
//     playout::Request request;
//     request.algorithm = "best-first";
//     request.limits.seconds = 2;
//     const auto result = playout::solve(MyState(...), request);
#pragma once

#include <fmt/format.h>

#include <memory>
#include <new>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "playout/base/text.h"
#include "playout/catalogue/algorithms.h"
#include "playout/record/record.h"
#include "playout/search/playout.h"

namespace playout {

// What surrounds a run; all of it may be left out.
struct Surroundings {
    Observer* observer = nullptr;
    const StopRequest* stop_request = nullptr;
    Clock clock = steady_clock();
};

template <State S>
struct Result {
    std::optional<OutcomeOf<S>> outcome;  // none: the run ended before any solution
    std::vector<MoveOf<S>> moves;
    bool optimal = false;
    StopReason stopped_by = StopReason::exhausted;
    std::int64_t playouts = 0;
    std::int64_t nodes = 0;
    double seconds = 0;
    std::vector<TracePoint> trace;
    Statistics statistics;
};

// When a request names no seconds, playouts or nodes: a target alone may never be reached.
inline constexpr double default_seconds = 10;

// Throws UsageError when the request asks for something that `algorithm` cannot do.
void check_limits(const Request& request, const AlgorithmRow& algorithm);

namespace detail {

template <State S>
StrategyEntry<S> find_strategy(const std::string& name) {
    const std::vector<StrategyEntry<S>> entries = strategies_of<S>();
    std::vector<std::string> names;
    for (const StrategyEntry<S>& entry : entries) {
        if (entry.name == name || name.empty()) return entry;
        names.push_back(entry.name);
    }
    throw UsageError(unknown_name("strategy", name, names));
}

// Calls the algorithm of that name; the list was searched for it before.
template <State S, typename... Algorithm>
Proof run_named(std::type_identity<std::tuple<Algorithm...>>, const std::string& name, Run<S>& run,
                const Settings& settings) {
    Proof proof = Proof::none;
    const auto try_one = [&]<typename A>(std::type_identity<A>) {
        if (A::info().name == name) proof = A::search(run, A::knobs().read(settings));
    };
    (try_one(std::type_identity<Algorithm>{}), ...);
    return proof;
}

template <State S>
void offer_start(Run<S>& run, const std::vector<std::string>& texts) {
    std::vector<MoveOf<S>> moves;
    if (const auto complaint = parse_moves(run.root(), texts, moves))
        throw InputError("first solution", *complaint);
    S end = run.root();
    for (const MoveOf<S>& move : moves) end.play(move);
    run.offer(end, moves);
}

}  // namespace detail

// A request looked through: everything that can be refused is refused here, before any work.
template <State S>
struct Plan {
    StrategyEntry<S> strategy;
    std::optional<std::string> strategy_name;  // none: the algorithm uses no strategy
    ParameterList parameters;                  // of the algorithm, the strategy and the domain,
    Settings settings;                         // and the value that each has
};

// Throws UsageError. Settings of the domain may stand in the request too; here they are only checked and passed
// on.
template <State S>
Plan<S> plan(const Request& request, const ParameterList& domain_parameters = {}) {
    const AlgorithmRow& algorithm = find_algorithm(request.algorithm);
    check_limits(request, algorithm);
    Plan<S> plan{detail::find_strategy<S>(request.strategy), {}, algorithm.parameters, {}};
    const auto add = [&plan](const ParameterList& more) {
        plan.parameters.insert(plan.parameters.end(), more.begin(), more.end());
    };
    if (algorithm.info.uses_strategy) {
        plan.strategy_name = plan.strategy.name;
        add(plan.strategy.parameters);
    }
    add(domain_parameters);
    plan.settings = resolve(plan.parameters, request.settings, "algorithm " + request.algorithm);
    return plan;
}

template <State S>
Result<S> solve(const S& root, const Request& request, const Plan<S>& plan,
                const Surroundings& surroundings = {}) {
    Limits limits = request.limits;
    if (!limits.seconds && !limits.playouts && !limits.nodes) limits.seconds = default_seconds;
    Budget budget(limits, surroundings.clock, surroundings.stop_request);
    Rng rng(request.seed);
    Observer silent;
    const auto player = plan.strategy.make(root, plan.settings);
    Run<S> run(root, limits, budget, rng, *player, surroundings.observer ? *surroundings.observer : silent);

    Proof proof = Proof::none;
    if (request.start) detail::offer_start(run, *request.start);
    try {
        if (!budget.stopped())
            proof = detail::run_named(std::type_identity<Algorithms>{}, request.algorithm, run, plan.settings);
    } catch (
        const std::bad_alloc&) {  // the system gave less than the limit allows; the best so far is not lost
        budget.stop(StopReason::memory);
    }
    // Also where no feasible solution exists, so that a complete search can be told from one that gave up.
    run.statistics.emplace_back("complete", proof == Proof::complete ? 1 : 0);
    if (request.start) run.statistics.emplace_back("started_from", run.trace().front().outcome.value);

    Result<S> result;
    result.outcome = run.best();
    result.moves = run.best_moves();
    result.optimal = (proof == Proof::complete || run.bound_met()) && run.best() && run.best()->feasible();
    result.stopped_by = budget.stopped_by().value_or(StopReason::exhausted);
    result.playouts = budget.playouts();
    result.nodes = budget.nodes();
    result.seconds = budget.seconds();
    result.trace = run.trace();
    result.statistics = run.statistics;
    return result;
}

template <State S>
Result<S> solve(const S& root, const Request& request, const Surroundings& surroundings = {}) {
    return solve(root, request, plan<S>(request), surroundings);
}

}  // namespace playout
