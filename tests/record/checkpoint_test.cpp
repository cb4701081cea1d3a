#include "playout/record/checkpoint.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "playout/base/errors.h"
#include "playout/base/rng.h"
#include "tests/base/message_of.h"

namespace playout {
namespace {

class Checkpoint : public testing::Test {
  protected:
    Checkpoint() { std::filesystem::create_directory(folder_); }
    ~Checkpoint() override { std::filesystem::remove_all(folder_); }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }

    static CheckpointHead head() {
        CheckpointHead head;
        head.request.domain = "toy";
        head.request.settings = {{"a", "1"}};
        head.request.seed = 12345;
        head.request.limits.playouts = 77;
        head.request.start = std::vector<std::string>{"x", "y"};
        head.instance_text = "an instance\n";
        return head;
    }

    // A head, and `numbers` of some size.
    void write(const std::string& file, std::size_t size) const {
        CheckpointWriter writer(file, 60);
        writer.save(0, [&](Archive& archive) {
            CheckpointHead one = head();
            std::vector<std::uint64_t> numbers(size);
            for (std::size_t i = 0; i < size; ++i) numbers[i] = mix(i);
            archive(one, numbers);
        });
        writer.finish();
    }

    const std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() / ("playout-checkpoint-" + std::to_string(::getpid()));
};

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

TEST_F(Checkpoint, BringsBackWhatWasWritten) {
    const std::string file = path("large");
    constexpr std::size_t size = 2'000'000;  // some blocks
    write(file, size);
    CheckpointReader reader(file);
    EXPECT_EQ(reader.head().request.domain, "toy");
    EXPECT_EQ(reader.head().request.settings, head().request.settings);
    EXPECT_EQ(reader.head().request.seed, 12345u);
    EXPECT_EQ(reader.head().request.limits.playouts, 77);
    EXPECT_FALSE(reader.head().request.limits.seconds);
    EXPECT_EQ(reader.head().request.start, head().request.start);
    EXPECT_EQ(reader.head().instance_text, "an instance\n");
    std::vector<std::uint64_t> numbers;
    reader.session()(numbers);
    ASSERT_EQ(numbers.size(), size);
    EXPECT_EQ(numbers.back(), mix(size - 1));
    EXPECT_FALSE(std::filesystem::exists(file + ".part"));
}

TEST_F(Checkpoint, ADamagedFileIsRefusedWhateverIsWrongWithIt) {
    const std::string file = path("small"), bad = path("bad");
    write(file, 100);
    const std::string good = bytes_of(file);
    const auto refused = [&](const std::string& text) {
        std::ofstream(bad, std::ios::binary) << text;
        try {
            CheckpointReader reader(bad);
            return false;
        } catch (const InputError&) {
            return true;
        }
    };
    ASSERT_FALSE(refused(good));
    for (std::size_t i = 0; i < good.size(); ++i) {
        std::string text = good;
        text[i] = static_cast<char>(text[i] ^ (1 << (i % 8)));
        EXPECT_TRUE(refused(text)) << "a bit of byte " << i;
        EXPECT_TRUE(refused(good.substr(0, i))) << "cut at " << i;
    }
    EXPECT_TRUE(refused(good + "x"));
    EXPECT_TRUE(refused(good + good));
    Rng rng(1);
    for (int i = 0; i < 10'000; ++i) {
        std::string text = good;
        for (std::uint64_t k = 1 + rng.below(8); k > 0; --k)
            text[rng.below(text.size())] = static_cast<char>(rng.next());
        EXPECT_TRUE(text == good || refused(text));
    }
}

TEST_F(Checkpoint, SaysWhatIsWrong) {
    const auto message = [&](const std::string& text) {
        std::ofstream(path("bad"), std::ios::binary) << text;
        return message_of<InputError>([&] { CheckpointReader reader(path("bad")); });
    };
    EXPECT_NE(message("{}").find("not a checkpoint"), std::string::npos);
    EXPECT_NE(message("").find("not a checkpoint"), std::string::npos);
    EXPECT_NE(message("playout checkpoint 9\nxyz").find("another format"), std::string::npos);
    EXPECT_NE(message("playout checkpoint 2\nxyz").find("damaged"), std::string::npos);
    EXPECT_THROW(CheckpointReader(path("none")), InputError);
}

TEST_F(Checkpoint, AFileThatCannotBeWrittenIsAnErrorAtOnce) {
    EXPECT_THROW(CheckpointWriter(path("no/such/folder"), 60), UsageError);
}

TEST_F(Checkpoint, WhatCannotBeCopiedIsSaidInTheEndAndTheFileStays) {
    const std::string file = path("kept");
    write(file, 10);
    CheckpointWriter writer(file, 60);
    writer.save(0, [](Archive&) { throw std::bad_alloc(); });
    EXPECT_THROW(writer.finish(), UsageError);
    EXPECT_EQ(writer.saved(), 0);
    CheckpointReader reader(file);
    EXPECT_EQ(reader.head().request.domain, "toy");
}

TEST_F(Checkpoint, AreDueInTurnAndTheLongerThePauseTheLater) {
    double now = 0;
    CheckpointWriter writer(path("due"), 10, [&now] { return now; });
    EXPECT_FALSE(writer.due(9));
    EXPECT_TRUE(writer.due(10));
    const auto pause = [&now](double seconds) { return [&now, seconds](Archive&) { now += seconds; }; };
    writer.save(10, pause(0.001));
    writer.finish();
    EXPECT_FALSE(writer.due(19.9));
    EXPECT_TRUE(writer.due(20));
    writer.save(20, pause(1));
    writer.finish();
    EXPECT_FALSE(writer.due(119));
    EXPECT_TRUE(writer.due(120));
    EXPECT_EQ(writer.saved(), 2);
    EXPECT_DOUBLE_EQ(writer.longest_pause(), 1);
}

}  // namespace
}  // namespace playout
