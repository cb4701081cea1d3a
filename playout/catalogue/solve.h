// Any algorithm of the catalogue on any state: what the command line calls for its domains, and what a program
// with a problem of its own calls directly.
//
//     playout::Request request;
//     request.algorithm = "best-first";
//     request.limits.seconds = 2;
//     const auto result = playout::solve(MyState(...), request);
//
// To look at what was found and then let the search go on where it stopped, whichever algorithm it is:
//
//     playout::Session<MyState> session(MyState(...), request);
//     auto result = session.search_on({.playouts = 1000});
//     result = session.search_on({.playouts = 1000});
//
// Or in pieces within the limits of the request, which together are the same run as one long one:
//
//     while (session.advance({.playouts = 1000})) show(session.result());
//
// To save a session, and to go on with it in another process:
//
//     playout::CheckpointWriter writer("run.checkpoint", 60);
//     playout::Session<MyState> session(MyState(...), request, {.checkpoints = &writer});
//     session.solve();
//
//     playout::CheckpointReader saved("run.checkpoint");
//     auto session = playout::Session<MyState>::resumed(MyState(...), saved);
//     auto result = session->search_on({.seconds = 60});
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
#include "playout/catalogue/surroundings.h"
#include "playout/problem/capabilities.h"
#include "playout/record/checkpoint.h"
#include "playout/record/record.h"
#include "playout/search/game_size.h"
#include "playout/search/playout.h"
#include "playout/search/self_tuning.h"

namespace playout {

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
    Limits limits;  // what it was allowed in all
    std::int64_t checkpoints = 0;
    std::int64_t resumed = 0;
};

// When a request names no seconds, playouts or nodes: a target alone may never be reached.
inline constexpr double default_seconds = 10;

// Throws UsageError when the request asks for something that `algorithm` cannot do.
void check_limits(const Request& request, const AlgorithmRow& algorithm);

namespace detail {

// By name; without one that of the preset, if the domain has it, or the domain's first.
template <State S>
StrategyEntry<S> find_strategy(const std::vector<StrategyEntry<S>>& entries, const std::string& name,
                               const Preset* preset) {
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

}  // namespace detail

// A request looked through: everything that can be refused is refused here, before any work.
template <State S>
struct Plan {
    StrategyEntry<S> strategy;
    std::optional<std::string> strategy_name;  // none: the algorithm uses no strategy
    ParameterList parameters;                  // of the algorithm, the strategy and the domain,
    Settings settings;                         // and the value that each has
    double tuning_share = 0;                   // of the budget, for the knobs of the strategy
    std::vector<Parameter> tuned = {};         // that nobody has set
};

// Throws UsageError. Settings of the domain may stand in the request too; here they are only checked and passed
// on.
template <State S>
Plan<S> plan(const S& root, const Request& request, const ParameterList& domain_parameters = {}) {
    const AlgorithmRow& algorithm = find_algorithm(request.algorithm);
    check_limits(request, algorithm);
    const Preset* preset = find_preset(algorithm, request.settings);
    Plan<S> plan{
        detail::find_strategy<S>(strategies_of(root), request.strategy, preset), {}, algorithm.parameters, {}};
    const auto add = [&plan](const ParameterList& more) {
        plan.parameters.insert(plan.parameters.end(), more.begin(), more.end());
    };
    if (algorithm.info.uses_strategy) {
        plan.strategy_name = plan.strategy.name;
        add(plan.strategy.parameters);
    }
    add(domain_parameters);
    const SettingTexts texts = with_preset(preset, request.settings, plan.parameters);
    plan.settings = resolve(plan.parameters, texts, "algorithm " + request.algorithm);
    if (const auto share = plan.settings.find("tune"); plan.strategy_name && share != plan.settings.end()) {
        plan.tuning_share = share->second;
        if (plan.tuning_share > 0 && request.limits.nodes && !request.limits.seconds &&
            !request.limits.playouts)
            throw UsageError("tune: a limit of seconds or playouts is needed, of which this is a share");
        for (const Parameter& knob : plan.strategy.parameters)
            if (knob.tuning && !texts.contains(knob.name)) plan.tuned.push_back(knob);
        if (plan.tuning_share > 0 && plan.tuned.empty())
            throw UsageError("tune: all that could be tuned is set");
    }
    return plan;
}

// Everything that one run needs, put together.
template <State S>
class Session {
  public:
    Session(const S& root, const Request& request, const Plan<S>& plan, const Surroundings& surroundings = {})
        : request_(request),
          settings_(plan.settings),
          checkpoints_(surroundings.checkpoints),
          instance_text_(surroundings.instance_text),
          budget_(limits_of(request), surroundings.clock, surroundings.stop_request),
          rng_(request.seed),
          player_(make_player(root, plan)),
          shared_(root, limits_of(request), surroundings.observer ? *surroundings.observer : silent_),
          run_(shared_, budget_, rng_, *player_) {
        begin_anew();
        if (surroundings.resume) {
            archive(surroundings.resume->session());
            if (surroundings.resume->session().bytes_left() > 0)
                surroundings.resume->session().fail("damaged: there is more in it than a session");
            ++resumed_;
            budget_.go_on_from_saved();
            if (surroundings.more) extend(*surroundings.more);
        } else if (request.start) {
            offer_start();
        }
        if (checkpoints_) checkpoints_->start_at(budget_.seconds());
    }
    Session(const S& root, const Request& request, const Surroundings& surroundings = {})
        : Session(root, request, playout::plan(root, request), surroundings) {}

