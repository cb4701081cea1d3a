#include "playout/domains/snake/repair.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "playout/domains/snake/neighbourhood.h"
#include "playout/domains/snake/recount.h"
#include "playout/search/playout.h"
#include "tests/base/by_memory.h"

namespace playout::snake {
namespace {

std::vector<int> random_snake(const Instance& instance, Rng& rng) {
    SnakeState<Large> state(instance);
    std::vector<SnakeState<Large>::Move> moves;
    std::vector<int> bits;
    while (!state.at_end()) {
        state.legal_moves(moves);
        const auto move = moves[rng.below(moves.size())];
        bits.push_back(move.bit);
        state.play(move);
    }
    return bits;
}

int plainly_free(const Instance& instance, const std::vector<int>& bits) {
    const std::vector<Node> path = nodes_of(bits);
    int count = 0;
    for (Node node = 0; node < instance.nodes(); ++node)
        count += std::none_of(path.begin(), path.end(),
                              [&](Node other) { return weight(node ^ other) < instance.reach(); });
    return count;
}

bool names_bits_in_order(const std::vector<int>& bits) {
    int next = 0;
    for (const int bit : bits) {
        if (bit > next) return false;
        next = std::max(next, bit + 1);
    }
    return true;
}

// Whether changes are accepted or not, what stands is a snake, and counted as such.
TEST(PathRepair, MakesSnakes) {
    for (const auto& [dimension, spread] :
         {std::pair{1, 2}, {2, 2}, {3, 2}, {4, 3}, {6, 2}, {7, 2}, {7, 4}, {5, 9}}) {
        const Instance instance(Kind::snake, dimension, spread);
        Rng rng(static_cast<std::uint64_t>(dimension));
        int found = 0, longer = 0;
        for (int game = 0; game < 10; ++game) {
            PathRepair repair(instance);
            std::vector<int> bits = random_snake(instance, rng);
            repair.begin(bits);
            for (int i = 0; i < 200; ++i) {
                if (!repair.change(rng)) continue;
                ++found;
                const std::vector<int> changed = repair.bits();
                ASSERT_TRUE(plainly_a_snake(changed, spread)) << dimension << ' ' << spread;
                ASSERT_TRUE(names_bits_in_order(changed));
                ASSERT_EQ(repair.length(), static_cast<int>(changed.size()));
                ASSERT_EQ(repair.free_nodes(), plainly_free(instance, changed));
                longer += changed.size() > bits.size();
                if (rng.below(3) > 0) continue;
                repair.accept();
                bits = changed;
            }
        }
        if (dimension >= 6 && spread == 2) EXPECT_GT(longer, 50);
        if (dimension >= 6 && spread == 2) EXPECT_GT(found, 500);
    }
}

TEST(SnakeNeighbourhood, SavedAndLoadedIsTheSame) {
    const Instance instance(Kind::snake, 6, 2);
    const SnakeState<Small> root(instance);
    ASSERT_TRUE(Neighbourhood<Small>::suits(root));
    UniformPlayout<SnakeState<Small>> strategy;
    struct Never final : PlayoutGuard<SnakeState<Small>> {
        bool gives_up(const SnakeState<Small>&) override { return false; }
    } guard;
    Rng rng(3);
    Neighbourhood<Small> games(root, strategy);
    std::vector<SnakeState<Small>::Move> moves;
    for (const int bit : random_snake(instance, rng)) moves.push_back({static_cast<std::uint8_t>(bit)});
    games.begin(moves, guard);
    for (int i = 0; i < 50; ++i)
        if (games.change(rng, guard, 0) && rng.below(2) == 0) games.accept();
    const std::string text = saved_by_memory(games);
    Neighbourhood<Small> loaded(root, strategy);
    load_by_memory(loaded, text);
    Rng other = rng;
    int found = 0;
    for (int i = 0; i < 300; ++i) {
        const bool finished = games.change(rng, guard, 0);
        ASSERT_EQ(finished, loaded.change(other, guard, 0));
        if (!finished) continue;
        ++found;
        ASSERT_EQ(games.moves(), loaded.moves());
        ASSERT_TRUE(games.end().at_end());
        ASSERT_EQ(games.outcome().value, games.end().value());
        ASSERT_EQ(games.smooth_value(), games.end().smooth_value());
        if (i % 4 > 0) continue;
        games.accept();
        loaded.accept();
    }
    EXPECT_GT(found, 100);
}

TEST(SnakeNeighbourhood, SuitsWholeSnakesOnly) {
    const Instance coil(Kind::coil, 6, 2), cube(Kind::snake, 6, 2);
    EXPECT_FALSE(Neighbourhood<Small>::suits(SnakeState<Small>(coil)));
    SnakeState<Small> state(cube);
    state.play({0});
    EXPECT_FALSE(Neighbourhood<Small>::suits(state));
}

}  // namespace
}  // namespace playout::snake
