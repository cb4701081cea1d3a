// The bench signature: a fixed list of runs and matches with fixed work and no clock, and one number over what
// came of them. It changes exactly when the behaviour of a search, a domain or a player changes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "playout/record/record.h"

namespace playout {

// Matches of players who have so many playouts a move, in a game of bench_sheets().
struct BenchMatches {
    std::string game;
    std::vector<std::string> players;
    std::int64_t playouts = 0;
    std::uint64_t seed = 1;
    std::int64_t matches = 1;  // of every choice of players
};

// One line of a list: `DOMAIN ALGORITHM key=value ...` with the keys seed, playouts, nodes, strategy, those of
// the algorithm, and gen.seed, gen.KEY for a generated instance (without any, the built-in one); or
// `match GAME PLAYER,PLAYER... key=value ...` with the keys seed, playouts and matches.
struct BenchRun {
    std::string line;
    Request request;
    std::string instance_text;            // empty: built-in
    std::optional<BenchMatches> matches;  // in place of the request
};

// Throws InputError with the line. Blank lines and lines that begin with # are skipped.
std::vector<BenchRun> parse_bench_list(const std::string& text, const std::string& source);

// The list that commit messages refer to.
const std::string& signature_list();

// The games that a list may name, as they are in games/: the program needs no files for its signature.
struct BenchSheet {
    std::string name, text;
};
const std::vector<BenchSheet>& bench_sheets();

// What came of a line.
struct BenchDone {
    std::string name;   // in short
    std::string value;  // the best one, or what each player got in all matches together
    std::int64_t playouts = 0, nodes = 0;
    double seconds = 0;
    std::uint64_t fingerprint = 0;  // of all but the time
    bool interrupted = false;
};

struct BenchResult {
    std::uint64_t signature = 0;
    std::vector<BenchDone> done;
};

// Stops early, with the signature of what was done, when `stop_request` is set.
BenchResult run_bench(const std::vector<BenchRun>& runs, const std::function<void(const BenchDone&)>& done,
                      const StopRequest* stop_request = nullptr);

}  // namespace playout
