// The sheets in games/ against what is known of the games: how many ways of playing there are to each depth
// (those of Othello and Connect Four are published, all others were counted by second implementations of the
// rules), and totals.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

#include "playout/base/rng.h"
#include "playout/base/text.h"
#include "playout/game/for_each_joint.h"
#include "playout/gdl/check.h"
#include "playout/ggp/lanes.h"
#include "playout/ggp/load.h"
#include "playout/ggp/simulate.h"
#include "tests/folders.h"

namespace playout::ggp {
namespace {

RuleSheet sheet_of(const std::string& name) {
    const std::string file = source_folder() + "/games/" + name + ".kif";
    return RuleSheet(read_text_file(file), file);
}

struct Count {
    std::uint64_t paths = 0, ends = 0;
    bool operator==(const Count&) const = default;
    friend void PrintTo(const Count& count, std::ostream* out) { *out << count.paths << " " << count.ends; }
};

// Calls visit() at the state after every joint move from where the game stands.
template <typename Visit>
void for_each_successor(Machine& game, Visit visit) {
    for (std::size_t role = 0; role < game.roles(); ++role)
        ASSERT_FALSE(game.legal(role).empty()) << game.role_text(role) << " has no move";
    game::for_each_joint(game, [&](const std::vector<MoveId>& joint) {
        game.step(joint);
        visit();
        return true;
    });
}

void count_from(Machine& game, std::vector<Count>& counts, std::size_t depth) {
    ++counts[depth].paths;
    if (game.terminal()) {
        ++counts[depth].ends;
    } else if (depth + 1 < counts.size()) {
        for_each_successor(game, [&] { count_from(game, counts, depth + 1); });
    }
}

TEST(Games, HaveTheKnownNumbersOfWaysToPlay) {
    const std::map<std::string, std::vector<Count>> known = {
        {"tic-tac-toe",
         {{1, 0},
          {9, 0},
          {72, 0},
          {504, 0},
          {3024, 0},
          {15120, 1440},
          {54720, 5328},
          {148176, 47952},
          {200448, 72576},
          {127872, 127872}}},
        {"connect-four",
         {{1, 0}, {7, 0}, {49, 0}, {343, 0}, {2401, 0}, {16807, 0}, {117649, 0}, {823536, 13032}}},
        {"hex", {{1, 0}, {81, 0}, {6480, 0}}},
        {"othello", {{1, 0}, {4, 0}, {12, 0}, {56, 0}, {244, 0}, {1396, 0}, {8200, 0}}},
        {"awale", {{1, 0}, {6, 0}, {36, 0}, {190, 0}, {1014, 0}, {5219, 0}, {27332, 0}}},
        {"matching-pennies", {{1, 0}, {4, 0}, {8, 8}}},
        {"orchard", {{1, 0}, {6, 0}, {34, 0}, {186, 0}, {1026, 0}, {5674, 0}, {31346, 0}}},
        {"kaseklau", {{1, 0}, {30, 0}, {870, 0}, {24360, 0}}},
        {"cant-stop", {{1, 0}, {36, 0}, {1296, 0}, {2826, 0}, {5652, 0}, {203472, 0}}},
        {"pickomino", {{1, 0}, {36, 0}, {1296, 0}, {46656, 0}}},
        {"yahtzee", {{1, 0}, {36, 0}, {7776, 0}}},
        {"pacman", {{1, 0}, {162, 0}, {24500, 0}}},
        {"bomberman", {{1, 0}, {144, 0}, {18225, 0}}}};
    for (const auto& [name, expected] : known) {
        const RuleSheet sheet = sheet_of(name);
        ASSERT_NE(sheet.wiring(), nullptr) << name;
        Machine game(*sheet.wiring());
        std::vector<Count> counts(expected.size());
        count_from(game, counts, 0);
        EXPECT_EQ(counts, expected) << name;
    }
}

// Random games: every role always has a move, the game ends, and those who play get a goal.
TEST(Games, AreWellFormed) {
    for (const std::string name :
         {"tic-tac-toe", "connect-four", "hex", "othello", "awale", "matching-pennies", "orchard", "kaseklau",
          "cant-stop", "pickomino", "yahtzee", "pacman", "bomberman"}) {
        const RuleSheet sheet = sheet_of(name);
        const gdl::Verdict verdict = gdl::check(sheet.sheet());
        EXPECT_TRUE(verdict.errors.empty() && verdict.warnings.empty()) << name;
        Machine game(*sheet.wiring());
        Rng rng(3);
        std::vector<MoveId> joint(game.roles());
        for (int i = 0; i < 10; ++i) {
            game.set_state(game.initial());
            int steps = 0;
            for (; !game.terminal() && steps < 5000; ++steps) {
                for (std::size_t role = 0; role < game.roles(); ++role) {
                    ASSERT_FALSE(game.legal(role).empty()) << name;
                    joint[role] = game.legal(role)[rng.below(game.legal(role).size())];
                }
                game.step(joint);
            }
            EXPECT_LT(steps, 5000) << name;
            for (std::size_t role = 0; role < game.roles(); ++role)
                if (game.chance_role() != role) EXPECT_TRUE(game.goal(role).has_value()) << name;
        }
    }
}

// What is worth most from here, over all roles that work together, with chance drawn.
double best_of(Machine& game, std::map<StateBits, double>& known) {
    if (game.terminal()) return *game.goal(0) / 100.0;
    const StateBits state = game.state();
    if (const auto found = known.find(state); found != known.end()) return found->second;
    double best = 0;
    if (game.chance_role() && game.legal(*game.chance_role()).size() > 1) {
        double sum = 0, draws = 0;
        for_each_successor(game, [&] {
            sum += best_of(game, known);
            ++draws;
        });
        best = sum / draws;
    } else {
        for_each_successor(game, [&] { best = std::max(best, best_of(game, known)); });
    }
    return known[state] = best;
}

TEST(Games, MatchingPenniesIsWorthAHalf) {
    const RuleSheet sheet = sheet_of("matching-pennies");
    Machine game(*sheet.wiring());
    std::map<StateBits, double> known;
    EXPECT_DOUBLE_EQ(best_of(game, known), 0.5);
}

// How often all fruit is picked in time from so many fruits and raven pieces, by who knows best or by who
// draws.
double orchard_by_numbers(std::array<int, 4> fruit, int raven, bool best,
                          std::map<std::vector<int>, double>& known) {
    std::sort(fruit.begin(), fruit.end());
    if (fruit[3] == 0) return 1;
    if (raven == 9) return 0;
    const std::vector<int> key{fruit[0], fruit[1], fruit[2], fruit[3], raven};
    if (const auto found = known.find(key); found != known.end()) return found->second;
    // A face that changes nothing is rolled again.
    double sum = 0;
    int changing = 0;
    for (int tree = 0; tree < 4; ++tree) {
        if (fruit[tree] == 0) continue;
        std::array<int, 4> fewer = fruit;
        --fewer[tree];
        sum += orchard_by_numbers(fewer, raven, best, known);
        ++changing;
    }
    sum += orchard_by_numbers(fruit, raven + 1, best, known);
    // Two picks, one after the other.
    double basket = 0, first_picks = 0;
    for (int one = 0; one < 4; ++one) {
        if (fruit[one] == 0) continue;
        std::array<int, 4> fewer = fruit;
        --fewer[one];
        double after = 0, second_picks = 0;
        for (int other = 0; other < 4; ++other) {
            if (fewer[other] == 0) continue;
            std::array<int, 4> fewest = fewer;
            --fewest[other];
            const double value = orchard_by_numbers(fewest, raven, best, known);
            after = best ? std::max(after, value) : after + value;
            ++second_picks;
        }
        if (second_picks == 0) after = 1;  // that was the last fruit
        if (!best && second_picks > 0) after /= second_picks;
        basket = best ? std::max(basket, after) : basket + after;
        ++first_picks;
    }
    if (!best) basket /= first_picks;
    return known[key] = (sum + basket) / (changing + 2);
}

TEST(Games, OrchardIsWorthWhatItsDynamicProgrammeSays) {
    std::map<std::vector<int>, double> best, drawn;
    EXPECT_NEAR(orchard_by_numbers({10, 10, 10, 10}, 0, true, best), 0.684047, 1e-6);
    const double by_chance = orchard_by_numbers({10, 10, 10, 10}, 0, false, drawn);
    const RuleSheet sheet = sheet_of("orchard");
    Lanes lanes(sheet.wiring()->circuit());
    Rng rng(1);
    const Simulation games =
        simulate(lanes, sheet.wiring()->initial(), rng, {.playouts = 40'000}, [] { return false; });
    EXPECT_NEAR(static_cast<double>(games.goal_sums[0]) / 100 / static_cast<double>(games.playouts), by_chance,
                0.01);
}

// Columns that a roll of four dice can be split into (Can't Stop): of 1296 rolls, so many offer each.
TEST(Games, CantStopOffersColumnsAsDiceDo) {
    const RuleSheet sheet = sheet_of("cant-stop");
    Machine game(*sheet.wiring());
    std::uint64_t choices = 0, rolls = 0;
    for_each_successor(game, [&] {
        for_each_successor(game, [&] {
            ++rolls;
            for (std::size_t role = 0; role < game.roles(); ++role)
                if (game.chance_role() != role && game.legal(role).size() > 1)
                    choices += game.legal(role).size();
        });
    });
    EXPECT_EQ(rolls, 1296U);
    EXPECT_EQ(choices, 2826U - 126U);  // 126 rolls leave one choice
}

}  // namespace
}  // namespace playout::ggp
