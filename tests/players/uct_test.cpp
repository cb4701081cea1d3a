#include "playout/players/uct.h"

#include <gtest/gtest.h>

#include "playout/base/errors.h"
#include "playout/base/text.h"
#include "playout/game/for_each_joint.h"
#include "playout/ggp/lanes.h"
#include "playout/ggp/load.h"
#include "playout/players/make_player.h"
#include "tests/base/message_of.h"
#include "tests/folders.h"
#include "tests/ggp/sheets.h"
#include "tests/players/toys.h"

namespace playout::players {
namespace {

constexpr auto never_over = [] { return false; };

// All joint moves of a game, one after the other.
class PlainJointMoves final : public JointMoves {
  public:
    explicit PlainJointMoves(const DrawnGame& game) : game_(game) {}
    bool for_each(const game::StateKey& state, const Visit& visit, const std::function<bool()>&) override {
        game_.set_state(state);
        bool all = true;
        game::for_each_joint(game_, [&](const std::vector<game::MoveId>& joint) {
            game_.step(joint);
            return all = visit(joint, game_.state());
        });
        return all;
    }

  private:
    DrawnGame game_;
};

void finds_what_enumeration_finds(const DrawnGame::Rules& rules, const UctPlayerConfig& config = {},
                                  bool solves_rounds = false) {
    DrawnGame game(rules);
    std::map<game::StateKey, double> known;
    const double value = value_of(game, known);
    ggp::SingleGames games(game);
    PlainJointMoves joint_moves(game);
    Uct uct(game, games, config, solves_rounds ? &joint_moves : nullptr);
    Rng rng(rules.seed);
    uct.search(rng, never_over);  // ends when the root is solved
    ASSERT_TRUE(uct.solved());
    const auto best = uct.best(0);
    EXPECT_NEAR(best.expected * 100, value, 1e-3) << "seed " << rules.seed;
    // The move keeps the value.
    game.set_state(game.initial());
    std::vector<game::MoveId> joint(game.roles(), 0);
    joint[0] = best.move;
    game.step(joint);
    EXPECT_NEAR(value_of(game, known), value, 1e-3) << "seed " << rules.seed;
}

TEST(Uct, SolvesGamesOfTwo) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed)
        finds_what_enumeration_finds({.seed = seed, .depth = 6, .width = 40});
}

TEST(Uct, SolvesGamesWhereManyWaysLeadToOneState) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed)
        finds_what_enumeration_finds({.seed = seed, .depth = 9, .width = 4});
}

TEST(Uct, SolvesGamesWithChance) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed)
        finds_what_enumeration_finds({.seed = seed, .depth = 6, .width = 15, .chance_every = 3});
}

// As MAC-UCB does, rounds are solved after some samples, or at once.
TEST(Uct, SolvesGamesByTheirRounds) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const UctPlayerConfig config{.solve_after = static_cast<std::uint32_t>(1 + seed % 7)};
        finds_what_enumeration_finds({.seed = seed, .depth = 6, .width = 40}, config, true);
        finds_what_enumeration_finds({.seed = seed, .depth = 6, .width = 15, .chance_every = 3}, config, true);
        finds_what_enumeration_finds({.seed = seed, .depth = 9, .width = 4}, config, true);
    }
}

TEST(Uct, SolvesGamesWithWhatItLearnsOfLaterMoves) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        finds_what_enumeration_finds({.seed = seed, .depth = 6, .width = 40}, {.amaf = 20});
        finds_what_enumeration_finds({.seed = seed, .depth = 6, .width = 15, .chance_every = 3},
                                     {.amaf = 20, .expand_after = 3}, seed % 2 == 0);
    }
}

// A round with more joint moves than are allowed is expanded as it comes.
TEST(Uct, LeavesLargeRoundsAlone) {
    finds_what_enumeration_finds({.seed = 2, .depth = 6, .width = 40}, {.solve_after = 1, .max_joints = 2},
                                 true);
}

