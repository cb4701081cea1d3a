#include "playout/catalogue/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/catalogue/algorithms.h"
#include "playout/catalogue/domains.h"

namespace playout {

#define DECLARE(name) std::unique_ptr<Domain> make_##name##_domain();
PLAYOUT_DOMAINS(DECLARE)
#undef DECLARE

namespace {

constexpr const char* built_in_name = "built-in";

Settings domain_settings(const DomainInfo& info, const SettingTexts& texts) {
    SettingTexts own;
    for (const Parameter& parameter : info.parameters)
        if (const auto found = texts.find(parameter.name); found != texts.end()) own.insert(*found);
    return resolve(info.parameters, own, "domain " + info.name);
}

// Best first by the one order of outcomes; a run without a solution comes last.
bool better_record(const Record& left, const Record& right) {
    if (!left.outcome || !right.outcome) return left.outcome.has_value() && !right.outcome;
    return better(*left.outcome, *right.outcome, left.sense);
}

// What is kept of every run of a series.
struct RunValue {
    std::uint64_t seed;
    std::optional<Outcome> outcome;
};

Json runs_json(const std::vector<RunValue>& done, int requested) {
    Json seeds = Json::array();
    Json values = Json::array();
    std::vector<double> feasible;
    for (const RunValue& run : done) {
        seeds.push_back(run.seed);
        values.push_back(run.outcome ? json_number(run.outcome->value) : Json(nullptr));
        if (run.outcome && run.outcome->feasible()) feasible.push_back(run.outcome->value);
    }
    Json runs{{"requested", requested}, {"feasible", feasible.size()}, {"seeds", seeds}, {"values", values}};
    if (feasible.empty()) return runs;
    const auto count = static_cast<double>(feasible.size());
    const double mean = std::accumulate(feasible.begin(), feasible.end(), 0.0) / count;
    double squares = 0;
    for (const double value : feasible) squares += (value - mean) * (value - mean);
    const auto [least, most] = std::minmax_element(feasible.begin(), feasible.end());
    runs["mean"] = json_number(mean);
    runs["deviation"] = json_number(feasible.size() > 1 ? std::sqrt(squares / (count - 1)) : 0);
    runs["least"] = json_number(*least);
    runs["most"] = json_number(*most);
    return runs;
}

std::string find_instance(const Record& record, const std::string& source,
                          const std::optional<std::string>& instance) {
    if (instance) return *instance;
    if (record.instance == built_in_name) return "";
    if (record.instance == "-")
        throw InputError(source, "its instance came from standard input; say which file it is with --instance");
    const std::filesystem::path path(record.instance);
    const std::filesystem::path beside = std::filesystem::path(source).parent_path() / path;
    std::error_code ignored;
    if (path.is_relative() && !std::filesystem::exists(path, ignored) &&
        std::filesystem::exists(beside, ignored))
        return beside.string();
    return record.instance;
}

void check_trace(const Record& record, std::vector<std::string>& complaints) {
    const auto complain = [&](const std::string& what) { complaints.push_back("trace: " + what); };
    if (!record.outcome) {
        if (!record.trace.empty()) complain("there is a trace but no value");
        return;
    }
    if (record.trace.empty()) return complain("it is empty");
    if (record.trace.back().outcome != *record.outcome) complain("it does not end in the record's value");
    for (std::size_t i = 0; i < record.trace.size(); ++i) {
        const TracePoint& point = record.trace[i];
        if (point.seconds > record.seconds || point.playouts > record.playouts)
            return complain(fmt::format("point {} comes after the end of the run", i + 1));
        if (i == 0) continue;
        const TracePoint& before = record.trace[i - 1];
        if (point.seconds < before.seconds || point.playouts < before.playouts)
            return complain(fmt::format("point {} is earlier than the one before", i + 1));
        if (better(before.outcome, point.outcome, record.sense))  // equal doubles may hide an exact improvement
            return complain(fmt::format("point {} is worse than the one before", i + 1));
    }
}

// The settings must be those that the algorithm, the strategy and the domain have, and the rest must fit them.
void check_settings(const Record& record, const DomainInfo& domain, std::vector<std::string>& complaints) {
    try {
        const AlgorithmRow& algorithm = find_algorithm(record.algorithm);
        ParameterList parameters = algorithm.parameters;
        parameters.insert(parameters.end(), domain.parameters.begin(), domain.parameters.end());
        if (algorithm.info.uses_strategy != record.strategy.has_value())
            complaints.push_back("strategy: the algorithm does not go with it");
        if (record.strategy) {
            const auto found =
                std::find_if(domain.strategies.begin(), domain.strategies.end(),
                             [&](const StrategyInfo& row) { return row.name == *record.strategy; });
            if (found == domain.strategies.end()) {
                complaints.push_back(
                    fmt::format("strategy: the domain has no '{}'", excerpt(*record.strategy)));
            } else {
                parameters.insert(parameters.end(), found->parameters.begin(), found->parameters.end());
            }
        }
        resolve(parameters, setting_texts(record), "algorithm " + record.algorithm);
        // A record may be older than a setting of its domain: the initial value is taken, and the replay tells.
        const auto of_domain = [&](const Parameter& parameter) {
            return std::any_of(domain.parameters.begin(), domain.parameters.end(),
                               [&](const Parameter& one) { return one.name == parameter.name; });
        };
        for (const Parameter& parameter : parameters)
            if (!record.settings.contains(parameter.name) && !of_domain(parameter))
                complaints.push_back(fmt::format("settings: {} is missing", parameter.name));
        if (record.nodes != 0 && algorithm.info.nodes.empty())
            complaints.push_back("nodes: the algorithm counts none");
        if (record.threads != 1) complaints.push_back("threads: only 1 is possible so far");
    } catch (const UsageError& error) {
        complaints.push_back(fmt::format("settings: {}", error.what()));
    }
}

// The domain's details must be what the moves give; what the search and other runs said cannot be repeated
// here.
void check_details(const Record& record, const Replayed& replayed, std::vector<std::string>& complaints) {
    Json claimed = record.details;
    claimed.erase("search");
    claimed.erase("runs");
    for (const auto& [name, value] : replayed.details.items()) {
        if (!claimed.contains(name)) {
            complaints.push_back(fmt::format("details.{} is missing", name));
        } else if (claimed[name] != value) {
            complaints.push_back(fmt::format("details.{} is not what the moves give", name));
        }
        claimed.erase(name);
    }
    for (const auto& [name, value] : claimed.items())
        complaints.push_back(fmt::format("details.{} is not a detail of this domain", name));
}

// The state that was searched is not asked what it is worth: the domain counts once more, by other means.
void check_recount(const Replayed& replayed, std::vector<std::string>& complaints) {
    const std::optional<Outcome> recounted = replayed.recount ? replayed.recount() : std::nullopt;
    if (!recounted) return;
    const auto compare = [&](const char* what, double played, double counted) {
        if (played != counted)
            complaints.push_back(fmt::format("{}: the moves give {}, a recount of them {}", what,
                                             number_text(played), number_text(counted)));
    };
    compare("value", replayed.outcome.value, recounted->value);
    compare("violation", replayed.outcome.violation, recounted->violation);
}

void check_solution(const Record& record, const Problem& problem, std::vector<std::string>& complaints) {
    if (!record.outcome) {
        if (!record.moves.empty()) complaints.push_back("moves: there are moves but no value");
        if (record.optimal) complaints.push_back("optimal: claimed without a solution");
        return check_details(record, {}, complaints);
    }
    const Replayed replayed = problem.replay(record.moves);
    if (replayed.complaint) {
        complaints.push_back("moves: " + *replayed.complaint);
        return;
    }
    if (replayed.outcome.value != record.outcome->value)
        complaints.push_back(fmt::format("value: the record says {}, the moves give {}",
                                         number_text(record.outcome->value),
                                         number_text(replayed.outcome.value)));
    if (replayed.outcome.violation != record.outcome->violation)
        complaints.push_back(fmt::format("violation: the record says {}, the moves give {}",
                                         number_text(record.outcome->violation),
                                         number_text(replayed.outcome.violation)));
    check_recount(replayed, complaints);
    if (replayed.beats_bound) complaints.push_back("value: better than the bound allows");
    if (record.optimal && !replayed.outcome.feasible())
        complaints.push_back("optimal: claimed for an infeasible solution");
    if (record.optimal && !replayed.meets_bound && record.stopped_by != StopReason::exhausted)
        complaints.push_back("optimal: the run was stopped before it could prove that");
    check_details(record, replayed, complaints);
}

}  // namespace

const std::vector<std::unique_ptr<Domain>>& domains() {
    static const std::vector<std::unique_ptr<Domain>> list = [] {
        std::vector<std::unique_ptr<Domain>> made;
#define MAKE(name) made.push_back(make_##name##_domain());
        PLAYOUT_DOMAINS(MAKE)
#undef MAKE
        return made;
    }();
    return list;
}

const Domain& find_domain(const std::string& name) {
    std::vector<std::string> names;
    for (const auto& domain : domains()) {
        if (domain->info().name == name) return *domain;
        names.push_back(domain->info().name);
    }
    throw UsageError(unknown_name("domain", name, names));
}

std::unique_ptr<Problem> read_problem(const Request& request, const std::string& text,
                                      const std::string& source, const Loading& loading) {
    const Domain& domain = find_domain(request.domain);
    return domain.read(text, source, domain_settings(domain.info(), request.settings), loading);
}

std::unique_ptr<Problem> open_problem(const Request& request, const Loading& loading) {
    const Domain& domain = find_domain(request.domain);
    if (request.instance.empty()) return domain.built_in(domain_settings(domain.info(), request.settings));
    const std::string source = request.instance == "-" ? "standard input" : request.instance;
    return read_problem(request, read_text_file(request.instance), source, loading);
}

Request completed(Request request) {
    if (!request.algorithm.empty()) return request;
    const DomainInfo& info = find_domain(request.domain).info();
    request.algorithm = info.default_algorithm;
    request.settings.insert(info.default_settings.begin(), info.default_settings.end());  // what is set stays
    return request;
}

Record run(const Problem& problem, const Request& request, const Surroundings& surroundings) {
    Record record = problem.solve(completed(request), surroundings);
    record.instance = request.instance;
    if (request.instance.empty()) record.instance = built_in_name;
    if (request.instance == built_in_name)
        record.instance = std::string("./") + built_in_name;  // a file of that name
    return record;
}

std::unique_ptr<Problem> open_problem(const CheckpointReader& saved, const Loading& loading) {
    return read_problem(saved.head().request, saved.head().instance_text, "the checkpoint's instance", loading);
}

Record resume(const Problem& problem, CheckpointReader& saved, Surroundings surroundings) {
    surroundings.resume = &saved;
    return run(problem, saved.head().request, surroundings);
}

Record run(const Request& request, const Surroundings& surroundings) {
    return run(*open_problem(request), request, surroundings);
}

Record run_many(const Problem& problem, const Request& request, int count, const Surroundings& surroundings,
                const std::function<void(int)>& starting) {
    std::optional<Record> best;
    std::vector<RunValue> done;
    for (int i = 0; i < count; ++i) {
        if (starting) starting(i + 1);
        Request one = request;
        one.seed = request.seed + static_cast<std::uint64_t>(i);
        Record record = run(problem, one, surroundings);
        const bool interrupted = record.stopped_by == StopReason::interrupt;
        // A run that was cut short would spoil the mean; its solution counts all the same.
        if (!interrupted) done.push_back({one.seed, record.outcome});
        if (!best || better_record(record, *best)) best = std::move(record);
        if (interrupted) break;
    }
    if (count > 1) best->details["runs"] = runs_json(done, count);
    return *best;
}

std::string generate_instance(const std::string& domain_name, const SettingTexts& texts, std::uint64_t seed) {
    const Domain& domain = find_domain(domain_name);
    return domain.generate(resolve(domain.info().generator_parameters, texts, "generator of " + domain_name),
                           seed);
}

std::vector<std::string> check(const Record& record, const Problem& problem) {
    std::vector<std::string> complaints;
    if (problem.sense() != record.sense) complaints.push_back("sense: not that of the domain");
    check_solution(record, problem, complaints);
    check_trace(record, complaints);
    return complaints;
}

std::vector<std::string> check(const Record& record, const std::string& source,
                               const std::optional<std::string>& instance, const Loading& loading) {
    std::vector<std::string> complaints;
    const Domain* domain = nullptr;
    try {
        domain = &find_domain(record.domain);
    } catch (const UsageError& error) {
        return {error.what()};
    }
    check_settings(record, domain->info(), complaints);
    if (!complaints.empty()) return complaints;

    Request request;
    request.domain = record.domain;
    request.instance = find_instance(record, source, instance);
    request.settings = setting_texts(record);
    std::unique_ptr<Problem> problem;
    try {
        problem = open_problem(request, loading);
    } catch (const UsageError& error) {
        // Settings that are fine one by one, but not together or for this instance.
        return {fmt::format("settings: {}", error.what())};
    }
    if (problem->hash() != record.instance_hash)
        return {fmt::format("instance_hash: the record is of another instance than {}",
                            request.instance.empty() ? built_in_name : request.instance)};
    return check(record, *problem);
}

}  // namespace playout
