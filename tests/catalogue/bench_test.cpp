#include "playout/catalogue/bench.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "playout/base/errors.h"
#include "playout/catalogue/algorithms.h"
#include "playout/catalogue/catalogue.h"
#include "tests/base/message_of.h"
#include "tests/source_folder.h"

namespace playout {
namespace {

TEST(Bench, TheSignatureIsTheOneThatWasCommitted) {
    std::ifstream file(source_folder() + "/bench/signature");
    std::uint64_t committed = 0;
    ASSERT_TRUE(file >> committed) << "bench/signature holds one number";
    const auto runs = parse_bench_list(signature_list(), "list");
    const BenchResult first = run_bench(runs, [](const BenchRun&, const Record&) {});
    EXPECT_EQ(first.signature, committed) << "results changed: say why in the commit and put this number there";
    // A second time in one process finds state that leaks from run to run.
    const BenchResult second = run_bench(runs, [](const BenchRun&, const Record&) {});
    EXPECT_EQ(second.signature, first.signature);
}

TEST(Bench, TheListHasEveryDomainAndEveryAlgorithm) {
    std::set<std::string> named;
    for (const BenchRun& run : parse_bench_list(signature_list(), "list")) {
        named.insert(run.request.domain);
        named.insert(run.request.algorithm);
    }
    for (const auto& domain : domains())
        EXPECT_TRUE(named.contains(domain->info().name)) << domain->info().name;
    for (const AlgorithmRow& row : algorithm_rows())
        EXPECT_TRUE(named.contains(row.info.name)) << row.info.name;
}

TEST(Bench, RefusesABadListWithItsLine) {
    const auto complaint = [](const std::string& text) {
        return message_of<InputError>([&] { parse_bench_list(text, "list"); });
    };
    EXPECT_EQ(complaint("# only a comment\n"), "list: no run in the list");
    EXPECT_EQ(complaint("\nknapsack dfs seed=1\n"), "list:2: expected playouts=N or nodes=N");
    EXPECT_EQ(complaint("knapsack dfs nodes\n"), "list:1: expected key=value, found 'nodes'");
    EXPECT_EQ(complaint("knapsack dfs nodes=x\n"), "list:1: nodes: expected an integer from 0, found 'x'");
    EXPECT_EQ(complaint("knapsack dfs nodes=5 widht=3\n"),
              "list:1: unknown key 'widht'; there are none (algorithm dfs)");
    EXPECT_EQ(complaint("knapsack dfs nodes=0\n"), "list:1: nodes: expected a number above 0");
    EXPECT_EQ(complaint("knapsack dsf nodes=5\n"), "list:1: unknown algorithm 'dsf'; did you mean 'dfs'?");
}

}  // namespace
}  // namespace playout