TEST(Uct, WithoutItsCacheKnowsEndsOnly) {
    DrawnGame game({.seed = 1, .depth = 6, .width = 40});
    ggp::SingleGames games(game);
    Uct uct(game, games, {.playouts = 3000, .keep_known = false});
    Rng rng(1);
    uct.search(rng, never_over);
    EXPECT_FALSE(uct.solved());
    EXPECT_EQ(uct.playouts(), 3000);
}

// In awale seeds are gathered, in othello discs come and go; in hex there is no goal before the end.
TEST(Uct, LooksAtGoalsOnTheWayWhereTheyTellTheEnd) {
    for (const auto& [name, trusted] :
         std::vector<std::pair<std::string, bool>>{{"awale", true}, {"othello", false}, {"hex", false}}) {
        const std::string file = source_folder() + "/games/" + name + ".kif";
        const ggp::RuleSheet sheet(read_text_file(file), file);
        ggp::Machine game(*sheet.wiring());
        ggp::Lanes games(sheet.wiring()->circuit());
        Uct uct(game, games, {.playouts = 1500, .horizon = 4});
        Rng rng(1);
        uct.search(rng, never_over);
        EXPECT_EQ(uct.trusts_goals(), trusted) << name;
        EXPECT_EQ(uct.playouts(), 1500) << name;
    }
}

// Where there is no time for a game to its end, some steps must do, and fewer where those take too long.
TEST(Uct, CutsGamesWhereNoneEnds) {
    DrawnGame game({.seed = 3, .depth = 500, .width = 20});
    for (const int looks : {40, 5}) {  // at the clock
        ggp::SingleGames games(game);
        Uct whole(game, games, {}), cut(game, games, {.horizon = 8});
        Rng rng(1);
        for (int search = 0; search < 12; ++search) {
            int left = looks;
            whole.search(rng, [&] { return left-- <= 0; });
            EXPECT_EQ(whole.playouts(), 0);
            left = looks;
            cut.search(rng, [&] { return left-- <= 0; });
            EXPECT_EQ(cut.playouts() > 0, search >= (looks == 40 ? 3 : 9)) << looks << " " << search;
        }
    }
}

TEST(Uct, SolvesGamesWithAHorizon) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed)
        finds_what_enumeration_finds({.seed = seed, .depth = 6, .width = 15, .chance_every = 3},
                                     {.horizon = 1 + static_cast<std::int64_t>(seed % 3)}, seed % 2 == 0);
}

TEST(MakePlayer, ReadsSettings) {
    require_player("uct");
    require_player("mac-ucb solving=0.5 solve_after=3 cache=off");
    for (const auto& [text, reason] :
         std::vector<std::pair<std::string, std::string>>{{"mac", "mac-ucb"},
                                                          {"uct c", "expected NAME=VALUE"},
                                                          {"uct c=x", "c"},
                                                          {"uct solving=1", "solving"},
                                                          {"random c=1", "c"},
                                                          {"uct c=1 c=2", "twice"},
                                                          {"mac-ucb solving=2", "solving"}}) {
        const std::string message = message_of<UsageError>([&] { require_player(text); });
        EXPECT_NE(message.find(reason), std::string::npos) << text << ": " << message;
    }
}

// Both solvers see the same rounds, and so many playouts are always the same ones.
TEST(MakePlayer, MacAndForwardCheckingPlayAlike) {
    const ggp::RuleSheet sheet(ggp::tic_tac_toe, "s");
    const auto mac = make_player("mac-ucb solve_after=2", sheet, 0, {.seed = 5, .playouts = 500});
    const auto fc = make_player("fc-ucb solve_after=2", sheet, 0, {.seed = 5, .playouts = 500});
    EXPECT_EQ(mac->choose(never_over, {}), fc->choose(never_over, {}));
    EXPECT_EQ(mac->thoughts().nodes, fc->thoughts().nodes);
    EXPECT_DOUBLE_EQ(mac->thoughts().expected, fc->thoughts().expected);
}

