#include "playout/catalogue/catalogue.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/catalogue/algorithms.h"
#include "tests/folders.h"

namespace playout {
namespace {

Request small_request(const std::string& algorithm) {
    Request request;
    request.domain = "knapsack";
    request.algorithm = algorithm;
    request.limits.playouts = 200;
    if (!find_algorithm(algorithm).info.nodes.empty()) request.limits.nodes = 20'000;
    return request;
}

// Everything but the times.
Json without_times(const Record& record) {
    Json json = to_json(record);
    json.erase("seconds");
    for (Json& point : json["trace"]) point.erase("seconds");
    return json;
}

TEST(Catalogue, EveryDomainSolvesItsBuiltInInstanceWithEveryAlgorithmAndChecks) {
    for (const auto& domain : domains()) {
        for (const AlgorithmRow& row : algorithm_rows()) {
            Request request = small_request(row.info.name);
            request.domain = domain->info().name;
            const Record record = run(request);
            ASSERT_TRUE(record.outcome) << row.info.name;
            const Record back = parse_record(to_text(record), "r");
            EXPECT_EQ(check(back, "r"), std::vector<std::string>{})
                << domain->info().name << " " << row.info.name;
        }
    }
}

TEST(Catalogue, EveryDomainGeneratesInstancesThatReadBack) {
    for (const auto& domain : domains()) {
        if (domain->info().generator_parameters.empty()) continue;  // it has none
        const std::string text = generate_instance(domain->info().name, {}, 3);
        EXPECT_EQ(domain->read(text, "generated", {}, {})->text(), text);
        EXPECT_EQ(generate_instance(domain->info().name, {}, 3), text);
    }
}

TEST(Catalogue, EveryDomainShowsItsSolutionMoveByMove) {
    for (const auto& domain : domains()) {
        Request request = small_request("greedy");
        request.domain = domain->info().name;
        const auto problem = open_problem(request);
        const Record record = run(*problem, request);
        if (problem->has_svg_picture()) EXPECT_TRUE(problem->svg_picture(record.moves).starts_with("<svg"));
        std::size_t frames = 0;
        problem->show_game(record.moves, {}, [&](const std::string&) { ++frames; });
        EXPECT_EQ(frames, record.moves.size() + 1);
    }
}

TEST(Catalogue, NamesAndKeysAreUnique) {
    std::set<std::string> names;
    for (const AlgorithmRow& row : algorithm_rows()) EXPECT_TRUE(names.insert(row.info.name).second);
    for (const auto& domain : domains()) EXPECT_TRUE(names.insert(domain->info().name).second);
    for (const auto& domain : domains())
        for (const Parameter& parameter : domain->info().generator_parameters)
            EXPECT_NE(parameter.name, "seed");
    // A key may not mean two things in one run.
    for (const auto& domain : domains())
        for (const AlgorithmRow& row : algorithm_rows())
            for (const StrategyInfo& strategy : domain->info().strategies) {
                std::set<std::string> keys{"seed", "playouts", "nodes",
                                           "strategy"};  // what bench lists call these
                for (const ParameterList* list :
                     {&row.parameters, &domain->info().parameters, &strategy.parameters})
                    for (const Parameter& parameter : *list) EXPECT_TRUE(keys.insert(parameter.name).second);
            }
}

TEST(Catalogue, TheSameRequestGivesTheSameRecordButForTimes) {
    for (const AlgorithmRow& row : algorithm_rows())
        EXPECT_EQ(without_times(run(small_request(row.info.name))),
                  without_times(run(small_request(row.info.name))));
}

TEST(Catalogue, RunManyReportsTheBestRunAndTheSpread) {
    Request request = small_request("random");
    request.settings["cutoff"] = "off";
    const Record record = run_many(*open_problem(request), request, 5);
    const Json& runs = record.details.at("runs");
    ASSERT_EQ(runs.at("values").size(), 5u);
    double most = 0, sum = 0;
    for (const Json& value : runs.at("values")) {
        most = std::max(most, value.get<double>());
        sum += value.get<double>();
    }
    EXPECT_EQ(record.outcome->value, most);
    EXPECT_DOUBLE_EQ(runs.at("mean").get<double>(), sum / 5);
    EXPECT_EQ(runs.at("seeds"), Json({1, 2, 3, 4, 5}));
    EXPECT_EQ(runs.at("requested"), 5);
    EXPECT_EQ(runs.at("feasible"), 5);
    EXPECT_EQ(check(record, "r"), std::vector<std::string>{});
}

// A stop request in the second run ends the series; that run is no part of the statistics.
TEST(Catalogue, RunManyLeavesTheRunThatWasCutShortOutOfTheSpread) {
    Request request = small_request("random");
    StopRequest stop{false};
    Surroundings surroundings;
    surroundings.stop_request = &stop;
    const auto stop_in_the_second = [&](int number) { stop = number == 2; };
    const Record record = run_many(*open_problem(request), request, 5, surroundings, stop_in_the_second);
    EXPECT_EQ(record.details.at("runs").at("seeds"), Json::array({1}));
    EXPECT_EQ(record.details.at("runs").at("requested"), 5);
    EXPECT_EQ(check(record, "r"), std::vector<std::string>{});
}

TEST(Catalogue, AFileThatIsCalledBuiltInIsAFile) {
    Request request = small_request("greedy");
    const auto problem = open_problem(request);
    EXPECT_EQ(run(*problem, request).instance, "built-in");
    request.instance = "built-in";
    EXPECT_EQ(run(*problem, request).instance, "./built-in");
}

TEST(Catalogue, RefusesUnknownNames) {
    Request request = small_request("random");
    request.domain = "knapsak";
    EXPECT_THROW(run(request), UsageError);
    EXPECT_THROW(find_algorithm("no-such"), UsageError);
    EXPECT_THROW(generate_instance("knapsack", {{"no-such", "1"}}, 1), UsageError);
}

// Whatever is changed in a record that can be recomputed, the check must see.
TEST(Check, SeesEveryChangeThatMatters) {
    const Record good = run(small_request("random"));
    ASSERT_EQ(check(good, "r"), std::vector<std::string>{});
    const auto expect_complaint = [&](const std::string& about, auto change) {
        Record bad = good;
        change(bad);
        const auto complaints = check(bad, "r");
        ASSERT_FALSE(complaints.empty()) << about;
        bool found = false;
        for (const std::string& complaint : complaints) found = found || complaint.starts_with(about);
        EXPECT_TRUE(found) << about << " but: " << complaints.front();
    };
    expect_complaint("unknown domain", [](Record& record) { record.domain = "chess"; });
    expect_complaint("instance_hash", [](Record& record) { record.instance_hash[0] ^= 1; });
    expect_complaint("value", [](Record& record) { record.outcome->value += 1; });
    expect_complaint("violation", [](Record& record) { record.outcome->violation = 1; });
    expect_complaint("moves", [](Record& record) { record.moves.pop_back(); });
    expect_complaint("moves", [](Record& record) { record.moves.emplace_back("take"); });
    expect_complaint("moves", [](Record& record) { record.moves.front() = "steal"; });
    expect_complaint("moves", [](Record& record) { record.outcome.reset(); });
    expect_complaint("sense", [](Record& record) { record.sense = Sense::minimise; });
    expect_complaint("settings", [](Record& record) { record.settings["cutoff"] = "perhaps"; });
    expect_complaint("settings", [](Record& record) { record.settings["more"] = 1; });
    expect_complaint("settings", [](Record& record) { record.algorithm = "magic"; });
    expect_complaint("strategy", [](Record& record) { record.strategy = "magic"; });
    expect_complaint("strategy", [](Record& record) { record.strategy.reset(); });
    expect_complaint("trace", [](Record& record) { record.trace.clear(); });
    expect_complaint("trace", [](Record& record) { record.trace.back().outcome.value += 1; });
    expect_complaint("trace", [](Record& record) { record.trace.back().playouts = record.playouts + 1; });
    expect_complaint("details.weight", [](Record& record) { record.details["weight"] = 0; });
    expect_complaint("details.items", [](Record& record) { record.details.erase("items"); });
    expect_complaint("details.extra", [](Record& record) { record.details["extra"] = 1; });
    expect_complaint("optimal", [](Record& record) { record.optimal = true; });
    expect_complaint("threads", [](Record& record) { record.threads = 2; });
    expect_complaint("nodes", [](Record& record) { record.nodes = 5; });
    expect_complaint("settings", [](Record& record) { record.settings.clear(); });
    expect_complaint("details.items", [](Record& record) {
        record.outcome.reset();
        record.moves.clear();
        record.trace.clear();
    });
}

TEST(Check, ComplainsAboutSettingsThatTheDomainRefuses) {
    Request request = small_request("random");
    request.domain = "coil";
    request.settings["dimension"] = "5";
    Record record = run(request);
    ASSERT_EQ(check(record, "r"), std::vector<std::string>{});
    record.settings["dimension"] = 1;  // in its range, but no coil fits
    EXPECT_EQ(check(record, "r"), std::vector<std::string>{"settings: coil: the dimension is out of range"});
}

TEST(Check, FindsTheInstanceBesideTheRecord) {
    const auto folder = std::filesystem::temp_directory_path() / "playout-check-test";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "beside.kp") << generate_instance("knapsack", {{"size", "20"}}, 9);
    Request request = small_request("dfs");
    request.instance = (folder / "beside.kp").string();
    Record record = run(request);
    record.instance = "beside.kp";
    EXPECT_EQ(check(record, (folder / "record.json").string()), std::vector<std::string>{});
    EXPECT_THROW(check(record, "elsewhere/record.json"), InputError);
    EXPECT_EQ(check(record, "elsewhere/record.json", request.instance), std::vector<std::string>{});
    record.instance = "-";
    EXPECT_THROW(check(record, "record.json"), InputError);
    std::filesystem::remove_all(folder);
}

// Shared instances, where they are: the smallest of each class must be proved, and to the known optimum.
TEST(Catalogue, ProvesTheKnownOptimaOfSharedKnapsackInstances) {
    const std::string folder = data_folder("knapsack");
    if (folder.empty()) GTEST_SKIP() << "PLAYOUT_DATA is not set";
    std::ifstream optima(folder + "/optima.csv");
    ASSERT_TRUE(optima);
    int proved = 0, tried = 0;
    for (std::string line; std::getline(optima, line);) {
        if (line.find("_n00050_") == std::string::npos) continue;
        const std::size_t comma = line.find(',');
        Request request;
        request.domain = "knapsack";
        request.algorithm = "dfs";
        request.instance = folder + "/" + line.substr(0, comma);
        request.limits.nodes = 300'000;
        const Record record = run(request);
        const double optimum = std::stod(line.substr(comma + 1));
        ASSERT_TRUE(record.outcome) << line;
        EXPECT_LE(record.outcome->value, optimum) << line;
        if (record.optimal) EXPECT_EQ(record.outcome->value, optimum) << line;
        proved += record.optimal ? 1 : 0;
        ++tried;
    }
    EXPECT_EQ(tried, 52);
    EXPECT_GE(proved, 40);
}

}  // namespace
}  // namespace playout
