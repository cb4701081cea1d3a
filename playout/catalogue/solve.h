// Any algorithm of the catalogue on any state: what the command line calls for its domains, and what a program
// with a problem of its own calls directly.
//
//     playout::Request request;
//     request.algorithm = "best-first";
//     request.limits.seconds = 2;
//     const auto result = playout::solve(MyState(...), request);
//
// To look at what UCT has found and then let it go on with the tree that it has:
//
//     request.algorithm = "uct";
//     playout::Session<MyState> session(MyState(...), request);
//     auto result = session.search_on({.playouts = 1000});
//     result = session.search_on({.playouts = 1000});
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
#include "playout/problem/capabilities.h"
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

// By name; without one that of the preset, if the domain has it, or the domain's first.
template <State S>
StrategyEntry<S> find_strategy(const std::string& name, const Preset* preset) {
    const std::vector<StrategyEntry<S>> entries = strategies_of<S>();
    if (name.empty() && preset != nullptr)
        for (const StrategyEntry<S>& entry : entries)
            if (entry.name == preset->strategy) return entry;
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
    const Preset* preset = find_preset(algorithm, request.settings);
    Plan<S> plan{detail::find_strategy<S>(request.strategy, preset), {}, algorithm.parameters, {}};
    const auto add = [&plan](const ParameterList& more) {
        plan.parameters.insert(plan.parameters.end(), more.begin(), more.end());
    };
    if (algorithm.info.uses_strategy) {
        plan.strategy_name = plan.strategy.name;
        add(plan.strategy.parameters);
    }
    add(domain_parameters);
    plan.settings = resolve(plan.parameters, with_preset(preset, request.settings, plan.parameters),
                            "algorithm " + request.algorithm);
    return plan;
}

// Everything that one run needs, put together.
template <State S>
class Session {
  public:
    Session(const S& root, const Request& request, const Plan<S>& plan, const Surroundings& surroundings = {})
        : request_(request),
          settings_(plan.settings),
          limits_(limits_of(request)),
          budget_(limits_, surroundings.clock, surroundings.stop_request),
          rng_(request.seed),
          player_(plan.strategy.make(root, plan.settings)),
          run_(root, limits_, budget_, rng_, *player_,
               surroundings.observer ? *surroundings.observer : silent_) {
        if (request.start) detail::offer_start(run_, *request.start);
    }
    Session(const S& root, const Request& request, const Surroundings& surroundings = {})
        : Session(root, request, playout::plan<S>(request), surroundings) {}

    // The algorithm of the request, from its beginning.
    Result<S> solve() {
        return carry_out([this] {
            return detail::run_named(std::type_identity<Algorithms>{}, request_.algorithm, run_, settings_);
        });
    }

    // The same for `uct`, until one of `more` is used up; called again it goes on with the tree that it has.
    Result<S> search_on(const Limits& more) {
        if (request_.algorithm != Uct::info().name)
            throw UsageError("algorithm " + request_.algorithm + " cannot go on where it stopped; uct can");
        if (!uct_) uct_ = std::make_unique<UctSearch<S>>(run_, Uct::knobs().read(settings_));
        budget_.extend(more);
        return carry_out([this] { return uct_->search(); });
    }

  private:
    static Limits limits_of(const Request& request) {
        Limits limits = request.limits;
        if (!limits.seconds && !limits.playouts && !limits.nodes) limits.seconds = default_seconds;
        return limits;
    }

    template <typename Search>
    Result<S> carry_out(Search search) {
        Proof proof = Proof::none;
        try {
            if (!budget_.stopped()) proof = search();
        } catch (
            const std::bad_alloc&) {  // the system gave less than the limit allows; the best so far is not lost
            budget_.stop(StopReason::memory);
        } catch (const WorkEnded&) {  // within a move; the budget knows why
            uct_.reset();             // it was not done with its tree
        }
        Result<S> result;
        result.outcome = run_.best();
        result.moves = run_.best_moves();
        result.optimal =
            (proof == Proof::complete || run_.bound_met()) && run_.best() && run_.best()->feasible();
        result.stopped_by = budget_.stopped_by().value_or(StopReason::exhausted);
        result.playouts = budget_.playouts();
        result.nodes = budget_.nodes();
        result.seconds = budget_.seconds();
        result.trace = run_.trace();
        result.statistics = run_.statistics;
        // Also where no feasible solution exists, so that a complete search can be told from one that gave up.
        result.statistics.emplace_back("complete", proof == Proof::complete ? 1 : 0);
        if (request_.start) result.statistics.emplace_back("started_from", run_.trace().front().outcome.value);
        return result;
    }

    const Request request_;
    const Settings settings_;
    const Limits limits_;
    Budget budget_;
    Rng rng_;
    Observer silent_;
    const std::unique_ptr<Strategy<S>> player_;
    Run<S> run_;
    std::unique_ptr<UctSearch<S>> uct_;
};

template <State S>
Result<S> solve(const S& root, const Request& request, const Plan<S>& plan,
                const Surroundings& surroundings = {}) {
    return Session<S>(root, request, plan, surroundings).solve();
}

template <State S>
Result<S> solve(const S& root, const Request& request, const Surroundings& surroundings = {}) {
    return solve(root, request, plan<S>(request), surroundings);
}

// Not a state: says what it lacks, instead of listing all templates that do not match.
template <typename S, typename... Others>
requires(!State<S>) auto solve(const S&, const Request&, const Others&...) {
    static_assert(checked_state<S>);
}

}  // namespace playout
