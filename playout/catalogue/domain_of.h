// Turns a domain's own types into a `Domain`. Its .cpp in this folder fills in a struct such as
//
//     struct Knapsack {
//         using Instance = ...; using State = ...;
//         static DomainInfo info();                                              // all but strategies,
//         capabilities static Instance read(const std::string& text, const std::string& source, const
//         Settings&); static Instance built_in(const Settings&); static Instance generate(const Settings&,
//         Rng&); static std::string text(const Instance&); static std::string summary(const Instance&); static
//         State root(const Instance&); static Json details(const Instance&, const std::vector<State::Move>&);
//         static std::string terminal_picture(const Instance&, const std::vector<State::Move>&, const
//         Terminal&); static std::string svg_picture(const Instance&, const std::vector<State::Move>&); static
//         std::string frame(const Instance&, const State&, const Terminal&);
//     };
//
// and is the one place where every search is compiled for that domain.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "playout/base/version.h"
#include "playout/catalogue/domain.h"

namespace playout {

template <State S>
std::vector<std::string> capabilities_of() {
    std::vector<std::string> names;
    if (HasCode<S>) names.emplace_back("code");
    if (HasBias<S>) names.emplace_back("bias");
    if (HasBound<S>) names.emplace_back("bound");
    if (HasViolation<S>) names.emplace_back("violation");
    if (HasNextMove<S>) names.emplace_back("next_move");
    if (HasStrategies<S>) names.emplace_back("strategies");
    if (HasRepeatsParent<S>) names.emplace_back("repeats_parent");
    if (HasHash<S>) names.emplace_back("hash");
    if (HasUndo<S>) names.emplace_back("undo");
    return names;
}

template <typename Adapter>
class ProblemOf final : public Problem {
  public:
    using S = typename Adapter::State;
    using Moves = std::vector<MoveOf<S>>;

    explicit ProblemOf(typename Adapter::Instance instance) : instance_(std::move(instance)) {}

    std::string text() const override { return Adapter::text(instance_); }
    std::string summary() const override { return Adapter::summary(instance_); }
    Sense sense() const override { return root().sense(); }

    Record solve(const Request& request, const Surroundings& surroundings) const override {
        const DomainInfo info = Adapter::info();
        const Result<S> result = playout::solve(root(), request, surroundings, info.parameters);
        Record record;
        record.domain = info.name;
        record.instance_hash = to_hex(hash_text(text()));
        record.algorithm = request.algorithm;
        record.strategy = result.strategy;
        for (const Parameter& parameter : result.parameters)
            record.settings[parameter.name] = setting_json(parameter, result.settings.at(parameter.name));
        record.seed = request.seed;
        record.threads = request.threads;
        record.sense = sense();
        if (result.outcome) record.outcome = static_cast<const Outcome&>(*result.outcome);
        record.optimal = result.optimal;
        record.playouts = result.playouts;
        record.nodes = result.nodes;
        record.seconds = result.seconds;
        record.stopped_by = result.stopped_by;
        record.moves = move_texts(root(), result.moves);
        record.trace = result.trace;
        if (result.outcome) record.details = Adapter::details(instance_, result.moves);
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
        if constexpr (HasBound<S>)
            replayed.beats_bound =
                replayed.outcome.feasible() && better_value(replayed.outcome.value, root().bound(), sense());
        replayed.details = Adapter::details(instance_, moves);
        return replayed;
    }

    std::string terminal_picture(const std::vector<std::string>& moves,
                                 const Terminal& terminal) const override {
        return Adapter::terminal_picture(instance_, parsed(moves), terminal);
    }

    std::string svg_picture(const std::vector<std::string>& moves) const override {
        return Adapter::svg_picture(instance_, parsed(moves));
    }

    void show_game(const std::vector<std::string>& texts, const Terminal& terminal,
                   const std::function<void(const std::string&)>& show) const override {
        const Moves moves = parsed(texts);
        S state = root();
        show("start    " + Adapter::frame(instance_, state, terminal));
        for (std::size_t i = 0; i < moves.size(); ++i) {
            state.play(moves[i]);
            show(fmt::format("{:>5} {}: ", i + 1, texts[i]) + Adapter::frame(instance_, state, terminal));
        }
    }

  private:
    S root() const { return Adapter::root(instance_); }

    Moves parsed(const std::vector<std::string>& texts) const {
        Moves moves;
        if (const auto complaint = parse_moves(root(), texts, moves))
            throw BugError("not a game: " + *complaint);
        return moves;
    }

    const typename Adapter::Instance instance_;
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

    std::unique_ptr<Problem> read(const std::string& text, const std::string& source,
                                  const Settings& settings) const override {
        return std::make_unique<ProblemOf<Adapter>>(Adapter::read(text, source, settings));
    }

    std::unique_ptr<Problem> built_in(const Settings& settings) const override {
        return std::make_unique<ProblemOf<Adapter>>(Adapter::built_in(settings));
    }

    std::string generate(const Settings& settings, std::uint64_t seed) const override {
        Rng rng(seed);
        return Adapter::text(Adapter::generate(settings, rng));
    }

  private:
    DomainInfo info_;
};

}  // namespace playout
