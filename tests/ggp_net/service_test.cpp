#include "playout/ggp_net/service.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <thread>

#include "tests/ggp/sheets.h"

namespace playout::ggp_net {
namespace {

std::string start_of(const std::string& match, const std::string& role, const std::string& rules,
                     const std::string& clocks = "0.2 0.2") {
    return "(START " + match + " " + role + " (" + rules + ") " + clocks + ")";
}

class Services : public testing::Test {
  protected:
    std::string answer(const std::string& message) { return service.answer(message).text; }
    static ServiceConfig config() {
        ServiceConfig config;
        config.settings.playouts = 200;
        return config;
    }
    Service service{config(), steady_clock()};
};

TEST_F(Services, PlayAMatch) {
    EXPECT_EQ(answer("( INFO )"), "( ( name playout ) ( status available ) ( species computer ) )");
    EXPECT_EQ(answer(start_of("m", "x", ggp::tic_tac_toe)), "ready");
    EXPECT_EQ(answer("( INFO )"), "( ( name playout ) ( status busy ) ( species computer ) )");
    const ggp::RuleSheet sheet(ggp::tic_tac_toe, "s");
    ggp::Machine game(*sheet.wiring());
    std::string last = "NIL";
    while (!game.terminal()) {
        const std::string move = answer("(PLAY m " + last + ")");
        ASSERT_TRUE(game.find_move(0, move)) << move;
        const std::string reply = game.move_text(1, game.legal(1)[0]);
        last = "(" + move + " " + reply + ")";
        game.step(std::array{*game.find_move(0, move), game.legal(1)[0]});
    }
    EXPECT_EQ(answer("(STOP m " + last + ")"), "done");
    EXPECT_EQ(answer("( INFO )"), "( ( name playout ) ( status available ) ( species computer ) )");
}

TEST_F(Services, AreBusyWithOneMatch) {
    EXPECT_EQ(answer("(PLAY m NIL)"), "nil");
    EXPECT_EQ(answer(start_of("m", "o", ggp::tic_tac_toe)), "ready");
    EXPECT_EQ(answer(start_of("n", "o", ggp::tic_tac_toe)), "busy");
    EXPECT_EQ(answer("(PLAY n NIL)"), "busy");
    EXPECT_EQ(answer("(STOP n NIL)"), "busy");
    EXPECT_EQ(answer("(ABORT n)"), "busy");
    EXPECT_EQ(answer("(PREVIEW ((role r)) 1)"), "done");
    EXPECT_EQ(answer("(PLAY m NIL)"), "noop");
    EXPECT_EQ(answer("(PLAY m (nonsense noop))"), "nil");
    EXPECT_EQ(answer("(PLAY m ((mark 1 1)))"), "nil");
    EXPECT_TRUE(answer("(PLAY m ((MARK 1 1) NOOP))").starts_with("(mark"));
    EXPECT_EQ(answer("(ABORT m)"), "aborted");
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(answer(start_of("k" + std::to_string(i), "o", ggp::tic_tac_toe, "0.05 0.05")), "ready");
        EXPECT_EQ(answer("(ABORT k" + std::to_string(i) + ")"), "aborted");
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

TEST_F(Services, SayWhatIsWrong) {
    for (const auto& [message, reason] : std::vector<std::pair<std::string, std::string>>{
             {"hello", "message: expected one list"},
             {start_of("m", "x", "(role x"), "the parenthesis opened here is not closed"},
             {start_of("m", "x", "(role x)"), "rules: "},
             {start_of("m", "z", ggp::tic_tac_toe), "there is no role z"},
             {start_of("m", "gambler", ggp::dice + "(sees gambler something)"), "hides information"}}) {
        const Service::Reply reply = service.answer(message);
        EXPECT_FALSE(reply.understood);
        EXPECT_NE(reply.text.find(reason), std::string::npos) << reply.text;
    }
    EXPECT_EQ(answer("( INFO )"), "( ( name playout ) ( status available ) ( species computer ) )");
}

TEST_F(Services, UnderstandWhatIsSeen) {
    const std::string rules = ggp::tic_tac_toe + "(<= (sees ?r (did ?o ?m)) (role ?r) (does ?o ?m))";
    EXPECT_EQ(answer(start_of("m", "o", rules)), "ready");
    EXPECT_EQ(answer("(PLAY m NIL)"), "noop");
    const std::string move = answer("(PLAY m ((DID X (MARK 2 2)) (DID O NOOP)))");
    EXPECT_TRUE(move.starts_with("(mark")) << move;
    EXPECT_NE(move, "(mark 2 2)");
    // Its own move need not be told, and a list of moves will do as well.
    EXPECT_EQ(answer("(PLAY m ((did x noop)))"), "noop");
    EXPECT_TRUE(
        answer("(PLAY m (" + std::string(move == "(mark 1 1)" ? "(mark 3 3)" : "(mark 1 1)") + " noop))")
            .starts_with("(mark"));
}

// Else what was sent would be taken for another step's.
TEST_F(Services, CountNoStepForMovesThatAreRefused) {
    const std::string rules = ggp::tic_tac_toe + "(<= (sees ?r (did ?o ?m)) (role ?r) (does ?o ?m))";
    EXPECT_EQ(answer(start_of("m", "x", rules)), "ready");
    const std::string move = answer("(PLAY m NIL)");
    EXPECT_EQ(answer("(PLAY m ((did o nonsense)))"), "nil");
    EXPECT_EQ(answer("(PLAY m ((mark 9 9) noop))"), "nil");
    EXPECT_EQ(answer("(PLAY m ((did o noop)))"), "noop");  // with its own move, which it knows
    EXPECT_TRUE(
        answer("(PLAY m (noop " + std::string(move == "(mark 1 1)" ? "(mark 3 3)" : "(mark 1 1)") + "))")
            .starts_with("(mark"));
}

// Sheets that cannot be grounded, one after the other: each is given up when its match is over.
TEST_F(Services, AreReadyForTheNextMatchWhateverTheLastOneWas) {
    for (int i = 0; i < 12; ++i) {
        const std::string match = "m" + std::to_string(i);
        const std::string rules = ggp::pigeonhole(13, i % 2 == 0);
        service.answer(start_of(match, "r", rules, "0.05 0.05"));
        service.answer((i % 3 == 0 ? "(STOP " : "(ABORT ") + match + (i % 3 == 0 ? " NIL)" : ")"));
        // At once on a quiet machine.
        for (int wait = 0; wait < 1000 && answer("(INFO)").find("available") == std::string::npos; ++wait)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_EQ(answer(start_of("m", "x", ggp::tic_tac_toe)), "ready");
}

// A manager that compares texts: who takes which side is told and expected letter by letter. `told` makes of
// the rules and moves what is sent.
void play_sides(Service& service, std::size_t role, const std::function<std::string(std::string)>& told,
                const std::function<std::string(std::string)>& expected) {
    const std::vector<std::string> roles = {"xPlayer", "oPlayer"};
    std::vector<std::string> open = {"Left", "Middle", "RIGHT"};
    const auto move_of = [](const std::string& side) { return "(takeSide " + side + ")"; };
    const std::string start = start_of("m", told(roles[role]), expected(ggp::sides), "100 100");
    std::string started = service.answer(start).text;
    for (; started == "busy";
         started = service.answer(start).text)  // threads of matches before may be late to end
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ASSERT_EQ(started, "ready");
    std::string last = "NIL";
    for (std::size_t step = 0; step < 3; ++step) {
        const std::string answer = service.answer("(PLAY m " + last + ")").text;
        std::string taken = move_of(open.front());
        if (step % 2 == role) {
            const auto meant = std::find_if(open.begin(), open.end(), [&](const std::string& side) {
                return answer == expected(move_of(side));
            });
            ASSERT_NE(meant, open.end()) << answer;
            taken = move_of(*meant);
        } else {
            EXPECT_EQ(answer, expected("(pass)"));
        }
        std::erase_if(open, [&](const std::string& side) { return move_of(side) == taken; });
        last = step % 2 == 0 ? "(" + told(taken) + " " + told("(pass)") + ")"
                             : "(" + told("(pass)") + " " + told(taken) + ")";
    }
    EXPECT_EQ(service.answer("(STOP m " + last + ")").text, "done");
}

std::string as_it_is(const std::string& text) {
    return text;
}
std::string upper_case(const std::string& text) {
    std::string upper = text;
    for (char& letter : upper)
        if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
    return upper;
}

TEST(Service, AnswersInTheSpellingOfTheRules) {
    for (const std::string player : {"random", "legal", "uct", "mac-ucb"}) {
        ServiceConfig config;
        config.player = player;
        config.settings.playouts = 50;
        Service service(config, steady_clock());
        for (const std::size_t role : {0U, 1U}) {
            play_sides(service, role, as_it_is, as_it_is);
            play_sides(service, role, upper_case, as_it_is);    // only START's rules are as they were
            play_sides(service, role, upper_case, upper_case);  // all is in upper case, keywords too
            play_sides(service, role, gdl::lower_case, as_it_is);
        }
    }
}

TEST(Service, GivesUpAManagerThatIsGone) {
    std::atomic<double> now = 0;
    ServiceConfig config;
    config.player = "random";
    Service service(config, [&] { return now.load(); });
    EXPECT_EQ(service.answer(start_of("m", "x", ggp::tic_tac_toe, "10 10")).text, "ready");
    now = 80;
    EXPECT_EQ(service.answer(start_of("n", "x", ggp::tic_tac_toe, "10 10")).text, "busy");
    now = 100;
    EXPECT_EQ(service.answer(start_of("n", "x", ggp::tic_tac_toe, "10 10")).text, "ready");
    EXPECT_EQ(service.answer("(PLAY m NIL)").text, "busy");
    EXPECT_TRUE(service.answer("(PLAY n NIL)").text.starts_with("(mark"));
}

// A board to fill, larger than anybody can search.
const std::string large_board = R"((role x) (role o) (index 1) (index 2) (index 3) (index 4) (index 5) (index 6)
    (init (control x)) (other x o) (other o x) (<= (init (cell ?m ?n b)) (index ?m) (index ?n))
    (<= (legal ?p (mark ?m ?n)) (true (control ?p)) (true (cell ?m ?n b)))
    (<= (legal ?p noop) (role ?p) (not (true (control ?p))))
    (<= (next (cell ?m ?n ?p)) (does ?p (mark ?m ?n)))
    (<= (next (cell ?m ?n ?v)) (true (cell ?m ?n ?v)) (distinct ?v b))
    (<= (next (cell ?m ?n b)) (true (cell ?m ?n b)) (not (marked ?m ?n)))
    (<= (marked ?m ?n) (does ?p (mark ?m ?n)))
    (<= (next (control ?p)) (true (control ?q)) (other ?q ?p))
    (<= open (true (cell ?m ?n b))) (<= terminal (not open)) (<= (goal ?p 50) (role ?p)))";

// Messages that are sent from threads of their own.
class Askers {
  public:
    explicit Askers(Service& service) : service_(service) {}
    ~Askers() {
        for (std::thread& thread : threads_) thread.join();
    }
    void ask(const std::string& message) {
        threads_.emplace_back([this, message] {
            const std::string text = service_.answer(message).text;
            const std::lock_guard lock(mutex_);
            answers_.push_back(text);
        });
    }
    std::ptrdiff_t count(const std::string& answer) const {
        const std::lock_guard lock(mutex_);
        return std::count(answers_.begin(), answers_.end(), answer);
    }
    // Waits until so many were answered like this.
    std::ptrdiff_t wait_for(std::ptrdiff_t number, const std::string& answer) const {
        for (int i = 0; i < 60'000 && count(answer) < number; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return count(answer);
    }

  private:
    Service& service_;
    mutable std::mutex mutex_;
    std::vector<std::string> answers_;
    std::vector<std::thread> threads_;
};

TEST(Service, LetsOnlyFewWaitForAMove) {
    Service service({}, steady_clock());
    ASSERT_EQ(service.answer(start_of("m", "x", large_board, "0.1 1000")).text, "ready");
    Askers askers(service);
    for (int i = 0; i < 12; ++i) askers.ask("(PLAY m NIL)");
    EXPECT_EQ(askers.wait_for(8, "busy"), 8);
    EXPECT_EQ(service.answer("( INFO )").text, "( ( name playout ) ( status busy ) ( species computer ) )");
    service.shut_down();
}

// Once they kept the manager's own message out.
TEST(Service, HearsTheLastMessageWhoeverElseWaitsForAMove) {
    std::atomic<double> now = 0;
    std::atomic<int> looks = 0;
    Service service({}, [&] { return ++looks, now.load(); });
    ASSERT_EQ(service.answer(start_of("m", "o", large_board, "0 1000")).text, "ready");
    EXPECT_EQ(service.answer("(PLAY m NIL)").text, "noop");
    Askers askers(service);
    askers.ask("(PLAY m ((mark 1 1) noop))");  // it thinks until the clock moves on, and looks again and again
    for (const int before = looks; looks < before + 1000;) std::this_thread::yield();
    for (int i = 0; i < 12; ++i) askers.ask("(PLAY m ((mark 9 9) noop))");
    EXPECT_EQ(askers.wait_for(9, "busy"), 9);
    askers.ask("(PLAY m (noop (mark 1 2)))");
    EXPECT_EQ(askers.wait_for(10, "busy"), 10);
    now = 999.6;  // time is over for thinking, not for the answer
    EXPECT_EQ(askers.wait_for(1, "noop"), 1);
    EXPECT_EQ(askers.wait_for(2, "nil"), 2);
}

}  // namespace
}  // namespace playout::ggp_net
