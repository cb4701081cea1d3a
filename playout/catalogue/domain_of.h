// Turns a domain's own types into a `Domain`. Its .cpp in this folder fills in a struct such as the one below;
// the searches are compiled for its states in searches_on_*.cpp. Settings are those of info().parameters,
// for generate those of info().generator_parameters.
//
// clang-format off
//     struct Knapsack {
//         using Instance = ...;
//         using State = ...;
//         static DomainInfo info();  // all but strategies and capabilities
//         static Instance read(const std::string& text, const std::string& source, const Settings& settings);
//         // (or, where that is work, with a fourth argument: const Loading& loading)
//         static Instance built_in(const Settings& settings);
//         static std::string text(const Instance& instance);     // reads back to the same instance
//         static std::string summary(const Instance& instance);  // a few words
//         static State root(const Instance& instance);
//         // optional; `search` and `runs` are no names for details:
//         static Instance generate(const Settings& settings, Rng& rng);
//         static Outcome recount(const Instance& instance, const std::vector<State::Move>& moves);  // shares no code with the state
//         static Json details(const Instance& instance, const std::vector<State::Move>& moves);
//         static std::string terminal_picture(const Instance& instance, const std::vector<State::Move>& moves, const Terminal& terminal);
//         static std::string svg_picture(const Instance& instance, const std::vector<State::Move>& moves);
//         static std::string frame(const Instance& instance, const State& state, const Terminal& terminal);  // ends in a newline
//         // for instances that need another state type: an adapter with the same instances, and when it is needed
//         // (that one may name a further one)
//         using Larger = ...;
//         static bool needs_larger(const Instance& instance);
//     };
// clang-format on
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "playout/base/version.h"
#include "playout/catalogue/domain.h"
#include "playout/catalogue/solve.h"
#include "playout/problem/walk.h"

namespace playout {

template <State S>
std::vector<std::string> capabilities_of() {
    std::vector<std::string> names;
    if (HasCode<S>) names.emplace_back("code");
    if (HasCodeCount<S>) names.emplace_back("code count");
    if (HasCodedMoves<S>) names.emplace_back("coded moves");
    if (HasBias<S>) names.emplace_back("bias");
    if (HasBound<S>) names.emplace_back("bound");
    if (HasExactBound<S>) names.emplace_back("exact bound");
    if (HasCannotBeat<S>) names.emplace_back("cannot_beat");
    if (HasViolation<S>) names.emplace_back("violation");
    if (HasPromise<S>) names.emplace_back("promise");
    if (HasSelection<S>) names.emplace_back("selection");
    if (!std::same_as<WalkOf<S>, PlainWalk<S>>) names.emplace_back("walk");
    if (HasNextMove<S>) names.emplace_back("next_move");
    if (HasStrategies<S>) names.emplace_back("strategies");
    if (HasRepeatsParent<S>) names.emplace_back("repeats_parent");
    if (HasHash<S>) names.emplace_back("hash");
    if (HasUndo<S>) names.emplace_back("undo");
    if (HasBytes<S>) names.emplace_back("bytes");
    return names;
}

template <typename Adapter>
class ProblemOf final : public Problem {
  public:
    using S = typename Adapter::State;
    using Moves = std::vector<MoveOf<S>>;

    explicit ProblemOf(typename Adapter::Instance instance)
        : instance_(std::move(instance)), hash_(to_hex(hash_text(Adapter::text(instance_)))) {}

    std::string text() const override { return Adapter::text(instance_); }
    const std::string& hash() const override { return hash_; }
    std::string summary() const override { return Adapter::summary(instance_); }
    Sense sense() const override { return root().sense(); }
    void validate(const Request& request) const override { plan(root(), request, Adapter::info().parameters); }

    Record solve(const Request& request, const Surroundings& surroundings) const override {
        const Plan<S> planned = plan(root(), request, Adapter::info().parameters);
        const Result<S> result = Session<S>(root(), request, planned, with_instance(surroundings)).solve();
        Record record;
        record.domain = Adapter::info().name;
        record.instance_hash = hash_;
        record.algorithm = request.algorithm;
        record.strategy = planned.strategy_name;
        for (const Parameter& parameter : planned.parameters)
            record.settings[parameter.name] = setting_json(parameter, planned.settings.at(parameter.name));
        record.seed = request.seed;
        record.threads = request.threads;
        record.limits = result.limits;
        record.checkpoints = result.checkpoints;
        record.resumed = result.resumed;
        record.sense = sense();
        if (result.outcome) record.outcome = static_cast<const Outcome&>(*result.outcome);
        record.optimal = result.optimal;
        record.playouts = result.playouts;
        record.nodes = result.nodes;
        record.seconds = result.seconds;
        record.stopped_by = result.stopped_by;
        record.moves = move_texts(root(), result.moves);
        record.trace = result.trace;
        if (result.outcome) record.details = details(result.moves);
        Json& search = record.details["search"] = Json::object();
        for (const auto& [name, number] : result.statistics) search[name] = json_number(number);
        record.version = version();
        return record;
    }