    // The session that a checkpoint holds, on the same problem, within the limits that are left of it.
    static std::unique_ptr<Session> resumed(const S& root, CheckpointReader& saved,
                                            Surroundings surroundings = {}) {
        surroundings.resume = &saved;
        return std::make_unique<Session>(root, saved.head().request, surroundings);
    }

    // Until a limit of the request ends the run.
    Result<S> solve() {
        carry_out([] { return false; });
        save_at_the_end();
        return result();
    }

    // Until one of `more` is used up, whatever the request allowed; called again it goes on from there.
    Result<S> search_on(const Limits& more) {
        extend(more);
        return solve();
    }

    // A piece of the run: until one of `piece` is used up, and a little more. The limits of the request stand.
    // False: they, or the search itself, have ended the run.
    bool advance(const Limits& piece) {
        const auto end = [](const auto& limit, auto used) {
            return limit ? std::optional(used + *limit) : std::nullopt;
        };
        const auto seconds = end(piece.seconds, budget_.seconds());
        const auto playouts = end(piece.playouts, budget_.playouts());
        const auto nodes = end(piece.nodes, budget_.nodes());
        return carry_out([&] {
            return (playouts && budget_.playouts() >= *playouts) || (nodes && budget_.nodes() >= *nodes) ||
                   (seconds && budget_.seconds_at_last_look() >= *seconds);
        });
    }

    // The run may go on until so much more is used up. Throws UsageError where that would never end it.
    void extend(const Limits& more) {
        Request asked = request_;
        asked.limits = more;
        check_limits(asked, find_algorithm(request_.algorithm));
        if (!more.seconds && !more.playouts && !more.nodes)
            throw UsageError("a limit of seconds, playouts or nodes is needed to go on");
        budget_.extend(more);
        Limits totals = shared_.limits();
        totals.seconds = more.seconds;
        if (more.seconds) *totals.seconds += budget_.seconds();
        totals.playouts = more.playouts;
        if (more.playouts) *totals.playouts += budget_.playouts();
        totals.nodes = more.nodes;
        if (more.nodes) *totals.nodes += budget_.nodes();
        shared_.set_limits(totals);
    }

    // As it stands.
    Result<S> result() const {
        Result<S> result;
        const bool complete = !broken_ && search_->proof() == Proof::complete;
        result.outcome = shared_.best();
        result.moves = shared_.best_moves();
        result.optimal = (complete || run_.bound_met()) && result.outcome && result.outcome->feasible();
        result.stopped_by = budget_.stopped_by().value_or(StopReason::exhausted);
        result.playouts = budget_.playouts();
        result.nodes = budget_.nodes();
        result.seconds = budget_.seconds();
        result.trace = shared_.trace();
        try {
            if (!broken_) result.statistics = search_->statistics();
        } catch (const WorkEnded&) {  // some play a game to know what it is worth: then there are no numbers
        } catch (const std::bad_alloc&) {
        }
        // Also where no feasible solution exists, so that a complete search can be told from one that gave up.
        result.statistics.emplace_back("complete", complete ? 1 : 0);
        if (request_.start)
            result.statistics.emplace_back("started_from", shared_.trace().front().outcome.value);
        result.limits = shared_.limits();
        result.checkpoints = checkpoints_written_;
        result.resumed = resumed_;
        return result;
    }

    // All that it knows, between two pieces. Loaded into a session of the same problem and request, it goes on
    // as the one that was saved would have.
    void archive(Archive& archive) {
        const typename Run<S>::Unwatched whole(run_);  // whatever time it is
        archive(shared_, run_, checkpoints_written_, resumed_, finished_);
        search_->archive(archive);
    }

