#include "playout/domains/partition/instance.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "playout/base/errors.h"
#include "tests/base/message_of.h"

namespace playout::partition {
namespace {

std::string complaint(const std::string& text) {
    return message_of<InputError>([&] { read_instance(text, "f"); });
}

TEST(PartitionInstance, ReadsNumbersOfAnyLength) {
    const std::string digits(100'000, '7');
    const Instance instance = read_instance("12\n" + digits + "\n\n3 0004\n", "f");
    EXPECT_EQ(instance.size(), 4);
    EXPECT_EQ(instance.numbers()[1].get_str(), digits);
    EXPECT_EQ(instance.numbers()[3], 4);
    EXPECT_EQ(instance.index_of(0), 2);
    EXPECT_EQ(instance.index_of(3), 1);
    EXPECT_EQ(to_text(instance), "12\n" + digits + "\n3\n4\n");
}

TEST(PartitionInstance, HasTheLeadingDigitsAndTheGapsInOrder) {
    Rng rng(1);
    for (const std::int64_t bits : {3, 60, 120, 123, 124, 200, 1000}) {
        const Instance instance = generate({11, bits}, rng);
        const mpz_class roomy = 4 * instance.sum() >> instance.shift();
        EXPECT_LE(mpz_sizeinbase(roomy.get_mpz_t(), 2), 128u);
        if (instance.shift() > 0) EXPECT_EQ(mpz_sizeinbase(roomy.get_mpz_t(), 2), 128u);
        for (std::int32_t rank = 0; rank < instance.size(); ++rank) {
            const mpz_class& number = instance.numbers()[static_cast<std::size_t>(instance.index_of(rank))];
            EXPECT_TRUE(instance.window(rank) == window_of(number >> instance.shift()));
        }
        for (const std::int32_t parity : {0, 1}) {
            EXPECT_EQ(instance.gaps(parity).size(), 5u);
            Window last = 0;
            for (const auto& [size, rank] : instance.gaps(parity)) {
                EXPECT_EQ(rank % 2, parity);
                EXPECT_TRUE(size == instance.window(rank + 1) - instance.window(rank));
                EXPECT_TRUE(size >= last);
                last = size;
            }
        }
    }
}

TEST(PartitionInstance, RefusesBadTextWithLineAndExpectation) {
    EXPECT_EQ(complaint("1\n0\n"), "f:2: expected a positive integer, found '0'");
    EXPECT_EQ(complaint("1\n2\n-5\n"), "f:3: expected a positive integer, found '-5'");
    EXPECT_EQ(complaint("1\n2e3\n"), "f:2: expected a positive integer, found '2e3'");
    EXPECT_EQ(complaint("+1\n"), "f:1: expected a positive integer, found '+1'");
    EXPECT_EQ(complaint("\n \n"), "f:3: expected a positive integer, found the end of the text");
    EXPECT_NE(complaint("1\n" + std::string(314'000, '9')).find("at most 313000 digits"), std::string::npos);
    std::string much = std::string(310'000, '9') + "\n", many;
    for (int i = 0; i < 19'000; ++i) much += "1\n";
    for (int i = 0; i < 20'001; ++i) many += "1\n";
    EXPECT_EQ(complaint(many), "f:20001: expected at most 20000 numbers");
    EXPECT_NE(complaint(much).find("too many: together they take more than 1 GB"), std::string::npos);
    std::vector<mpz_class> large(20, mpz_class(1) << 1'039'999);
    EXPECT_THROW(Instance{large}, std::invalid_argument);
}

TEST(PartitionInstance, KeysFollowTheOrder) {
    Rng rng(4);
    const Instance instance = generate({.size = 500, .bits = 300}, rng);
    for (std::int32_t rank = 1; rank < instance.size(); ++rank) {
        const auto& larger = instance.numbers()[static_cast<std::size_t>(instance.index_of(rank))];
        const auto& smaller = instance.numbers()[static_cast<std::size_t>(instance.index_of(rank - 1))];
        EXPECT_LE(smaller, larger);
        EXPECT_LE(instance.key(rank - 1), instance.key(rank));
        EXPECT_EQ(instance.key(rank) >> 44, mpz_sizeinbase(larger.get_mpz_t(), 2));
    }
}

TEST(PartitionGenerator, DrawsFromTheWholeRange) {
    Rng rng(1), same(1), other(2);
    const Instance instance = generate({.size = 2000, .bits = 3}, rng);
    std::vector<int> counts(8);
    for (const mpz_class& number : instance.numbers()) ++counts[number.get_ui()];
    EXPECT_EQ(counts[0], 0);
    for (std::size_t value = 1; value < 8; ++value) EXPECT_NEAR(counts[value], 2000 / 7, 100);
    EXPECT_EQ(generate({.size = 2000, .bits = 3}, same).numbers(), instance.numbers());
    EXPECT_NE(generate({.size = 2000, .bits = 3}, other).numbers(), instance.numbers());
    const Instance large = generate({.size = 50, .bits = 1000}, other);
    std::size_t longest = 0;
    for (const mpz_class& number : large.numbers())
        longest = std::max(longest, mpz_sizeinbase(number.get_mpz_t(), 2));
    EXPECT_GT(longest, 995U);
    EXPECT_LE(longest, 1000U);
}

}  // namespace
}  // namespace playout::partition
