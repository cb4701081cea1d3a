// What every algorithm of the catalogue must keep on every problem, whatever capabilities it has. A new
// algorithm is tested here as soon as it is in the list.
#include <gtest/gtest.h>

#include "playout/base/heap_use.h"
#include "playout/catalogue/make_search.h"
#include "playout/domains/knapsack/state.h"
#include "tests/base/by_memory.h"
#include "tests/base/message_of.h"
#include "tests/search/run_algorithm.h"
#include "tests/search/toys.h"

namespace playout {
namespace {

const std::vector<std::string>& exact_algorithms() {
    static const std::vector<std::string> names{
        "dfs", "bfs", "best-first", "iterative-broadening", "limited-discrepancy", "ida-star"};
    return names;
}

bool is_exact(const std::string& name) {
    return std::find(exact_algorithms().begin(), exact_algorithms().end(), name) != exact_algorithms().end();
}

// Some searches may take very long to their first playouts, so nodes are limited as well.
Request request_for(const AlgorithmRow& row, std::int64_t playouts, std::uint64_t seed = 1) {
    Request request;
    request.algorithm = row.info.name;
    request.limits.playouts = playouts;
    if (!row.info.nodes.empty()) request.limits.nodes = 1'000'000;
    request.seed = seed;
    return request;
}

// Surroundings whose clock stands still: nothing may depend on it.
Surroundings timeless() {
    Surroundings surroundings;
    surroundings.clock = [] { return 0.0; };
    return surroundings;
}

template <State S>
void check_against_enumeration(const S& root, const std::string& what) {
    const Outcome best = best_by_enumeration(root);
    for (const AlgorithmRow& row : algorithm_rows()) {
        const auto result = solve(root, request_for(row, 5000), timeless());
        ASSERT_TRUE(result.outcome) << row.info.name << " on " << what;
        EXPECT_FALSE(better(Outcome(*result.outcome), best, root.sense())) << row.info.name << " on " << what;
        if (result.optimal) EXPECT_EQ(Outcome(*result.outcome), best) << row.info.name << " on " << what;
        if (is_exact(row.info.name))
            EXPECT_EQ(Outcome(*result.outcome), best) << row.info.name << " on " << what;
        if (is_exact(row.info.name))
            EXPECT_EQ(result.optimal, best.feasible()) << row.info.name << " on " << what;
    }
}

TEST(AllAlgorithms, AgreeWithEnumerationWhateverTheDomainOffers) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const CostTable table = random_table(2 + seed % 5, 1 + seed % 4, seed);
        for (const Sense sense : {Sense::minimise, Sense::maximise}) {
            check_against_enumeration(BareToy(table, sense), "bare");
            check_against_enumeration(HashToy(table, sense), "hash");
            check_against_enumeration(BoundToy(table, sense), "bound");
            check_against_enumeration(BiasToy(table, sense), "bias");
            check_against_enumeration(ConstrainedToy(table, sense), "constrained");
        }
    }
}

// Everything that is counted but for bytes: an AnyState is larger.
std::string trail(const auto& root, const auto& result) {
    std::string text = fmt::format("{} {} {} {} {}", result.outcome->value, result.outcome->violation,
                                   result.optimal, result.playouts, result.nodes);
    auto state = root;
    for (const auto& move : result.moves) {
        text += " " + state.move_text(move);
        state.play(move);
    }
    for (const auto& [name, number] : result.statistics)
        if (name.find("bytes") == std::string::npos) text += fmt::format(" {} {}", name, number);
    return text;
}

// With settings that ask for what states may offer.
std::vector<SettingTexts> telling_settings(const std::string& algorithm) {
    if (algorithm == "uct")
        return {{},
                {{"bias", "0.5"}, {"history", "0.3"}},
                {{"value", "average"}, {"rave", "20"}, {"expansion", "lazy"}},
                {{"expansion", "full"}, {"transpositions", "1"}, {"first_play", "0.8"}}};
    if (algorithm == "sp-mcts" || algorithm == "beam-mcts") return {{}, {{"transpositions", "1"}}};
    return {{}};
}

template <State S>
void expect_the_same_through_any_state(const S& root, const std::string& what) {
    for (const AlgorithmRow& row : algorithm_rows())
        for (const SettingTexts& settings : telling_settings(row.info.name)) {
            Request request = request_for(row, 600, 3);
            request.settings = settings;
            const AnyState any(root);
            EXPECT_EQ(trail(any, solve(any, request, timeless())),
                      trail(root, solve(root, request, timeless())))
                << row.info.name << " on " << what;
        }
}

