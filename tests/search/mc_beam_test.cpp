#include "playout/search/mc_beam.h"

#include <gtest/gtest.h>

#include "tests/search/run_algorithm.h"
#include "tests/search/toys.h"

namespace playout {
namespace {

TEST(McBeam, ProvesWhatAPassThatLeavesNothingOutHasSeen) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const CostTable table = random_table(5, 3, seed);
        const auto result = run_algorithm<McBeam>(BareToy(table), {.width = 1, .games = 1});
        EXPECT_TRUE(result.optimal());
        EXPECT_EQ(result.value(), best_by_enumeration(BareToy(table)).value);
        EXPECT_GT(result.statistic("passes"), 1);
    }
}

TEST(McBeam, EndsAfterItsPasses) {
    const CostTable table = random_table(12, 4, 1);
    const auto result = run_algorithm<McBeam>(BareToy(table), {.width = 3, .passes = 2});
    EXPECT_FALSE(result.optimal());
    EXPECT_EQ(result.statistic("passes"), 2);
}

// Its playouts are better than as many from the start.
TEST(McBeam, IsBetterThanPlayoutsAlone) {
    double beams = 0, playouts = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const CostTable table = random_table(15, 5, seed);
        const auto found = run_algorithm<McBeam>(BareToy(table), {.width = 5, .passes = 1});
        beams += found.value();
        OpenRun<BareToy> open(BareToy(table), seed, {.playouts = found.playouts});
        while (!open.run.over()) {
            BareToy state = open.run.root();
            std::vector<int> moves;
            RunGuard<BareToy> guard(open.run, false);
            if (!open.strategy.playout(state, moves, open.rng, guard)) break;
            open.budget.count_playout();
            open.run.offer(state, moves);
        }
        playouts += open.shared.best()->value;
    }
    EXPECT_LT(beams, playouts);
}

// Steps of one or two up to ten; every single step costs three, a double one four, but one stair is free. A
// layer by the number of moves has those who took double steps before all others.
class Stairs {
  public:
    using Move = int;
    static Sense sense() { return Sense::minimise; }
    bool at_end() const { return height_ >= 10; }
    void legal_moves(std::vector<int>& moves) const {
        if (!at_end()) moves.push_back(1);
        if (height_ < 9) moves.push_back(2);
    }
    void play(int steps) {
        cost_ += steps == 1 ? 3 : 4;
        height_ += steps;
        if (steps == 1 && height_ == 5) cost_ -= 6;
    }
    double value() const { return cost_; }
    std::string move_text(int steps) const { return std::to_string(steps); }
    std::optional<int> parse_move(std::string_view text) const {
        if (text == "1" && !at_end()) return 1;
        if (text == "2" && height_ < 9) return 2;
        return std::nullopt;
    }
    std::int64_t stage() const { return height_; }

  private:
    int height_ = 0;
    int cost_ = 0;
};

TEST(McBeam, ComparesStatesOfOneStage) {
    OpenRun<Stairs> open{Stairs()};
    Scores scores(Sense::minimise);
    McBeamPass<Stairs> pass(open.run, scores, {.games = 8}, 4);
    while (pass.step()) {
    }
    EXPECT_EQ(open.shared.best()->value, best_by_enumeration(Stairs()).value);
}

}  // namespace
}  // namespace playout
