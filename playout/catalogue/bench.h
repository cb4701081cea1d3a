// The bench signature: a fixed list of runs with fixed work and no clock, and one number over what they found.
// It changes exactly when the behaviour of a search or a domain changes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "playout/record/record.h"

namespace playout {

// One run of a list: `DOMAIN ALGORITHM key=value ...` with the keys seed, playouts, nodes, strategy, those of
// the algorithm, and gen.seed, gen.KEY for a generated instance (without any, the built-in one).
struct BenchRun {
    std::string line;
    Request request;
    std::string instance_text;  // empty: built-in
};

// Throws InputError with the line. Blank lines and lines that begin with # are skipped.
std::vector<BenchRun> parse_bench_list(const std::string& text, const std::string& source);

// The list that commit messages refer to.
const std::string& signature_list();

struct BenchResult {
    std::uint64_t signature = 0;
    std::vector<Record> records;
};

// Stops early, with the signature of what was done, when `stop_request` is set.
BenchResult run_bench(const std::vector<BenchRun>& runs,
                      const std::function<void(const BenchRun&, const Record&)>& done,
                      const StopRequest* stop_request = nullptr);

}  // namespace playout
