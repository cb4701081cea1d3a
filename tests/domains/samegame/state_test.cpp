#include "playout/domains/samegame/state.h"

#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <sstream>

#include "playout/base/text.h"
#include "playout/domains/samegame/recount.h"
#include "playout/search/depth_first.h"
#include "tests/folders.h"
#include "tests/problem/conformance.h"
#include "tests/search/run_algorithm.h"

namespace playout::samegame {
namespace {

using SmallState = SameGameState<Small>;
using LargeState = SameGameState<Large>;

const Rules standard_rules(Puzzle::samegame, Leftover::maastricht);

Instance board(const std::string& text, const Rules& rules = standard_rules) {
    return read_instance(text, "test", rules);
}

Instance random_board(int width, int height, int colours, const Rules& rules, std::uint64_t seed) {
    Rng rng(seed);
    return generate({width, height, colours}, rules, rng);
}

// Every puzzle, every leftover rule; one row, one column, one colour, nothing to take, a full lane, and the
// largest boards.
const std::vector<std::unique_ptr<Instance>>& sample_instances() {
    static const auto instances = [] {
        std::vector<std::unique_ptr<Instance>> made;
        const auto add = [&](Instance instance) {
            made.push_back(std::make_unique<Instance>(std::move(instance)));
        };
        std::uint64_t seed = 0;
        for (const auto puzzle : {Puzzle::samegame, Puzzle::clickomania, Puzzle::bubble_breaker})
            add(random_board(6, 5, 3, Rules(puzzle, Leftover::maastricht), ++seed));
        for (const auto leftover : {Leftover::maastricht, Leftover::formula, Leftover::none})
            add(random_board(7, 4, 4, Rules(Puzzle::samegame, leftover), ++seed));
        add(random_board(15, 15, 5, standard_rules, ++seed));
        add(random_board(16, 16, 16, standard_rules, ++seed));
        add(random_board(16, 1, 2, standard_rules, ++seed));
        add(random_board(1, 16, 2, standard_rules, ++seed));
        add(random_board(5, 5, 1, standard_rules, ++seed));
        add(board("1 2\n2 1\n"));
        add(board("7\n"));
        add(board(". 2 .\n3 2 1\n3 2 1\n"));
        return made;
    }();
    return instances;
}

template <typename Layout>
std::vector<SameGameState<Layout>> sample_roots() {
    std::vector<SameGameState<Layout>> roots;
    for (const auto& instance : sample_instances()) roots.emplace_back(*instance);
    if (Layout::side < 32) return roots;
    static const Instance full = random_board(20, 18, 16, standard_rules, 77);
    static const Instance wide = random_board(32, 3, 2, standard_rules, 78);
    roots.emplace_back(full);
    roots.emplace_back(wide);
    return roots;
}

template <typename Layout>
Outcome recounted_outcome(const SameGameState<Layout>& root, const std::vector<Move>& moves) {
    return recount<Layout>(root.instance(), moves);
}

CONFORMANCE_SUITE(SmallState, sample_roots<Small>(), recounted_outcome<Small>)
CONFORMANCE_SUITE(LargeState, sample_roots<Large>(), recounted_outcome<Large>)

TEST(SameGameState, ScoresAsThePaperDoes) {
    // Schadd et al. 2012, section 2.1: a group of 3 is worth 1 point, one of 6 is worth 16.
    const Instance six = board("1 1 1\n1 1 1\n");
    SmallState state(six);
    EXPECT_EQ(state.bound(), 1016);
    state.play(*state.parse_move("2,1"));
    EXPECT_TRUE(state.at_end());
    EXPECT_EQ(state.value(), 1016);
}

TEST(SameGameState, ChargesForLeftovers) {
    // Three cells of colour 1, two of 2 and one of 3 are left, no two of a colour side by side.
    const std::string text = "1 2 1\n2 1 3\n";
    const auto value = [&](Puzzle puzzle, Leftover leftover) {
        const Instance instance = board(text, Rules(puzzle, leftover));
        return SmallState(instance).value();
    };
    EXPECT_EQ(value(Puzzle::samegame, Leftover::maastricht), -1);
    EXPECT_EQ(value(Puzzle::samegame, Leftover::formula), -2);
    EXPECT_EQ(value(Puzzle::samegame, Leftover::none), 0);
    EXPECT_EQ(value(Puzzle::clickomania, Leftover::maastricht), 0);
    EXPECT_EQ(value(Puzzle::bubble_breaker, Leftover::maastricht), 0);
}

TEST(SameGameState, TheBoundGivesTheBonusUpForASingleCell) {
    const Instance clearable = board("1 1 2 2\n"), single = board("1 1 1 2\n");
    EXPECT_EQ(SmallState(clearable).bound(), 1000);
    EXPECT_EQ(SmallState(single).bound(), 1);
    const Instance formula = board("1 1 1 2\n", Rules(Puzzle::samegame, Leftover::formula));
    EXPECT_EQ(SmallState(formula).bound(), 0);
}

TEST(SameGameState, UnderstandsAnyCellOfAGroupAndNothingElse) {
    const Instance instance = board("1 1 2\n3 1 2\n");
    const SmallState state(instance);
    const auto move = state.parse_move("1,0");
    ASSERT_TRUE(move.has_value());
    EXPECT_EQ(state.move_text(*move), "0,1");
    EXPECT_EQ(move->size, 3);
    for (const char* text :
         {"0,0", "3,0", "0,2", "-1,0", "1", "1,", ",1", "1,0,0", "1;0", "1,0 ", "16,0", "0,16"})
        EXPECT_FALSE(state.parse_move(text).has_value()) << text;
}

// The best value by trying everything on the plain board.
std::int32_t best_value(const PlainBoard& board) {
    const std::vector<Group> groups = board.groups();
    if (groups.empty()) return board.value_at_end();
    std::int32_t best = std::numeric_limits<std::int32_t>::min();
    for (const Group& group : groups) {
        PlainBoard next = board;
        next.take(group);
        best = std::max(best, best_value(next));
    }
    return best;
}

TEST(SameGameState, AWalkKeepsUpTheMovesThatTheStateWouldGive) {
    Rng rng(12);
    for (int game = 0; game < 60; ++game) {
        const auto size = [&](int most) {
            return 1 + static_cast<int>(rng.below(static_cast<std::uint64_t>(most)));
        };
        const Instance small = random_board(size(16), size(16), size(6), standard_rules, rng.next());
        conformance::walks_offer_what_the_state_does<SmallState>({SmallState(small)});
        const Instance large = random_board(size(32), size(32), size(16), standard_rules, rng.next());
        conformance::walks_offer_what_the_state_does<LargeState>({LargeState(large)});
    }
}

// A column without groups of its own and beside others, of the colours 4 to 15.
std::vector<std::uint8_t> filler(std::size_t column) {
    std::vector<std::uint8_t> cells;
    for (std::size_t row = 0; row < 12; ++row)
        cells.push_back(static_cast<std::uint8_t>(4 + (column * 3 + row * 5) % 12));
    return cells;
}

// With fillers behind the columns, so that the board is large enough.
Instance filled_up(Columns columns) {
    while (columns.size() < 16) columns.push_back(filler(columns.size()));
    return Instance(columns, standard_rules);
}

TEST(SameGameState, SelectsAsThePaperDoes) {
    const auto selected = [](const Instance& instance) {
        const SmallState state(instance);
        std::vector<Move> moves;
        state.legal_moves(moves);
        state.select(moves);
        std::vector<int> colours;
        for (const Move move : moves) colours.push_back(state.position().colour_at(move.cell));
        return colours;
    };
    const std::vector<std::uint8_t> ones(8, 1), twos(6, 2), no_group{2, 3, 2};
    // Colour 1 is the most frequent one. It has two groups: neither may be played.
    EXPECT_EQ(selected(filled_up({ones, twos, ones})), (std::vector<int>{2}));
    // A single group may.
    EXPECT_EQ(selected(filled_up({std::vector<std::uint8_t>(12, 1), twos})), (std::vector<int>{1, 2}));
    // So may both where there is nothing else to play.
    EXPECT_EQ(selected(filled_up({ones, no_group, ones})), (std::vector<int>{1, 1}));
    // On a small board nothing is left out.
    EXPECT_EQ(selected(Instance({ones, twos, ones}, standard_rules)), (std::vector<int>{1, 2, 1}));
}

TEST(SameGameState, SelectsPairsOfTheSparedColourAfterTenMoves) {
    const std::vector<std::uint8_t> pairs{2, 2, 3, 3, 2, 2, 3, 3, 16, 16, 2, 2}, ones(9, 1), pair(2, 1);
    const Instance instance = filled_up(
        {pairs, filler(1), pairs, filler(3), pairs, filler(5), ones, filler(7), ones, filler(9), pair});
    ASSERT_EQ(instance.main_colour(), 1);
    SmallState state(instance);
    int played = 0, allowed_pairs = 0, spared_groups = 0;
    for (; !state.at_end() && played <= 12; ++played) {
        std::vector<Move> moves, kept;
        state.legal_moves(moves);
        kept = moves;
        state.select(kept);
        for (const Move move : moves) {
            const bool is_kept = std::find(kept.begin(), kept.end(), move) != kept.end();
            const bool is_one = state.position().colour_at(move.cell) == 1;
            EXPECT_EQ(is_kept, !is_one || (played > 10 && move.size == 2)) << "after " << played << " moves";
            allowed_pairs += is_one && is_kept;
            spared_groups += is_one && !is_kept;
        }
        state.play(kept.front());
    }
    EXPECT_GT(played, 11);
    EXPECT_GT(allowed_pairs, 0);
    EXPECT_GT(spared_groups, 0);
}

TEST(SameGameState, BranchAndBoundFindsWhatBruteForceFinds) {
    for (const auto puzzle : {Puzzle::samegame, Puzzle::clickomania, Puzzle::bubble_breaker})
        for (std::uint64_t seed = 1; seed <= 12; ++seed) {
            const Instance instance =
                random_board(4, 4, seed % 2 ? 2 : 3, Rules(puzzle, Leftover::formula), seed);
            const auto found = run_algorithm<DepthFirstSearch>(SmallState(instance));
            EXPECT_TRUE(found.optimal());
            EXPECT_EQ(found.value(), best_value(PlainBoard(instance)));
        }
}

std::string board_file(int number) {
    std::string digits = std::to_string(number);
    if (number < 10) digits.insert(0, "0");
    return data_folder("samegame") + "/standard-" + digits + ".txt";
}

TEST(SameGameData, TheBuiltInBoardIsBoardOneOfTheStandardSet) {
    if (data_folder("samegame").empty()) GTEST_SKIP() << "PLAYOUT_DATA is not set";
    const Instance read = read_instance(read_text_file(board_file(1)), "board 1", standard_rules);
    EXPECT_EQ(to_text(standard_board(standard_rules)), to_text(read));
}

// Games of another program, with what each is worth.
TEST(SameGameData, ForeignSolutionsReplayToTheirScores) {
    if (data_folder("samegame").empty()) GTEST_SKIP() << "PLAYOUT_DATA is not set";
    std::istringstream lines(read_text_file(data_folder("samegame") + "/solutions-nan0S.txt"));
    double total = 0;
    int games = 0;
    int number = 0;
    double expected = 0;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string word;
        if (line.starts_with("# board")) {
            words >> word >> word >> number >> word >> expected;
        } else if (!line.empty() && line[0] != '#') {
            const Instance instance =
                read_instance(read_text_file(board_file(number)), board_file(number), standard_rules);
            SmallState state(instance);
            for (std::string text; words >> text;) {
                const auto move = state.parse_move(text);
                ASSERT_TRUE(move.has_value()) << "board " << number << " " << text;
                state.play(*move);
            }
            EXPECT_TRUE(state.at_end());
            EXPECT_EQ(state.value(), expected) << "board " << number;
            total += state.value();
            ++games;
        }
    }
    EXPECT_EQ(games, 20);
    EXPECT_EQ(total, 72665);
}

}  // namespace
}  // namespace playout::samegame
