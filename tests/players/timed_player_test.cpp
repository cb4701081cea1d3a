#include "playout/players/timed_player.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

#include "playout/base/errors.h"

namespace playout::players {
namespace {

void sleep(double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

// Does as it is told by the last move that was made.
class PupilPlayer final : public Player {
  public:
    explicit PupilPlayer(const std::atomic<bool>& may_go) : may_go_(may_go) {}
    void prepare(const Over& over) override {
        while (!over()) sleep(0.001);
    }
    std::string choose(const Over& over, const SoFar& so_far) override {
        if (task_ == "think")
            while (!over()) sleep(0.001);
        if (task_ == "dawdle") {
            so_far("first idea");
            so_far("second idea");
        }
        if (task_ == "dawdle" || task_ == "sleep")
            while (!may_go_) sleep(0.001);
        if (task_ == "fail") throw InputError("pupil", "no idea");
        if (task_ == "stumble") {
            so_far("first idea");
            throw InputError("pupil", "too deep");
        }
        if (task_ == "leave") throw PlayerUnreachable("gone");
        return "after " + task_;
    }
    void advance(std::span<const std::string> joint) override {
        if (joint[0] == "wrong") throw InputError("pupil", "not legal");
        task_ = joint[0];
    }

  private:
    const std::atomic<bool>& may_go_;
    std::string task_ = "nothing";
};

class TimedPlayers : public testing::Test {
  protected:
    TimedPlayer::Times in(double seconds) const { return {clock() + seconds / 2, clock() + seconds}; }
    TimedPlayer::Answer ask(const std::string& task, double seconds) {
        return player.answer_to(player.ask_for_move({{task}}, in(seconds)));
    }
    const Clock clock = steady_clock();
    std::atomic<bool> may_go = false;
    TimedPlayer player{[this](const Over&, const Over&) { return std::make_unique<PupilPlayer>(may_go); },
                       clock};
};

TEST_F(TimedPlayers, AnswerAsSoonAsTheyAreDone) {
    const double begin = clock();
    EXPECT_TRUE(player.answer_to(player.ask_to_prepare({begin + 0.05, begin + 100})).done);
    EXPECT_GE(clock() - begin, 0.05);  // it may think until then
    const TimedPlayer::Answer answer = ask("hurry", 100);
    EXPECT_TRUE(answer.done);
    EXPECT_EQ(answer.move, "after hurry");
    const TimedPlayer::Times soon{clock() + 0.05, clock() + 100};
    EXPECT_EQ(player.answer_to(player.ask_for_move({{"think"}}, soon)).move, "after think");
    EXPECT_LT(clock() - begin, 50);
}

TEST_F(TimedPlayers, AnswerInTimeWhateverTheyDo) {
    player.answer_to(player.ask_to_prepare(in(0.02)));
    TimedPlayer::Answer answer = ask("dawdle", 2);  // time to have its ideas, on any machine
    EXPECT_FALSE(answer.done);
    EXPECT_EQ(answer.move, "second idea");
    // The answer that comes too late is not the next one's.
    answer = ask("sleep", 0.05);
    EXPECT_FALSE(answer.done);
    EXPECT_FALSE(answer.move);
    may_go = true;
    EXPECT_EQ(ask("hurry", 100).move, "after hurry");
}

TEST_F(TimedPlayers, SayWhyTheyHaveNoMove) {
    EXPECT_EQ(ask("early", 100).complaint, "player: it was not made");
    player.answer_to(player.ask_to_prepare(in(0.02)));
    EXPECT_EQ(ask("fail", 100).complaint, "pupil: no idea");
    EXPECT_EQ(ask("wrong", 100).complaint, "pupil: not legal");
    EXPECT_FALSE(ask("fail", 100).unreachable);
    EXPECT_TRUE(ask("leave", 100).unreachable);
    EXPECT_EQ(ask("stumble", 100).move, "first idea");
    EXPECT_EQ(ask("hurry", 100).move, "after hurry");
}

TEST_F(TimedPlayers, ForgetAQuestionThatIsWithdrawnBeforeTheyBegin) {
    player.answer_to(player.ask_to_prepare(in(0.02)));
    const TimedPlayer::Asked first = player.ask_for_move({{"sleep"}}, in(1000));
    const TimedPlayer::Asked second = player.ask_for_move({{"wrong"}}, in(1000));
    const TimedPlayer::Asked third = player.ask_for_move({}, in(1000));
    EXPECT_TRUE(player.withdraw(second));
    EXPECT_FALSE(player.answer_to(second).done);  // does not wait for the deadline
    may_go = true;
    EXPECT_TRUE(player.answer_to(first).told);
    EXPECT_EQ(player.answer_to(third).move, "after sleep");
    EXPECT_FALSE(player.withdraw(third));
    EXPECT_FALSE(ask("wrong", 100).told);
}

TEST_F(TimedPlayers, EndWhenTheyAreStopped) {
    player.answer_to(player.ask_to_prepare(in(0.02)));
    const TimedPlayer::Asked asked = player.ask_for_move({{"think"}}, in(1000));
    EXPECT_FALSE(player.ended());
    player.stop();
    player.answer_to(asked);  // does not wait for the deadline
    for (int i = 0; i < 5000 && !player.ended(); ++i) sleep(0.001);
    EXPECT_TRUE(player.ended());
}

TEST(TimedPlayer, MayFailToComeIntoBeing) {
    const Clock clock = steady_clock();
    TimedPlayer player(
        [](const Over&, const Over&) -> std::unique_ptr<Player> { throw InputError("rules", "not valid"); },
        clock);
    EXPECT_EQ(player.answer_to(player.ask_to_prepare({clock() + 100, clock() + 100})).complaint,
              "rules: not valid");
}

}  // namespace
}  // namespace playout::players