    Replayed replay(const std::vector<std::string>& texts) const override {
        Replayed replayed;
        Moves moves;
        replayed.complaint = parse_moves(root(), texts, moves);
        if (replayed.complaint) return replayed;
        S end = root();
        for (const MoveOf<S>& move : moves) end.play(move);
        replayed.outcome = outcome_of(end);
        if constexpr (requires { Adapter::recount(instance_, moves); })
            replayed.recount = [this, moves] { return Adapter::recount(instance_, moves); };
        if constexpr (HasBound<S>) {
            const double value = replayed.outcome.value, bound = root().bound();
            replayed.beats_bound = replayed.outcome.feasible() && better_value(value, bound, sense());
            replayed.meets_bound = replayed.outcome.feasible() && !better_value(bound, value, sense());
        }
        replayed.details = details(moves);
        return replayed;
    }

    std::string terminal_picture(const std::vector<std::string>& moves,
                                 const Terminal& terminal) const override {
        if constexpr (requires(const Moves& played) {
                          Adapter::terminal_picture(instance_, played, terminal);
                      }) {
            return Adapter::terminal_picture(instance_, parsed(moves), terminal);
        } else {
            return "";
        }
    }

    bool has_svg_picture() const override { return draws_svg; }

    std::string svg_picture(const std::vector<std::string>& moves) const override {
        if constexpr (draws_svg) {
            return Adapter::svg_picture(instance_, parsed(moves));
        } else {
            throw UsageError("domain " + Adapter::info().name + " draws no pictures");
        }
    }

    void show_game(const std::vector<std::string>& texts, const Terminal& terminal,
                   const std::function<void(const std::string&)>& show) const override {
        const auto frame = [&](const S& state) -> std::string {
            if constexpr (requires { Adapter::frame(instance_, state, terminal); }) {
                return ": " + Adapter::frame(instance_, state, terminal);
            } else {
                return "\n";
            }
        };
        const Moves moves = parsed(texts);
        S state = root();
        show("start" + frame(state));
        for (std::size_t i = 0; i < moves.size(); ++i) {
            state.play(moves[i]);
            show(fmt::format("{:>5} {}", i + 1, texts[i]) + frame(state));
        }
    }

  private:
    static constexpr bool draws_svg = requires(const typename Adapter::Instance& instance, const Moves& moves) {
        Adapter::svg_picture(instance, moves);
    };

    S root() const { return Adapter::root(instance_); }

    // A checkpoint holds the instance too.
    Surroundings with_instance(Surroundings surroundings) const {
        if (surroundings.checkpoints) surroundings.instance_text = text();
        return surroundings;
    }

    Json details(const Moves& moves) const {
        if constexpr (requires { Adapter::details(instance_, moves); }) {
            return Adapter::details(instance_, moves);
        } else {
            return Json::object();
        }
    }

    Moves parsed(const std::vector<std::string>& texts) const {
        Moves moves;
        if (const auto complaint = parse_moves(root(), texts, moves))
            throw BugError("not a game: " + *complaint);
        return moves;
    }

    const typename Adapter::Instance instance_;
    const std::string hash_;
};

template <typename Adapter>
class DomainOf final : public Domain {
  public:
    DomainOf() : info_(Adapter::info()) {
        using S = typename Adapter::State;
        for (const StrategyEntry<S>& entry : strategies_of<S>())
            info_.strategies.push_back({entry.name, entry.meaning, entry.parameters});
        info_.capabilities = capabilities_of<S>();
    }

    const DomainInfo& info() const override { return info_; }

    std::unique_ptr<Problem> read(const std::string& text, const std::string& source, const Settings& settings,
                                  const Loading& loading) const override {
        if constexpr (requires { Adapter::read(text, source, settings, loading); }) {
            return problem<Adapter>(Adapter::read(text, source, settings, loading));
        } else {
            return problem<Adapter>(Adapter::read(text, source, settings));
        }
    }

    std::unique_ptr<Problem> built_in(const Settings& settings) const override {
        return problem<Adapter>(Adapter::built_in(settings));
    }

    std::string generate(const Settings& settings, std::uint64_t seed) const override {
        Rng rng(seed);
        if constexpr (requires { Adapter::generate(settings, rng); }) {
            return Adapter::text(Adapter::generate(settings, rng));
        } else {
            throw UsageError("domain " + info_.name + " has no generator");
        }
    }

  private:
    template <typename Chosen>
    static std::unique_ptr<Problem> problem(typename Adapter::Instance instance) {
        if constexpr (requires { typename Chosen::Larger; }) {
            if (Chosen::needs_larger(instance)) return problem<typename Chosen::Larger>(std::move(instance));
        }
        return std::make_unique<ProblemOf<Chosen>>(std::move(instance));
    }

    DomainInfo info_;
};

}  // namespace playout
