#include "playout/domains/snake/state.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>

#include "playout/base/text.h"
#include "playout/domains/snake/recount.h"
#include "tests/problem/conformance.h"

namespace playout::snake {
namespace {

using SmallState = SnakeState<Small>;
using LargeState = SnakeState<Large>;

const Instance& instance(Kind kind, int dimension, int spread) {
    static std::map<std::tuple<Kind, int, int>, std::unique_ptr<Instance>> made;
    auto& found = made[{kind, dimension, spread}];
    if (!found) found = std::make_unique<Instance>(kind, dimension, spread);
    return *found;
}

template <typename S>
std::vector<S> roots(const std::vector<std::pair<int, int>>& sizes) {
    std::vector<S> roots;
    for (const auto& [dimension, spread] : sizes)
        for (const Kind kind : {Kind::snake, Kind::coil})
            if (dimension >= fewest_dimensions(kind)) roots.emplace_back(instance(kind, dimension, spread));
    return roots;
}

template <typename S>
std::vector<int> bits_of(const std::vector<typename S::Move>& moves) {
    std::vector<int> bits;
    for (const auto move : moves) bits.push_back(move.bit);
    return bits;
}

template <typename S>
Outcome recounted(const S& root, const std::vector<typename S::Move>& moves) {
    return recount(root.instance(), bits_of<S>(moves));
}

CONFORMANCE_SUITE(
    SmallState,
    roots<SmallState>({{1, 2}, {2, 2}, {3, 2}, {3, 9}, {4, 3}, {5, 2}, {6, 3}, {7, 2}, {8, 4}, {9, 3}}),
    recounted<SmallState>)
CONFORMANCE_SUITE(LargeState, roots<LargeState>({{3, 2}, {5, 3}, {6, 2}, {10, 4}, {11, 7}, {12, 3}, {16, 16}}),
                  recounted<LargeState>)

// Every path in canonical order, by the definition alone: `visit(bits)` sees those that obey it.
template <typename Visit>
void all_paths(std::vector<int>& bits, const Instance& instance, Visit visit) {
    if (!plainly_a_snake(bits, instance.spread())) return;
    visit(bits);
    const int used = bits.empty() ? 0 : *std::max_element(bits.begin(), bits.end()) + 1;
    for (int bit = 0; bit < std::min(used + 1, instance.dimension()); ++bit) {
        bits.push_back(bit);
        all_paths(bits, instance, visit);
        bits.pop_back();
    }
}

template <typename S, typename Visit>
void all_games(const S& state, std::vector<int>& bits, Visit visit) {
    visit(state, bits);
    std::vector<typename S::Move> moves;
    state.legal_moves(moves);
    for (const auto move : moves) {
        S child = state;
        child.play(move);
        bits.push_back(move.bit);
        all_games(child, bits, visit);
        bits.pop_back();
    }
}

const std::vector<std::pair<int, int>> small_sizes = {{1, 2}, {2, 2}, {2, 5}, {3, 2}, {3, 3}, {3, 4}, {4, 2},
                                                      {4, 3}, {4, 4}, {4, 7}, {5, 3}, {5, 4}, {6, 4}, {6, 5}};

TEST(SnakeState, HasExactlyTheSnakesOfTheDefinition) {
    for (const auto& [dimension, spread] : small_sizes) {
        const Instance& cube = instance(Kind::snake, dimension, spread);
        std::set<std::vector<int>> expected, found;
        std::vector<int> bits;
        all_paths(bits, cube, [&](const std::vector<int>& path) { expected.insert(path); });
        all_games(SmallState(cube), bits,
                  [&](const SmallState&, const std::vector<int>& path) { found.insert(path); });
        EXPECT_EQ(found, expected) << dimension << " " << spread;
        std::set<std::vector<int>> large;
        all_games(LargeState(cube), bits,
                  [&](const LargeState&, const std::vector<int>& path) { large.insert(path); });
        EXPECT_EQ(large, expected) << dimension << " " << spread;
    }
}

// A coil seen from each of its nodes; paths of the definition that can be closed in one more step.
TEST(SnakeState, HasExactlyTheCoilsOfTheDefinition) {
    for (const auto& [dimension, spread] : small_sizes) {
        if (dimension < 2) continue;
        const Instance& cube = instance(Kind::coil, dimension, spread);
        std::set<std::vector<int>> expected, found;
        // Without its last spread - 1 steps a coil is a snake; these few are tried out.
        const int reach = std::min(spread, dimension), open_steps = reach - 1, shortest = 2 * reach;
        const auto close = [&](auto&& self, std::vector<int>& path, int steps) -> void {
            if (std::ssize(path) >= shortest && plainly_a_coil(path, spread)) expected.insert(path);
            if (steps == 0) return;
            const int used = path.empty() ? 0 : *std::max_element(path.begin(), path.end()) + 1;
            for (int bit = 0; bit < std::min(used + 1, dimension); ++bit) {
                path.push_back(bit);
                self(self, path, steps - 1);
                path.pop_back();
            }
        };
        std::vector<int> bits;
        all_paths(bits, cube, [&](const std::vector<int>& path) {
            std::vector<int> copy = path;
            close(close, copy, open_steps + 1);
        });
        all_games(SmallState(cube), bits, [&](const SmallState& state, const std::vector<int>& path) {
            if (state.closed()) found.insert(path);
        });
        EXPECT_EQ(found, expected) << dimension << " " << spread;
        EXPECT_FALSE(expected.empty());
    }
}

// Coils whose second half flips the same bits as the first, found among all coils, against those of the state
// with that axis; the bound and the selection too.
template <typename S>
double best_below(const S& state);

TEST(SnakeState, HasExactlyTheCoilsWithAnAxis) {
    int with_axis = 0;
    for (const auto& [dimension, spread] : std::vector<std::pair<int, int>>{
             {3, 2}, {4, 2}, {5, 2}, {4, 3}, {5, 3}, {6, 3}, {6, 4}, {7, 4}, {7, 3}, {4, 7}}) {
        std::map<Node, std::set<std::vector<int>>> expected;
        std::vector<int> bits;
        all_games(
            SmallState(instance(Kind::coil, dimension, spread)), bits,
            [&](const SmallState& state, const std::vector<int>& path) {
                const auto half = std::ssize(path) / 2;
                if (!state.closed() || !std::equal(path.begin(), path.begin() + half, path.begin() + half))
                    return;
                if (half < 2 * std::min(dimension, spread)) return;
                const std::vector<int> first(path.begin(), path.begin() + half);
                expected[nodes_of(first).back()].insert(first);
            });
        for (Node axis = 1; axis < Node{1} << dimension; ++axis) {
            if (weight(axis) < std::min(dimension, spread)) {
                EXPECT_EQ(expected.count(axis), 0U);
                continue;
            }
            const Instance cube(Kind::coil, dimension, spread, axis);
            std::set<std::vector<int>> found;
            all_games(SmallState(cube), bits, [&](const SmallState& state, const std::vector<int>& path) {
                if (!state.closed()) return;
                found.insert(path);
                EXPECT_EQ(state.value(), 2 * std::ssize(path));
            });
            EXPECT_EQ(found, expected[axis]) << dimension << " " << spread << " " << axis;
            with_axis += static_cast<int>(found.size());
            best_below(SmallState(cube));
        }
    }
    EXPECT_GT(with_axis, 15);
    EXPECT_THROW(Instance(Kind::snake, 5, 2, 7), std::invalid_argument);
    EXPECT_THROW(Instance(Kind::coil, 5, 3, 3), std::invalid_argument);
    EXPECT_THROW(Instance(Kind::coil, 5, 3, 32), std::invalid_argument);
}

// Parts of coils that are turned onto each other: all paths to where the second part begins, whose turned
// copies make a coil by the definition.
TEST(SnakeState, HasExactlyTheCoilsWithATurn) {
    Rng rng(4);
    std::map<int, int> found_by_fold;
    for (const auto& [dimension, spread] :
         std::vector<std::pair<int, int>>{{4, 2}, {5, 2}, {5, 3}, {6, 3}, {6, 4}, {6, 2}}) {
        for (int trial = 0, valid = 0; trial < 20'000 && valid < 400; ++trial) {
            std::vector<int> turn(static_cast<std::size_t>(dimension));
            std::iota(turn.begin(), turn.end(), 0);
            for (std::size_t i = turn.size(); i > 1; --i) std::swap(turn[i - 1], turn[rng.below(i)]);
            const auto axis = static_cast<std::int64_t>(rng.below(std::uint64_t{1} << dimension));
            std::optional<Instance> cube;
            try {
                cube.emplace(Kind::coil, dimension, spread, axis, Mirror{}, turn);
            } catch (const std::invalid_argument&) {
                continue;  // the parts begin too near to each other
            }
            if (dimension == 6 && spread == 2 && cube->fold() == 2) continue;  // too many to list
            ++valid;
            const int longest = (1 << (dimension - 1)) / cube->fold();  // of all nodes half at most
            const int shortest = 2 * std::min(dimension, spread);
            std::set<std::vector<int>> expected, found;
            const auto extend = [&](auto&& self, std::vector<int>& part) -> void {
                if (std::ssize(part) > longest || !plainly_a_snake(part, spread)) return;
                if (std::ssize(part) >= shortest && nodes_of(part).back() == cube->home()) {
                    std::vector<int> coil = part;
                    while (std::ssize(coil) < std::ssize(part) * cube->fold())
                        coil.push_back(turn[static_cast<std::size_t>(coil[coil.size() - part.size()])]);
                    if (plainly_a_coil(coil, spread)) expected.insert(part);
                }
                const int used = part.empty() ? 0 : *std::max_element(part.begin(), part.end()) + 1;
                for (int bit = 0; bit < std::min(used + 1, dimension); ++bit) {
                    part.push_back(bit);
                    self(self, part);
                    part.pop_back();
                }
            };
            std::vector<int> bits;
            extend(extend, bits);
            all_games(SmallState(*cube), bits, [&](const SmallState& state, const std::vector<int>& path) {
                if (!state.closed()) return;
                found.insert(path);
                EXPECT_EQ(state.value(), cube->fold() * std::ssize(path));
            });
            EXPECT_EQ(found, expected) << to_text(*cube);
            found_by_fold[cube->fold()] += static_cast<int>(found.size());
            best_below(SmallState(*cube));
        }
    }
    EXPECT_GT(found_by_fold[2], 20);
    EXPECT_GT(found_by_fold[3], 0);
    EXPECT_GT(found_by_fold[4], 2);
    EXPECT_THROW(Instance(Kind::coil, 3, 2, 7, {}, {0, 1, 1}), std::invalid_argument);
    EXPECT_THROW(Instance(Kind::coil, 3, 2, 0, {}, {0, 2, 1}), std::invalid_argument);
}

// The best end below every state of a small cube against its bound, and what select() leaves against all moves.
template <typename S>
double best_below(const S& state) {
    double best = state.at_end() && state.violation() == 0 ? state.value() : -1;
    std::vector<typename S::Move> moves, selected;
    state.legal_moves(moves);
    selected = moves;
    state.select(selected);
    double best_selected = best;
    for (const auto move : moves) {
        S child = state;
        child.play(move);
        const double below = best_below(child);
        best = std::max(best, below);
        if (std::find(selected.begin(), selected.end(), move) != selected.end())
            best_selected = std::max(best_selected, below);
    }
    EXPECT_EQ(best_selected, best);  // what was left out leads nowhere
    EXPECT_LE(best, state.bound());
    return best;
}

TEST(SnakeState, BoundAndSelectionNeverLoseTheBest) {
    for (const auto& [dimension, spread] : small_sizes)
        for (const Kind kind : {Kind::snake, Kind::coil})
            if (dimension >= fewest_dimensions(kind)) best_below(SmallState(instance(kind, dimension, spread)));
    best_below(SmallState(instance(Kind::coil, 5, 2)));
    best_below(SmallState(instance(Kind::snake, 5, 2)));
    best_below(SmallState(instance(Kind::coil, 6, 3)));
    // More than one word, and many.
    for (const Kind kind : {Kind::snake, Kind::coil}) {
        for (const auto& [dimension, spread] : std::vector<std::pair<int, int>>{{7, 4}, {7, 5}, {8, 5}, {9, 6}})
            best_below(SmallState(instance(kind, dimension, spread)));
        for (const auto& [dimension, spread] :
             std::vector<std::pair<int, int>>{{6, 4}, {8, 5}, {10, 7}, {11, 8}})
            best_below(LargeState(instance(kind, dimension, spread)));
    }
}

// With spread 2 a selected move of a coil never leads into a dead end.
TEST(SnakeState, SelectedMovesOfACoilLeadHome) {
    Rng rng(4);
    for (const int dimension : {4, 5, 6, 7, 8})
        for (int game = 0; game < 50; ++game) {
            SmallState state(instance(Kind::coil, dimension, 2));
            std::vector<SmallState::Move> moves;
            while (!state.at_end()) {
                state.legal_moves(moves);
                state.select(moves);
                state.play(moves[rng.below(moves.size())]);
            }
            EXPECT_EQ(state.violation(), 0);
        }
}

// The longest by exhaustion (OEIS A099155 and A000937; Cazenave and Edelkamp, Tables 2 and 3).
TEST(SnakeState, LongestOfSmallCubes) {
    const auto longest = [](Kind kind, int dimension, int spread) {
        double best = 0;
        std::vector<int> bits;
        all_games(SmallState(instance(kind, dimension, spread)), bits,
                  [&](const SmallState& state, const std::vector<int>&) {
                      if (state.at_end() && state.violation() == 0) best = std::max(best, state.value());
                  });
        return best;
    };
    EXPECT_EQ(longest(Kind::snake, 1, 2), 1);
    EXPECT_EQ(longest(Kind::snake, 3, 2), 4);
    EXPECT_EQ(longest(Kind::snake, 5, 2), 13);
    EXPECT_EQ(longest(Kind::snake, 6, 3), 13);
    EXPECT_EQ(longest(Kind::snake, 3, 5), 3);
    EXPECT_EQ(longest(Kind::snake, 7, 4), 11);
    EXPECT_EQ(longest(Kind::coil, 3, 2), 6);
    EXPECT_EQ(longest(Kind::coil, 5, 2), 14);
    EXPECT_EQ(longest(Kind::coil, 6, 3), 16);
    EXPECT_EQ(longest(Kind::coil, 4, 7), 8);
    EXPECT_EQ(longest(Kind::coil, 7, 4), 14);
}

// Pieces of a path in 16 nodes, over all sets of nodes: connected ones are snakes, others are far apart.
int max_in_four(int spread) {
    int most = 0;
    for (unsigned set = 1; set < 1U << 16; ++set) {
        if (std::popcount(set) <= most) continue;
        std::map<Node, int> piece, place;
        int pieces = 0;
        bool right = true;
        const auto neighbours = [&](Node node) {
            std::vector<Node> found;
            for (int bit = 0; bit < 4; ++bit)
                if ((set >> (node ^ 1U << bit) & 1) != 0) found.push_back(node ^ 1U << bit);
            return found;
        };
        for (Node start = 0; start < 16 && right; ++start) {
            if ((set >> start & 1) == 0 || piece.count(start) != 0 || neighbours(start).size() > 1) continue;
            ++pieces;
            Node node = start;
            for (int step = 0;; ++step) {
                piece[node] = pieces;
                place[node] = step;
                bool went = false;
                for (const Node next : neighbours(node))
                    if (piece.count(next) == 0) {
                        node = next;
                        went = true;
                        break;
                    }
                if (!went) break;
            }
        }
        right = static_cast<int>(piece.size()) == std::popcount(set);  // or there is a cycle
        for (const auto& [node, own] : piece)
            for (const auto& [other, others] : piece) {
                const int distance = std::popcount(node ^ other);
                if (distance >= spread) continue;
                right = right && own == others && std::abs(place[node] - place[other]) == distance;
            }
        if (right) most = std::popcount(set);
    }
    return most;
}

TEST(SnakeInstance, KnowsHowManyNodesFitIntoFourDimensions) {
    for (const int spread : {2, 3, 4, 5})
        EXPECT_EQ(instance(Kind::snake, 8, spread).max_in_four(), max_in_four(spread)) << spread;
    EXPECT_GE(instance(Kind::coil, 8, 3).max_in_four(), 8);
}

TEST(SnakeState, OnlyLegalBitsHaveNames) {
    SmallState state(instance(Kind::snake, 4, 2));
    EXPECT_FALSE(state.parse_move("1"));  // 0 comes first
    EXPECT_FALSE(state.parse_move("x"));
    EXPECT_FALSE(state.parse_move("-1"));
    ASSERT_TRUE(state.parse_move("0"));
    state.play(*state.parse_move("0"));
    EXPECT_FALSE(state.parse_move("0"));  // no way back
    EXPECT_TRUE(state.parse_move("1"));
}

}  // namespace
}  // namespace playout::snake
