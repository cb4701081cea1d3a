#include "playout/ggp/percepts.h"

#include <gtest/gtest.h>

#include "playout/base/errors.h"
#include "playout/ggp/load.h"
#include "tests/base/message_of.h"
#include "tests/ggp/sheets.h"

namespace playout::ggp {
namespace {

using Texts = std::vector<std::string>;

Percepts percepts_of(const std::string& text) {
    return Percepts(ground::ground(gdl::read_sheet(text, "s")));
}

TEST(Percepts, WithoutRulesEverybodyIsToldEverything) {
    EXPECT_FALSE(percepts_of(tic_tac_toe).by_rules());
    EXPECT_EQ(percepts_of(tic_tac_toe).hidden(), "");
    RuleSheet(tic_tac_toe, "s").require_open();
}

TEST(Percepts, TellTheMovesWhereAllAreSeen) {
    const Percepts percepts = percepts_of(dice + "(<= (sees ?r (did ?o ?m)) (role ?r) (does ?o ?m))");
    EXPECT_TRUE(percepts.by_rules());
    EXPECT_EQ(percepts.hidden(), "");
    const Texts seen = {"(did gambler wait)", "(did random (roll 4))"};
    EXPECT_EQ(percepts.joint_move(0, seen, "wait"), (Texts{"wait", "(roll 4)"}));
    EXPECT_EQ(percepts.joint_move(0, Texts{"(did gambler wait)"}, "wait"), std::nullopt);
    EXPECT_EQ(percepts.joint_move(0, Texts{}, "wait"), std::nullopt);
    EXPECT_EQ(percepts.joint_move(0, Texts{"wait", "(roll 4)"}, "wait"), std::nullopt);  // moves, not percepts
}

TEST(Percepts, AreUnderstoodInAnotherCase) {
    const Percepts percepts = percepts_of(sides + "(<= (sees ?r (didIt ?o ?m)) (role ?r) (does ?o ?m))");
    const Texts seen = {"(DIDIT XPLAYER (TAKESIDE LEFT))", "(didIt oPlayer (pass))"};
    EXPECT_EQ(percepts.joint_move(1, seen, "(pass)"), (Texts{"(takeSide Left)", "(pass)"}));
}

TEST(Percepts, TellTheMovesHoweverTheRulesArePut) {
    for (const std::string rules :
         {"(<= (sees ?r ?m) (role ?r) (does random ?m)) (<= (sees ?r ?m) (role ?r) (does gambler ?m))",
          "(<= (sees ?r ?m) (role ?r) (or (does random ?m) (does gambler ?m)))",
          "(<= (sees ?r ?m) (role ?r) (does ?p ?m))"})
        EXPECT_EQ(percepts_of(dice + rules).hidden(), "") << rules;
}

TEST(Percepts, OneMoveMayBeKnownByItsSilence) {
    const std::string most = "(<= (sees gambler (n ?n)) (does random (roll ?n)) (distinct ?n 6))";
    const Percepts percepts = percepts_of(dice + most);
    EXPECT_EQ(percepts.hidden(), "");
    EXPECT_EQ(percepts.joint_move(0, Texts{"(n 2)"}, "wait"), (Texts{"wait", "(roll 2)"}));
    EXPECT_EQ(percepts.joint_move(0, Texts{}, "wait"), (Texts{"wait", "(roll 6)"}));
    RuleSheet(dice + most, "s").require_open();
}

TEST(Percepts, SayWhatIsHidden) {
    for (const std::string rule :
         {"(<= (sees gambler six) (does random (roll 6)))",                        // two faces are not told
          "(<= (sees gambler (n ?n)) (does random (roll ?n)) (true (throws 0)))",  // only at first
          "(<= (sees gambler (n ?n)) (does random (roll ?n)) (not (true (throws 1))))",
          "(<= (sees gambler (even ?n)) (does random (roll ?m)) (half ?m ?n)) (half 1 0) (half 2 0) (half 3 1) "
          "(half 4 1)",
          "(sees gambler something)"}) {
        EXPECT_EQ(percepts_of(dice + rule).hidden(), "gambler is not told all moves of random") << rule;
        EXPECT_EQ(
            message_of<InputError>([&] { RuleSheet(dice + rule, "s").require_open(); }),
            "s: it hides information (gambler is not told all moves of random); only games where everybody "
            "sees everything can be played");
    }
    // Without its instances nobody can tell.
    LoadLimits limits;
    limits.ground = false;
    EXPECT_THROW(RuleSheet(dice + "(<= (sees ?r ?m) (role ?r) (does random ?m))", "s", limits).require_open(),
                 InputError);
}

}  // namespace
}  // namespace playout::ggp
