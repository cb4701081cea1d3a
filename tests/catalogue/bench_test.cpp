#include "playout/catalogue/bench.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/catalogue/algorithms.h"
#include "playout/catalogue/catalogue.h"
#include "playout/players/make_player.h"
#include "tests/base/message_of.h"
#include "tests/folders.h"

namespace playout {
namespace {

TEST(Bench, TheSignatureIsTheOneThatWasCommitted) {
    std::ifstream file(source_folder() + "/bench/signature");
    std::uint64_t committed = 0;
    ASSERT_TRUE(file >> committed) << "bench/signature holds one number";
    const auto runs = parse_bench_list(signature_list(), "list");
    const BenchResult first = run_bench(runs, [](const BenchDone&) {});
    EXPECT_EQ(first.signature, committed) << "results changed: say why in the commit and put this number there";
    // A second time in one process finds state that leaks from run to run.
    const BenchResult second = run_bench(runs, [](const BenchDone&) {});
    EXPECT_EQ(second.signature, first.signature);
    ASSERT_EQ(second.done.size(), first.done.size());
    for (std::size_t i = 0; i < first.done.size(); ++i)
        EXPECT_EQ(second.done[i].fingerprint, first.done[i].fingerprint) << runs[i].line;
}

TEST(Bench, ItsSheetsAreThoseOfTheGames) {
    for (const BenchSheet& sheet : bench_sheets())
        EXPECT_EQ(sheet.text, read_text_file(source_folder() + "/games/" + sheet.name + ".kif"));
}

TEST(Bench, TheListHasEveryDomainAlgorithmAndPlayer) {
    std::set<std::string> named;
    for (const BenchRun& run : parse_bench_list(signature_list(), "list")) {
        named.insert(run.request.domain);
        named.insert(run.request.algorithm);
        if (run.matches) named.insert(run.matches->players.begin(), run.matches->players.end());
    }
    for (const auto& domain : domains())
        EXPECT_TRUE(named.contains(domain->info().name)) << domain->info().name;
    for (const AlgorithmRow& row : algorithm_rows())
        EXPECT_TRUE(named.contains(row.info.name)) << row.info.name;
    for (const players::PlayerName& player : players::player_names())
        EXPECT_TRUE(named.contains(player.name)) << player.name;
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
    EXPECT_EQ(complaint("match tic-tac-to uct playouts=5\n"),
              "list:1: unknown game 'tic-tac-to'; did you mean 'tic-tac-toe'?");
    EXPECT_EQ(complaint("match tic-tac-toe utc playouts=5\n"),
              "list:1: unknown player 'utc'; did you mean 'uct'?");
    EXPECT_EQ(complaint("match tic-tac-toe uct\n"), "list:1: expected playouts=N");
    EXPECT_EQ(complaint("match tic-tac-toe uct playouts=5 nodes=5\n"),
              "list:1: unknown key 'nodes'; expected one of: seed playouts matches");
}

}  // namespace
}  // namespace playout
