#include "playout/catalogue/bench.h"

#include <fmt/format.h>

#include <bit>
#include <sstream>

#include "playout/base/errors.h"
#include "playout/base/hash.h"
#include "playout/base/text.h"
#include "playout/catalogue/algorithms.h"
#include "playout/catalogue/catalogue.h"

namespace playout {
namespace {

std::int64_t whole_number(const std::string& key, const std::string& text) {
    const auto number = parse_integer(text);
    if (!number || *number < 0)
        throw UsageError(fmt::format("{}: expected an integer from 0, found '{}'", key, text));
    return *number;
}

std::unique_ptr<Problem> bench_problem(const BenchRun& run) {
    if (run.instance_text.empty()) return open_problem(run.request);
    return read_problem(run.request, run.instance_text, run.line);
}

BenchRun parse_run(const std::string& line) {
    BenchRun run{line, {}, {}};
    std::istringstream words(line);
    words >> run.request.domain >> run.request.algorithm;
    find_algorithm(run.request.algorithm);
    SettingTexts generator;
    for (std::string word; words >> word;) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos) throw UsageError(fmt::format("expected key=value, found '{}'", word));
        const std::string key = word.substr(0, equals);
        const std::string value = word.substr(equals + 1);
        if (key == "seed") {
            run.request.seed = static_cast<std::uint64_t>(whole_number(key, value));
        } else if (key == "playouts") {
            run.request.limits.playouts = whole_number(key, value);
        } else if (key == "nodes") {
            run.request.limits.nodes = whole_number(key, value);
        } else if (key == "strategy") {
            run.request.strategy = value;
        } else if (key.starts_with("gen.")) {
            generator[key.substr(4)] = value;
        } else {
            run.request.settings[key] = value;
        }
    }
    if (!run.request.limits.playouts && !run.request.limits.nodes)
        throw UsageError("expected playouts=N or nodes=N");
    if (!generator.empty()) {
        const auto seed = generator.extract("seed");
        run.instance_text =
            generate_instance(run.request.domain, generator,
                              seed ? static_cast<std::uint64_t>(whole_number("gen.seed", seed.mapped())) : 1);
    }
    bench_problem(run)->validate(run.request);
    return run;
}

std::uint64_t fingerprint(const Record& record) {
    const Outcome outcome = record.outcome.value_or(Outcome{});
    std::uint64_t hash = combine(record.outcome ? 1 : 0, std::bit_cast<std::uint64_t>(outcome.value));
    hash = combine(hash, std::bit_cast<std::uint64_t>(outcome.violation));
    hash = combine(hash, static_cast<std::uint64_t>(record.playouts));
    return combine(hash, static_cast<std::uint64_t>(record.nodes));
}

}  // namespace

std::vector<BenchRun> parse_bench_list(const std::string& text, const std::string& source) {
    std::vector<BenchRun> runs;
    std::istringstream lines(text);
    std::int64_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first == std::string::npos || line[first] == '#') continue;
        try {
            runs.push_back(parse_run(line.substr(first)));
        } catch (const UsageError& error) {
            throw InputError(source, number, error.what());
        }
    }
    if (runs.empty()) throw InputError(source, "no run in the list");
    return runs;
}

BenchResult run_bench(const std::vector<BenchRun>& runs,
                      const std::function<void(const BenchRun&, const Record&)>& done,
                      const StopRequest* stop_request) {
    BenchResult result;
    std::uint64_t hash = 0;
    for (const BenchRun& bench : runs) {
        const std::unique_ptr<Problem> problem = bench_problem(bench);
        Surroundings surroundings;
        surroundings.stop_request = stop_request;
        result.records.push_back(run(*problem, bench.request, surroundings));
        hash = combine(hash, fingerprint(result.records.back()));
        done(bench, result.records.back());
        if (result.records.back().stopped_by == StopReason::interrupt) break;
    }
    result.signature = hash & 0xFFFFFFFF;  // short enough for a commit message
    return result;
}

}  // namespace playout