    // To a file that CheckpointReader reads.
    void save(CheckpointWriter& writer) {
        ++checkpoints_written_;  // it counts itself
        const bool saved = writer.save(budget_.seconds(), [this](Archive& archive) {
            CheckpointHead head{request_, instance_text_};
            head.request.limits = shared_.limits();
            archive(head);
            this->archive(archive);
        });
        if (!saved) --checkpoints_written_;
    }

  private:
    static Limits limits_of(const Request& request) {
        Limits limits = request.limits;
        if (!limits.seconds && !limits.playouts && !limits.nodes) limits.seconds = default_seconds;
        return limits;
    }

    static std::unique_ptr<Strategy<S>> make_player(const S& root, const Plan<S>& plan) {
        if (plan.tuning_share == 0) return plan.strategy.make(root, plan.settings);
        return std::make_unique<TunedStrategy<S>>(
            root, TuningTask<S>{plan.strategy, plan.settings, plan.tuned, plan.tuning_share});
    }

    void begin_anew() {
        const auto make = [this] { return make_search<S>(request_.algorithm, run_, settings_); };
        auto* tuned = dynamic_cast<TunedStrategy<S>*>(player_.get());
        const auto* before = dynamic_cast<SelfTuning<S>*>(search_.get());
        const bool is_tuned = before != nullptr && before->is_tuned();
        search_ = tuned ? std::make_unique<SelfTuning<S>>(run_, *tuned, make, is_tuned) : make();
        broken_ = false;
        finished_ = false;
    }

    // Step by step until the piece is over. False: the run is.
    template <typename PieceIsOver>
    bool carry_out(PieceIsOver piece_is_over) {
        if (finished_) return false;
        try {
            if (broken_ && !budget_.stopped()) begin_anew();
            if (!memory_suffices_) require_memory();
            while (!run_.over() && !piece_is_over()) {
                finished_ = !search_->step();
                if (finished_) return false;
                if (checkpoints_ && checkpoints_->due(budget_.seconds_at_last_look())) save(*checkpoints_);
            }
        } catch (
            const std::bad_alloc&) {  // the system gave less than the limit allows; the best so far is not lost
            budget_.stop(StopReason::memory);
            broken_ = true;
        } catch (const WorkEnded&) {  // within a move; the budget knows why
            broken_ = true;
        } catch (...) {
            broken_ = true;
            throw;
        }
        return !budget_.stopped();
    }

    // Throws UsageError where the search cannot even play one game within the memory that it has. Games are
    // played to learn this, so that it is asked only where somebody made memory short.
    void require_memory() {
        if (budget_.memory_limit() < Limits::default_memory) {
            const std::optional<GameSize> game = measure_games(run_);
            if (!game) return;
            const std::int64_t least = search_->least_bytes(*game);
            if (least > budget_.memory_limit())
                throw UsageError(
                    fmt::format("--memory {}: {} needs at least {} bytes to play one game of this problem",
                                budget_.memory_limit(), request_.algorithm, least));
        }
        memory_suffices_ = true;
    }

    // Whatever ended the run, so that it can go on later.
    void save_at_the_end() {
        if (checkpoints_ && !broken_) save(*checkpoints_);
    }

    void offer_start() {
        std::vector<MoveOf<S>> moves;
        if (const auto complaint = parse_moves(run_.root(), *request_.start, moves))
            throw InputError("first solution", *complaint);
        S end = run_.root();
        for (const MoveOf<S>& move : moves) end.play(move);
        run_.offer(end, moves);
    }

    const Request request_;
    const Settings settings_;
    CheckpointWriter* const checkpoints_;
    const std::string instance_text_;
    Budget budget_;
    Rng rng_;
    Observer silent_;
    const std::unique_ptr<Strategy<S>> player_;
    SharedRun<S> shared_;
    Run<S> run_;
    std::unique_ptr<Search<S>> search_;
    bool memory_suffices_ = false;
    bool broken_ = false;    // it was left in the middle of a step, and can only begin anew
    bool finished_ = false;  // nothing is left to do
    std::int64_t checkpoints_written_ = 0;
    std::int64_t resumed_ = 0;
};

template <State S>
Result<S> solve(const S& root, const Request& request, const Plan<S>& plan,
                const Surroundings& surroundings = {}) {
    return Session<S>(root, request, plan, surroundings).solve();
}

template <State S>
Result<S> solve(const S& root, const Request& request, const Surroundings& surroundings = {}) {
    return solve(root, request, plan(root, request), surroundings);
}

// Not a state: says what it lacks, instead of listing all templates that do not match.
template <typename S, typename... Others>
requires(!State<S>) auto solve(const S&, const Request&, const Others&...) {
    static_assert(checked_state<S>);
}

}  // namespace playout
