#include "playout/domains/snake/two_ends.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <stdexcept>

#include "playout/domains/snake/recount.h"
#include "tests/problem/conformance.h"

namespace playout::snake {
namespace {

const Instance& mirrored(int dimension, int spread, int moves, Middle middle) {
    static std::map<std::tuple<int, int, int, Middle>, std::unique_ptr<Instance>> made;
    auto& found = made[{dimension, spread, moves, middle}];
    if (!found) found = std::make_unique<Instance>(Kind::snake, dimension, spread, 0, Mirror{moves, middle});
    return *found;
}

std::vector<TwoEnds> roots() {
    std::vector<TwoEnds> roots;
    for (const Middle middle : {Middle::node, Middle::edge})
        for (const auto& [dimension, spread, moves] : std::vector<std::array<int, 3>>{
                 {2, 2, 1}, {3, 2, 9}, {5, 2, 3}, {6, 5, 1}, {8, 2, 30}, {9, 3, 5}, {10, 4, 1}, {16, 16, 4}})
            roots.emplace_back(mirrored(dimension, spread, moves, middle));
    return roots;
}

Outcome recounted(const TwoEnds& root, const std::vector<TwoEnds::Move>& moves) {
    return recount(root.instance(), from_end_to_end(root.instance(), moves));
}

CONFORMANCE_SUITE(TwoEnds, roots(), recounted)

// All games, as whole paths; the bound of every state against the best end below it.
double all_paths(const TwoEnds& state, std::vector<TwoEnds::Move>& moves, std::set<std::vector<int>>& paths) {
    std::vector<TwoEnds::Move> legal;
    state.legal_moves(legal);
    double best = state.at_end() ? state.value() : 0;
    if (state.at_end()) paths.insert(from_end_to_end(state.instance(), moves));
    for (const auto move : legal) {
        TwoEnds child = state;
        child.play(move);
        moves.push_back(move);
        best = std::max(best, all_paths(child, moves, paths));
        moves.pop_back();
    }
    EXPECT_LE(best, state.bound());
    return best;
}

// With bits named in the order in which the path flips them.
std::vector<int> renamed(const std::vector<int>& bits) {
    std::map<int, int> names;
    std::vector<int> found;
    for (const int bit : bits)
        found.push_back(names.insert({bit, static_cast<int>(names.size())}).first->second);
    return found;
}

// Every snake of the definition, in canonical names.
template <typename Visit>
void all_snakes(std::vector<int>& bits, int used, int dimension, int spread, Visit visit) {
    if (!plainly_a_snake(bits, spread)) return;
    visit(bits);
    for (int bit = 0; bit < std::min(used + 1, dimension); ++bit) {
        bits.push_back(bit);
        all_snakes(bits, std::max(used, bit + 1), dimension, spread, visit);
        bits.pop_back();
    }
}

// Whether some exchange of bits in pairs, with as many pairs as there can be, turns the halves into each other.
bool is_mirrored(const std::vector<int>& bits, int dimension) {
    std::map<int, int> partner;
    const std::size_t length = bits.size();
    if (length % 2 == 1) partner[bits[length / 2]] = bits[length / 2];
    for (std::size_t i = 0; i < length; ++i) {
        const int left = bits[i], right = bits[length - 1 - i];
        if (partner.insert({left, right}).first->second != right) return false;
    }
    std::set<int> singles;
    for (const auto& [bit, other] : partner)
        if (bit == other) singles.insert(bit);
    const int allowed = length % 2 == 1 ? (dimension % 2 == 1 ? 1 : 2) : dimension % 2;
    return std::ssize(singles) <= allowed;
}

// Mirrored snakes that no mirrored move makes longer, found among all snakes, against the games up to the end
// of the mirror.
TEST(TwoEnds, MirroredMovesMakeExactlyTheMirroredSnakes) {
    for (const auto& [dimension, spread] :
         std::vector<std::pair<int, int>>{{2, 2}, {3, 2}, {4, 2}, {4, 3}, {5, 3}, {6, 4}, {5, 4}, {7, 5}}) {
        std::set<std::vector<int>> expected, found;
        std::vector<int> bits;
        all_snakes(bits, 0, dimension, spread, [&](const std::vector<int>& path) {
            if (is_mirrored(path, dimension)) expected.insert(path);
        });
        for (const Middle middle : {Middle::node, Middle::edge}) {
            const auto visit = [&](auto&& self, const TwoEnds& state,
                                   std::vector<TwoEnds::Move>& moves) -> void {
                const std::vector<int> path = from_end_to_end(state.instance(), moves);
                EXPECT_EQ(std::ssize(path), state.value());
                found.insert(renamed(path));
                found.insert(renamed({path.rbegin(), path.rend()}));
                std::vector<TwoEnds::Move> legal;
                if (state.mirrors()) state.legal_moves(legal);
                for (const auto move : legal) {
                    TwoEnds child = state;
                    child.play(move);
                    moves.push_back(move);
                    self(self, child, moves);
                    moves.pop_back();
                }
            };
            std::vector<TwoEnds::Move> moves;
            visit(visit, TwoEnds(mirrored(dimension, spread, 1000, middle)), moves);
        }
        EXPECT_EQ(found, expected) << dimension << " " << spread;
    }
}

// After one mirrored move nearly everything is free: the longest snakes are there, and no bound is too low.
TEST(TwoEnds, FreeMovesFindTheLongestOfSmallCubes) {
    const auto longest = [](int dimension, int spread, int mirror) {
        double best = 0;
        for (const Middle middle : {Middle::node, Middle::edge}) {
            std::vector<TwoEnds::Move> moves;
            std::set<std::vector<int>> paths;
            best =
                std::max(best, all_paths(TwoEnds(mirrored(dimension, spread, mirror, middle)), moves, paths));
            for (const auto& path : paths) EXPECT_TRUE(plainly_a_snake(path, spread));
        }
        return best;
    };
    EXPECT_EQ(longest(3, 2, 1), 4);
    EXPECT_EQ(longest(4, 2, 1), 7);
    EXPECT_EQ(longest(5, 3, 1), 7);
    EXPECT_EQ(longest(6, 3, 2), 13);
    EXPECT_EQ(longest(6, 4, 1), 8);
    EXPECT_EQ(longest(7, 4, 2), 11);
}

TEST(TwoEnds, EndsMoveByTurnsAfterTheMirror) {
    TwoEnds state(mirrored(5, 2, 2, Middle::node));
    EXPECT_TRUE(state.mirrors());
    EXPECT_FALSE(state.parse_move("1"));  // the first of a pair comes first
    for (const char* text : {"0", "2"}) state.play(*state.parse_move(text));
    EXPECT_FALSE(state.mirrors());
    EXPECT_EQ(state.value(), 4);
    EXPECT_EQ(state.head(0), 0b00101U);
    EXPECT_EQ(state.head(1), 0b01010U);
    EXPECT_EQ(state.mover(), 0U);
    state.play(*state.parse_move("1"));
    EXPECT_EQ(state.mover(), 1U);
    EXPECT_EQ(state.head(0), 0b00111U);
}

TEST(TwoEnds, BadMirrorsAreRefused) {
    EXPECT_THROW(Instance(Kind::coil, 5, 2, 0, Mirror{3, Middle::node}), std::invalid_argument);
    EXPECT_THROW(Instance(Kind::snake, 1, 2, 0, Mirror{3, Middle::node}), std::invalid_argument);
    EXPECT_THROW(Instance(Kind::snake, 5, 2, 0, Mirror{0, Middle::edge}), std::invalid_argument);
    EXPECT_THROW(Instance(Kind::snake, 5, 2, 0, Mirror{-1, Middle::node}), std::invalid_argument);
}

}  // namespace
}  // namespace playout::snake