TEST(Uct, PlaysExactlySoManyGamesAndRepeatsThem) {
    const ggp::RuleSheet sheet(ggp::tic_tac_toe, "s");
    std::vector<std::string> moves;
    for (int i = 0; i < 2; ++i) {
        const auto player = make_player("uct", sheet, 0, {.seed = 5, .playouts = 700});
        moves.push_back(player->choose(never_over, {}));
        EXPECT_EQ(player->thoughts().playouts, 700);
    }
    EXPECT_EQ(moves[0], moves[1]);
}

TEST(Uct, GoesOnWhenTheTreeIsFull) {
    DrawnGame game({.seed = 3, .depth = 14, .width = 2000});
    ggp::SingleGames games(game);
    Uct uct(game, games, {.memory = 200'000, .playouts = 20'000});
    Rng rng(1);
    uct.search(rng, never_over);
    EXPECT_EQ(uct.playouts(), 20'000);
    EXPECT_LT(uct.nodes(), 3000U);
    // Below a new root there is room again, and what is known of it stays known.
    game.set_state(game.initial());
    std::vector<game::MoveId> joint(2, 0);
    joint[0] = uct.best(0).move;
    game.step(joint);
    const std::size_t before = uct.nodes();
    uct.set_root(game::StateKey(game.state()));
    const double expected = uct.best(1).expected;
    uct.make_room();
    EXPECT_LT(uct.nodes(), before);
    EXPECT_EQ(uct.best(1).expected, expected);
    uct.search(rng, never_over);
    EXPECT_GT(uct.nodes(), 100U);
    EXPECT_NEAR(uct.best(1).expected, expected, 0.2);
}

// Both choose at once; whatever the other does, `b` is better for the first, `y` for the second.
const std::string dominance = R"(
(role one) (role two) (init (step 0))
(legal one a) (legal one b) (legal two x) (legal two y)
(<= (next (did ?m)) (does ?r ?m))
(<= terminal (true (did ?m)))
(<= (goal one 90) (true (did b)) (true (did x))) (<= (goal one 60) (true (did b)) (true (did y)))
(<= (goal one 50) (true (did a)) (true (did x))) (<= (goal one 10) (true (did a)) (true (did y)))
(<= (goal two 20) (true (did b)) (true (did x))) (<= (goal two 40) (true (did b)) (true (did y)))
(<= (goal two 30) (true (did a)) (true (did x))) (<= (goal two 95) (true (did a)) (true (did y)))
)";

TEST(Uct, ChoosesForItselfWhereAllMoveAtOnce) {
    for (const bool ground : {true, false}) {
        ggp::LoadLimits limits;
        limits.ground = ground;
        const ggp::RuleSheet sheet(dominance, "s", limits);
        EXPECT_EQ(make_player("uct", sheet, 0, {.playouts = 3000})->choose(never_over, {}), "b");
        EXPECT_EQ(make_player("uct", sheet, 1, {.playouts = 3000})->choose(never_over, {}), "y");
    }
}

// The bold move is the better one against somebody who may do anything, and nothing against somebody who always
// has the answer to it.
const std::string bold_or_safe = R"(
(role one) (role two) (init start)
(legal one bold) (legal one safe) (legal two answer) (legal two miss)
(<= (next (got 100)) (does one bold) (does two miss)) (<= (next (got 0)) (does one bold) (does two answer))
(<= (next (got 30)) (does one safe))
(<= terminal (true (got ?n))) (<= (goal one ?n) (true (got ?n)))
(<= (goal two 0) (true (got 100))) (<= (goal two 100) (true (got 0))) (<= (goal two 70) (true (got 30)))
)";