TEST(AllAlgorithms, SearchTheSameThroughAnAnyState) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const CostTable table = random_table(6, 4, seed);
        for (const Sense sense : {Sense::minimise, Sense::maximise}) {
            expect_the_same_through_any_state(BareToy(table, sense), "bare");
            expect_the_same_through_any_state(HashToy(table, sense), "hash");
            expect_the_same_through_any_state(BoundToy(table, sense), "bound");
            expect_the_same_through_any_state(BiasToy(table, sense), "bias");
            expect_the_same_through_any_state(ConstrainedToy(table, sense), "constrained");
        }
    }
}

// Brute force over all subsets.
std::int64_t best_subset(const knapsack::Instance& instance) {
    std::int64_t best = 0;
    for (std::uint32_t subset = 0; subset < (1u << instance.size()); ++subset) {
        std::int64_t weight = 0, profit = 0;
        for (std::int32_t i = 0; i < instance.size(); ++i)
            if (subset >> i & 1) {
                weight += instance.item(i).weight;
                profit += instance.item(i).profit;
            }
        if (weight <= instance.capacity()) best = std::max(best, profit);
    }
    return best;
}

TEST(AllAlgorithms, ProveTheKnapsackOptimumThatBruteForceFinds) {
    Rng rng(21);
    for (int i = 0; i < 60; ++i) {
        knapsack::GeneratorConfig config;
        config.size = 1 + static_cast<std::int64_t>(rng.below(14));
        config.correlation = static_cast<knapsack::Correlation>(rng.below(4));
        config.range = rng.below(2) == 0 ? 12 : 1000;
        config.fill = rng.unit();
        const knapsack::Instance instance = knapsack::generate(config, rng);
        const auto optimum = static_cast<double>(best_subset(instance));
        for (const AlgorithmRow& row : algorithm_rows()) {
            const auto result = solve(knapsack::KnapsackState(instance), request_for(row, 20'000), timeless());
            ASSERT_TRUE(result.outcome);
            EXPECT_LE(result.outcome->value, optimum) << row.info.name;
            if (result.optimal || is_exact(row.info.name))
                EXPECT_EQ(result.outcome->value, optimum) << row.info.name;
            if (is_exact(row.info.name)) EXPECT_TRUE(result.optimal) << row.info.name;
        }
    }
}

const knapsack::Instance& hard_instance() {
    static const knapsack::Instance instance = [] {
        Rng rng(31);
        return knapsack::generate({.size = 80, .correlation = knapsack::Correlation::strong, .range = 100'000},
                                  rng);
    }();
    return instance;
}

TEST(AllAlgorithms, GiveTheSameResultForTheSameSeedAndWork) {
    const knapsack::KnapsackState root(hard_instance());
    for (const AlgorithmRow& row : algorithm_rows()) {
        const auto first = solve(root, request_for(row, 3000, 5), timeless());
        const auto second = solve(root, request_for(row, 3000, 5), timeless());
        EXPECT_EQ(first.moves, second.moves) << row.info.name;
        EXPECT_EQ(first.playouts, second.playouts) << row.info.name;
        EXPECT_EQ(first.nodes, second.nodes) << row.info.name;
        EXPECT_EQ(first.stopped_by, second.stopped_by) << row.info.name;
        EXPECT_EQ(first.statistics, second.statistics) << row.info.name;
    }
}

TEST(AllAlgorithms, CountExactlyTheWorkThatTheyMayDo) {
    const knapsack::KnapsackState root(hard_instance());
    for (const AlgorithmRow& row : algorithm_rows()) {
        Request request = request_for(row, 100);
        auto result = solve(root, request, timeless());
        EXPECT_LE(result.playouts, 100) << row.info.name;
        if (result.stopped_by == StopReason::playouts) EXPECT_EQ(result.playouts, 100) << row.info.name;
        if (row.info.nodes.empty()) continue;
        request.limits.playouts.reset();
        request.limits.nodes = 1000;
        result = solve(root, request, timeless());
        EXPECT_EQ(result.nodes, 1000) << row.info.name;
        EXPECT_EQ(result.stopped_by, StopReason::nodes) << row.info.name;
    }
}

TEST(AllAlgorithms, StopAtTheMemoryLimitWithWhatTheyHave) {
    const knapsack::KnapsackState root(hard_instance());
    for (const AlgorithmRow& row : algorithm_rows()) {
        Request request = request_for(row, 200'000);
        request.limits.memory = 200'000;
        const auto result = solve(root, request, timeless());
        EXPECT_TRUE(result.outcome) << row.info.name;
        if (row.info.name == "bfs" || row.info.name == "best-first" || row.info.name == "beam")
            EXPECT_EQ(result.stopped_by, StopReason::memory) << row.info.name;
    }
}

// What a search says it keeps must be near what it takes: a state that owns memory, and a limit.
class HeavyToy : public BareToy {
  public:
    using BareToy::BareToy;

  private:
    std::vector<char> load_ = std::vector<char>(2000);
};

TEST(AllAlgorithms, KeepTheMemoryLimitForStatesThatOwnMemory) {
    if (heap_in_use() == 0) GTEST_SKIP() << "the allocator does not tell what is in use";
    const CostTable table = random_table(30, 4, 1);
    for (const AlgorithmRow& row : algorithm_rows()) {
        Request request = request_for(row, 100'000);
        request.limits.memory = 20'000'000;
        if (row.info.name == "beam") request.settings["width"] = "100000";
        struct Watch : Observer {
            std::int64_t most = 0;
            void progress(const Progress&) override { most = std::max(most, heap_in_use()); }
        } watch;
        double now = 0;
        Surroundings surroundings;
        surroundings.observer = &watch;
        surroundings.clock = [&now] { return now += 0.02; };  // a report at every look
        const std::int64_t before = heap_in_use();
        solve(HeavyToy(table), request, surroundings);
        EXPECT_LT(watch.most - before, 30'000'000) << row.info.name;
    }
}

// What an algorithm says that it needs, from its refusal.
std::int64_t least_memory(const BareToy& root, Request request) {
    request.limits.memory = 1;
    const std::string refusal = message_of<UsageError>([&] { solve(root, request, timeless()); });
    const std::string before = "needs at least ";
    const std::size_t place = refusal.find(before);
    EXPECT_NE(place, std::string::npos) << request.algorithm << ": " << refusal;
    return place == std::string::npos ? 0 : std::stoll(refusal.substr(place + before.size()));
}

TEST(AllAlgorithms, SayHowMuchMemoryAGameNeeds) {
    const CostTable table = random_table(300, 10, 1);
    const BareToy root(table);
    for (const AlgorithmRow& row : algorithm_rows()) {
        Request request = request_for(row, 20);
        const std::int64_t least = least_memory(root, request);
        request.limits.memory = least - 1;
        EXPECT_THROW(solve(root, request, timeless()), UsageError) << row.info.name;
        request.limits.memory = least;
        EXPECT_TRUE(solve(root, request, timeless()).outcome) << row.info.name;
    }
}

template <State S>
std::unique_ptr<Session<S>> reborn(const S& root, Session<S>& session, const Request& request,
                                   const Surroundings& surroundings) {
    const std::string text = saved_by_memory(session);
    auto made = std::make_unique<Session<S>>(root, request, surroundings);
    load_by_memory(*made, text);
    return made;
}

// Within a game, or while something is learned from one, which long games may take long for.
TEST(AllAlgorithms, LearnOnWhereTimeEndedAsIfItHadNot) {
    const CostTable table = random_table(300, 30, 7);
    const BareToy root(table);
    for (const std::string algorithm : {"nrpa", "beam-nrpa", "hd-nrpa"}) {
        Request request;
        request.algorithm = algorithm;
        request.settings = {{"level", "2"}, {"n", "8"}};
        if (algorithm != "nrpa") request.settings["beam_1"] = "2";
        request.limits.playouts = 120;
        const auto whole = solve(root, request, timeless());
        double now = 0;
        Surroundings surroundings;
        surroundings.clock = [&now] { return now += 1; };  // whenever somebody looks
        Rng rng(3);
        auto session = std::make_unique<Session<BareToy>>(root, request, surroundings);
        while (session->result().playouts < 100) {
            session->search_on({.seconds = static_cast<double>(rng.between(1, 800))});
            session = reborn(root, *session, request, surroundings);
        }
        const auto last = session->search_on({.playouts = 120 - session->result().playouts});
        EXPECT_EQ(last.moves, whole.moves) << algorithm;
        EXPECT_EQ(last.playouts, whole.playouts) << algorithm;
        EXPECT_EQ(last.statistics, whole.statistics) << algorithm;
        ASSERT_EQ(last.trace.size(), whole.trace.size()) << algorithm;
        EXPECT_EQ(last.trace.back().playouts, whole.trace.back().playouts) << algorithm;
    }
}

TEST(AllAlgorithms, AFullTreeGrowsOnWhereThereIsMoreMemory) {
    const CostTable table = random_table(30, 4, 1);
    const BareToy root(table);
    for (const std::string algorithm : {"uct", "sp-mcts"}) {
        Request request;
        request.algorithm = algorithm;
        request.limits.playouts = 5000;
        request.limits.memory = 50'000;
        Session<BareToy> small(root, request, timeless());
        const std::int64_t full = small.solve().nodes;
        EXPECT_EQ(small.search_on({.playouts = 1000}).nodes, full) << algorithm;
        request.limits.memory = 10'000'000;
        const auto large = reborn(root, small, request, timeless());
        EXPECT_GT(large->search_on({.playouts = 1000}).nodes, full + 100) << algorithm;
    }
}

TEST(AllAlgorithms, EndAtOnceWhenAskedToStop) {
    const knapsack::KnapsackState root(hard_instance());
    const StopRequest stop{true};
    for (const AlgorithmRow& row : algorithm_rows()) {
        const Request request = request_for(row, 100'000'000);
        Surroundings surroundings;
        surroundings.stop_request = &stop;
        const auto result = solve(root, request, surroundings);
        EXPECT_LT(result.seconds, 0.5) << row.info.name;
        EXPECT_EQ(result.stopped_by, StopReason::interrupt) << row.info.name;
    }
}

TEST(AllAlgorithms, KeepAFirstSolutionUnlessTheyFindABetterOne) {
    const CostTable table = random_table(5, 3, 4);
    const BoundToy root(table);
    // The optimum, to begin with, cannot be improved.
    Request exact;
    exact.algorithm = "dfs";
    const auto optimum = solve(root, exact);
    for (const AlgorithmRow& row : algorithm_rows()) {
        Request request = request_for(row, 50);
        request.start = move_texts(root, optimum.moves);
        const auto result = solve(root, request, timeless());
        EXPECT_EQ(result.moves, optimum.moves) << row.info.name;
        EXPECT_EQ(result.trace.front().playouts, 0) << row.info.name;
    }
    Request bad = exact;
    bad.start = {"0", "1"};
    EXPECT_THROW(solve(root, bad), InputError);
}

TEST(AllAlgorithms, HandleAProblemThatIsOverBeforeItBegins) {
    const CostTable none;
    for (const AlgorithmRow& row : algorithm_rows()) {
        const auto bare = solve(BareToy(none), request_for(row, 10), timeless());
        ASSERT_TRUE(bare.outcome) << row.info.name;
        EXPECT_EQ(bare.outcome->value, 0) << row.info.name;
        EXPECT_TRUE(bare.moves.empty()) << row.info.name;
        if (is_exact(row.info.name)) EXPECT_TRUE(bare.optimal) << row.info.name;
    }
}

TEST(Solve, RefusesWhatAnAlgorithmCannotDo) {
    const CostTable table = random_table(3, 2, 1);
    const BareToy root(table);
    const auto refused = [&](auto change) {
        Request request;
        request.algorithm = "random";
        request.limits.playouts = 10;
        change(request);
        EXPECT_THROW(solve(root, request), UsageError);
    };
    refused([](Request& request) { request.algorithm = "no-such"; });
    refused([](Request& request) { request.limits.nodes = 10; });
    refused([](Request& request) { request.limits.seconds = -1; });
    refused([](Request& request) { request.limits.playouts = 0; });
    refused([](Request& request) { request.limits.memory = 0; });
    refused([](Request& request) { request.threads = 2; });
    refused([](Request& request) { request.strategy = "no-such"; });
    refused([](Request& request) { request.settings["no-such"] = "1"; });
    refused([](Request& request) { request.settings["cutoff"] = "7"; });
    refused([](Request& request) {
        request.algorithm = "dfs";
        request.strategy = "random";
    });
}

TEST(Solve, ProvesNothingWhenStoppedEarly) {
    const knapsack::KnapsackState root(hard_instance());
    for (const std::string& name : exact_algorithms()) {
        Request request;
        request.algorithm = name;
        request.limits.nodes = 5000;
        EXPECT_FALSE(solve(root, request).optimal) << name;
    }
}

// Also where a step was no playout: sp-mcts plays a move, beam-mcts cuts its tree.
TEST(AllAlgorithms, CanBeSavedAfterEveryStep) {
    const CostTable table = random_table(8, 4, 6);
    const BareToy root(table);
    std::vector<std::pair<std::string, SettingTexts>> searches{{"sp-mcts", {{"time_for", "move"}}},
                                                               {"sp-mcts", {{"searches", "4"}}},
                                                               {"beam-mcts", {{"limit", "10"}, {"width", "2"}}},
                                                               {"uct", {{"searches", "4"}}},
                                                               {"nrpa", {{"n", "4"}, {"polish", "1"}}}};
    for (const AlgorithmRow& row : algorithm_rows()) searches.push_back({row.info.name, {}});
    for (const auto& [name, texts] : searches) {
        const Settings settings = resolve(find_algorithm(name).parameters, texts, name);
        OpenRun<BareToy> open(root, 1, {.playouts = 300, .nodes = 2000});
        const auto search = make_search<BareToy>(name, open.run, settings);
        for (int steps = 0; steps < 1000 && !open.run.over() && search->step(); ++steps) {
            const std::string text = saved_by_memory(*search);
            OpenRun<BareToy> other(root, 1, {.playouts = 300, .nodes = 2000});
            const auto loaded = make_search<BareToy>(name, other.run, settings);
            ASSERT_EQ(load_by_memory(*loaded, text), 0u) << name;
        }
    }
}

}  // namespace
}  // namespace playout
