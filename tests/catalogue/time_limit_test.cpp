// How late runs end on instances so large that a single game, or learning from one, takes as long as some runs.
#include <gtest/gtest.h>

#include <ctime>

#include "playout/base/heap_use.h"
#include "playout/catalogue/algorithms.h"
#include "playout/catalogue/catalogue.h"

namespace playout {
namespace {

// Of this thread: what the machine does meanwhile does not count.
double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

std::unique_ptr<Problem> generated(const std::string& domain, const SettingTexts& settings) {
    Request request;
    request.domain = domain;
    return read_problem(request, generate_instance(domain, settings, 1), domain);
}
std::unique_ptr<Problem> built_in(const std::string& domain, const SettingTexts& settings) {
    Request request;
    request.domain = domain;
    request.settings = settings;
    return open_problem(request);
}

void expect_in_time(const std::string& domain, const Problem& problem, const SettingTexts& settings = {}) {
    constexpr double limit = 0.2;
    for (const AlgorithmRow& row : algorithm_rows()) {
        Request request;
        request.domain = domain;
        request.settings = settings;
        request.algorithm = row.info.name;
        request.limits.seconds = limit;
        Surroundings surroundings;
        surroundings.clock = processor_seconds;
        EXPECT_LE(problem.solve(request, surroundings).seconds, limit * 1.01 + 0.05)
            << row.info.name << " on " << domain;
    }
}

// Nothing is promised of code that is watched at every step.
bool sanitized() {
    return heap_in_use() == 0;
}

TEST(TimeLimits, AreKeptOnAMillionItems) {
    if (sanitized()) GTEST_SKIP() << "under a sanitizer all takes many times as long";
    expect_in_time("knapsack", *generated("knapsack", {{"size", "1000000"}, {"class", "strong"}}));
}

TEST(TimeLimits, AreKeptOnLongNumbers) {
    if (sanitized()) GTEST_SKIP() << "under a sanitizer all takes many times as long";
    expect_in_time("partition", *generated("partition", {{"size", "20000"}, {"bits", "1000"}}));
}

TEST(TimeLimits, AreKeptOnTheLargestBoard) {
    if (sanitized()) GTEST_SKIP() << "under a sanitizer all takes many times as long";
    expect_in_time("samegame", *generated("samegame", {{"width", "32"}, {"height", "32"}, {"colours", "16"}}));
}

TEST(TimeLimits, AreKeptInSixteenDimensions) {
    if (sanitized()) GTEST_SKIP() << "under a sanitizer all takes many times as long";
    const SettingTexts cube{{"dimension", "16"}, {"spread", "2"}};
    expect_in_time("snake", *built_in("snake", cube), cube);
}

TEST(TimeLimits, AreKeptOnARuleSheet) {
    if (sanitized()) GTEST_SKIP() << "under a sanitizer all takes many times as long";
    expect_in_time("gdl", *built_in("gdl", {}));
}

}  // namespace
}  // namespace playout
