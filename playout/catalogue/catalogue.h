// Everything by name: the list of domains, and the calls behind every app.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "playout/catalogue/domain.h"

namespace playout {

const std::vector<std::unique_ptr<Domain>>& domains();

// Throws UsageError with the nearest name.
const Domain& find_domain(const std::string& name);

// Reads the instance of a request, or takes the built-in one. Settings of the domain are looked up in
// `request.settings`; others are left alone. Throws InputError, and WorkEnded where loading takes longer than
// it may.
std::unique_ptr<Problem> open_problem(const Request& request, const Loading& loading = {});
// The same from a text that is at hand; errors name `source`.
std::unique_ptr<Problem> read_problem(const Request& request, const std::string& text,
                                      const std::string& source, const Loading& loading = {});

// The request with the domain's default algorithm where it names none.
Request completed(Request request);

// One run. Throws UsageError or InputError before the search starts, BugError if a solution does not replay.
Record run(const Problem& problem, const Request& request, const Surroundings& surroundings = {});
Record run(const Request& request, const Surroundings& surroundings = {});

// A run that goes on from a checkpoint: its problem, and its record in the end. `more`: see Surroundings.
// Throws InputError where the checkpoint does not fit.
std::unique_ptr<Problem> open_problem(const CheckpointReader& saved, const Loading& loading = {});
Record resume(const Problem& problem, CheckpointReader& saved, Surroundings surroundings = {});

// `count` runs with the seeds from request.seed on. The record is that of the best run; details.runs has every
// seed and value with the mean, standard deviation, least and most of the feasible ones. A stop request ends
// them all, and the run that it cut short is left out of these. `starting` is told the number of each run,
// from 1.
Record run_many(const Problem& problem, const Request& request, int count,
                const Surroundings& surroundings = {}, const std::function<void(int)>& starting = {});

// The text of a new instance. Throws UsageError also where the domain has no generator.
std::string generate_instance(const std::string& domain, const SettingTexts& settings, std::uint64_t seed);

// What is wrong with a record of this problem; nothing: it replays to what it says, and a recount agrees.
std::vector<std::string> check(const Record& record, const Problem& problem);

// What is wrong with a record; nothing: it replays to what it says. `source` is the record's file; the instance
// is looked for where the record names it, seen from here or from the record's folder, or in `instance` where
// given. Throws InputError when the instance cannot be read.
std::vector<std::string> check(const Record& record, const std::string& source,
                               const std::optional<std::string>& instance = std::nullopt,
                               const Loading& loading = {});

}  // namespace playout
