#include "playout/players/late_player.h"

#include <gtest/gtest.h>

#include "playout/base/errors.h"

namespace playout::players {
namespace {

// Answers with its name and the moves that it was told.
class NamedPlayer final : public Player {
  public:
    explicit NamedPlayer(std::string name) : text_(std::move(name)) {}
    std::string choose(const Over& over, const SoFar&) override {
        if (text_.starts_with("slow"))
            while (!over()) std::this_thread::yield();
        return text_;
    }
    void advance(std::span<const std::string> joint) override {
        if (joint[0] == "illegal") throw InputError("move", "it is not legal");
        text_ += " " + joint[0];
    }

  private:
    std::string text_;
};

std::unique_ptr<Player> named(const std::string& name) {
    return std::make_unique<NamedPlayer>(name);
}

bool always_over() {
    return true;
}

// Makes the better player when it is told to.
struct Factory {
    std::atomic<bool> go = false;
    LatePlayer::Make make() {
        return [this](const Over& stopped) {
            while (!go && !stopped()) std::this_thread::yield();
            return go ? named("better") : throw WorkEnded();
        };
    }
};

TEST(LatePlayer, IsTheBetterOneWhereThatComesInTime) {
    LatePlayer player([](const Over&) { return named("quick"); }, [](const Over&) { return named("better"); },
                      never_over, never_over, never_over);
    EXPECT_EQ(player.choose(always_over, {}), "better");
}

TEST(LatePlayer, ChangesOverWithAllMovesThatWereMade) {
    Factory factory;
    LatePlayer player([](const Over&) { return named("quick"); }, factory.make(), always_over, always_over,
                      never_over);
    EXPECT_EQ(player.choose(always_over, {}), "quick");
    player.advance(std::vector<std::string>{"a"});
    EXPECT_EQ(player.choose(always_over, {}), "quick a");
    factory.go = true;
    std::string move;
    while (!(move = player.choose(always_over, {})).starts_with("better")) std::this_thread::yield();
    EXPECT_EQ(move, "better a");
    player.advance(std::vector<std::string>{"b"});
    EXPECT_EQ(player.choose(always_over, {}), "better a b");
}

// Once the better player was lost with the first move that it refused.
TEST(LatePlayer, ChangesOverWithoutMovesThatWereRefused) {
    Factory factory;
    LatePlayer player([](const Over&) { return named("quick"); }, factory.make(), always_over, always_over,
                      never_over);
    player.advance(std::vector<std::string>{"a"});
    EXPECT_THROW(player.advance(std::vector<std::string>{"illegal"}), InputError);
    player.advance(std::vector<std::string>{"b"});
    EXPECT_EQ(player.choose(always_over, {}), "quick a b");
    factory.go = true;
    std::string move;
    while (!(move = player.choose(always_over, {})).starts_with("better")) std::this_thread::yield();
    EXPECT_EQ(move, "better a b");
}

TEST(LatePlayer, ChangesOverWhileItThinks) {
    Factory factory;
    LatePlayer player([](const Over&) { return named("slow"); }, factory.make(), always_over, always_over,
                      never_over);
    std::thread later([&] { factory.go = true; });
    EXPECT_EQ(player.choose(never_over, {}), "better");  // the slow one would think for ever
    later.join();
}

TEST(LatePlayer, WaitsForTheBetterOneWhereThereIsNoOther) {
    Factory factory;
    const LatePlayer::Make fails = [](const Over&) -> std::unique_ptr<Player> { throw InputError("r", "no"); };
    LatePlayer player(fails, factory.make(), always_over, always_over, never_over);
    EXPECT_THROW(player.choose(always_over, {}), PlayerLate);
    player.advance(std::vector<std::string>{"a"});
    factory.go = true;
    EXPECT_EQ(player.choose(never_over, {}), "better a");
    const LatePlayer::Make nothing = [](const Over&) { return std::unique_ptr<Player>(); };
    EXPECT_THROW(LatePlayer(fails, nothing, never_over, never_over, never_over), InputError);
    EXPECT_THROW(
        LatePlayer([](const Over&) { return named("quick"); }, fails, never_over, never_over, never_over),
        InputError);
}

TEST(LatePlayer, GoesOnWithTheQuickOneWhereThereIsNoBetterOne) {
    const LatePlayer::Make nothing = [](const Over&) { return std::unique_ptr<Player>(); };
    LatePlayer player([](const Over&) { return named("quick"); }, nothing, never_over, never_over, never_over);
    EXPECT_EQ(player.choose(always_over, {}), "quick");
}

TEST(LatePlayer, EndsWithoutWaitingForTheBetterOne) {
    Factory factory;  // which is never told to go
    const LatePlayer player([](const Over&) { return named("quick"); }, factory.make(), always_over,
                            always_over, never_over);
}

}  // namespace
}  // namespace playout::players