TEST(Uct, TakesNobodyForAMindReaderWhereItExploresMore) {
    const ggp::RuleSheet sheet(bold_or_safe, "s");
    EXPECT_EQ(make_player("uct", sheet, 0, {.playouts = 20'000})->choose(never_over, {}), "safe");
    EXPECT_EQ(make_player("uct at_once=1000", sheet, 0, {.playouts = 20'000})->choose(never_over, {}), "bold");
}

// A walk to and fro that ends only at the right end; nothing counts the steps.
const std::string walk = R"(
(role walker) (init (at 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
(<= (legal walker right) (true (at ?x)) (succ ?x ?y)) (<= (legal walker left) (true (at ?y)) (succ ?x ?y))
(<= (next (at ?y)) (does walker right) (true (at ?x)) (succ ?x ?y))
(<= (next (at ?x)) (does walker left) (true (at ?y)) (succ ?x ?y))
(<= terminal (true (at 5))) (<= (goal walker 100) (true (at 5))) (<= (goal walker 0) (not (true (at 5))))
)";

TEST(Uct, FindsItsWayWhereStatesComeAgain) {
    const ggp::RuleSheet sheet(walk, "s");
    const auto player = make_player("uct", sheet, 0, {.playouts = 2000});
    for (int step = 0; step < 5; ++step) {
        const std::string move = player->choose(never_over, {});
        EXPECT_EQ(move, "right");
        player->advance(std::vector{move});
    }
}

TEST(Uct, MakesAMoveWhereAnotherHasNone) {
    const ggp::RuleSheet sheet(
        "(role one) (role two) (init (f 0)) (legal one a) (legal one b) (<= (legal two x) (true (f 1)))\n"
        "(<= (next (f ?x)) (true (f ?x))) (<= terminal (true (f 1))) (goal one 1) (goal two 2)",
        "s");
    const auto player = make_player("uct", sheet, 0, {.playouts = 10});
    player->prepare(never_over);
    const std::string move = player->choose(never_over, {});
    EXPECT_TRUE(move == "a" || move == "b");
}

TEST(Uct, KeepsWithinItsMemory) {
    DrawnGame game({.seed = 3, .depth = 14, .width = 20'000});
    ggp::SingleGames games(game);
    const std::int64_t memory = 1 << 20;
    Uct uct(game, games, {.memory = memory, .playouts = 100'000});
    Rng rng(1);
    uct.search(rng, never_over);
    EXPECT_LE(uct.bytes(), memory);
    EXPECT_GT(uct.bytes(), memory / 4);
}

TEST(Uct, TellsItsBestMoveSoFar) {
    const ggp::RuleSheet sheet(ggp::tic_tac_toe, "s");
    const auto player = make_player("uct", sheet, 0, {.playouts = 300});
    std::vector<std::string> told;
    const std::string move = player->choose(never_over, [&](const std::string& best) { told.push_back(best); });
    ASSERT_GE(told.size(), 1U);
    // With no time at all the first one is the answer.
    const auto hasty = make_player("uct", sheet, 0, {});
    EXPECT_TRUE(hasty->choose([] { return true; }, {}).starts_with("(mark"));
}

TEST(Players, AreMadeByName) {
    const ggp::RuleSheet sheet(ggp::tic_tac_toe, "s");
    for (const PlayerName& name : player_names()) {
        const auto player = make_player(name.name, sheet, 1, {.playouts = 10});
        EXPECT_EQ(player->choose(never_over, {}), "noop") << name.name;
        EXPECT_THROW(player->advance(std::vector<std::string>{"noop", "noop"}), InputError);
        EXPECT_THROW(player->advance(std::vector<std::string>{"(mark 1 1)"}), InputError);
        player->advance(std::vector<std::string>{"(mark 1 1)", "noop"});
        EXPECT_NE(player->choose(never_over, {}), "(mark 1 1)");
    }
    EXPECT_EQ(make_player("legal", sheet, 0, {})->choose(never_over, {}), "(mark 1 1)");
    EXPECT_THROW(make_player("utc", sheet, 0, {}), UsageError);
}

}  // namespace
}  // namespace playout::players
