#include "playout/search/limited_discrepancy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/search/run_algorithm.h"
#include "tests/search/toys.h"

namespace playout {
namespace {

// How often a game of numbered moves departs from the heuristic, which takes move 0.
struct Ends {
    std::vector<int> discrepancies;
    std::vector<std::vector<int>> games;
};

// A tree of depth 4 with three moves at every node, best first; every end is as good as any, and is remembered.
class Recorder {
  public:
    using Move = int;
    explicit Recorder(Ends& ends) : ends_(&ends) {}
    static constexpr Sense sense() { return Sense::minimise; }
    bool at_end() const { return path_.size() == 4; }
    void legal_moves(std::vector<Move>& moves) const {
        moves.clear();
        if (!at_end()) moves = {0, 1, 2};
    }
    void play(Move move) { path_.push_back(move); }
    double value() const {
        int sum = 0;
        for (const int move : path_) sum += move;
        if (ends_->games.empty() || ends_->games.back() != path_) {
            ends_->games.push_back(path_);
            ends_->discrepancies.push_back(sum);
        }
        return 1;
    }
    std::string move_text(Move move) const { return std::to_string(move); }
    std::optional<Move> parse_move(std::string_view) const { return std::nullopt; }

  private:
    Ends* ends_;
    std::vector<int> path_;
};

TEST(LimitedDiscrepancy, SeesEveryGameOnceInTheOrderOfDiscrepancies) {
    Ends ends;
    const auto found = run_algorithm<LimitedDiscrepancySearch>(Recorder(ends), {});
    EXPECT_EQ(found.proof, Proof::complete);
    std::vector<std::vector<int>> games = ends.games;
    // The first game is valued once more when it is replayed.
    std::sort(games.begin(), games.end());
    games.erase(std::unique(games.begin(), games.end()), games.end());
    EXPECT_EQ(games.size(), 81U);
    EXPECT_EQ(found.playouts, 82);  // the greedy game at the beginning is seen again
    EXPECT_TRUE(std::is_sorted(ends.discrepancies.begin(), ends.discrepancies.end()));
    // Departures near the root come first.
    const auto first_with_one = std::find(ends.discrepancies.begin(), ends.discrepancies.end(), 1);
    ASSERT_NE(first_with_one, ends.discrepancies.end());
    EXPECT_EQ(ends.games[static_cast<std::size_t>(first_with_one - ends.discrepancies.begin())],
              (std::vector<int>{1, 0, 0, 0}));
}

TEST(LimitedDiscrepancy, MayBeginWithMore) {
    Ends ends;
    const auto found = run_algorithm<LimitedDiscrepancySearch>(Recorder(ends), {.discrepancies = 3});
    EXPECT_EQ(found.proof, Proof::complete);
    EXPECT_EQ(found.playouts, 82);
    std::sort(ends.games.begin(), ends.games.end());
    EXPECT_EQ(std::unique(ends.games.begin(), ends.games.end()) - ends.games.begin(), 81);
}

class CountingRecorder : public Recorder {
  public:
    using Recorder::Recorder;
    std::int64_t moves_left() const { return 4 - static_cast<std::int64_t>(depth_); }
    void play(Move move) {
        Recorder::play(move);
        ++depth_;
    }

  private:
    std::size_t depth_ = 0;
};

// Games in the order of discrepancies of their first moves, with every end to each; every game once.
TEST(LimitedDiscrepancy, SearchesAllShortEnds) {
    for (const std::int64_t exhaust : {1, 2, 3, 4, 9}) {
        Ends ends;
        const auto found =
            run_algorithm<LimitedDiscrepancySearch>(CountingRecorder(ends), {.exhaust = exhaust});
        EXPECT_EQ(found.proof, Proof::complete);
        EXPECT_EQ(found.playouts, 82);
        const auto counted = static_cast<std::ptrdiff_t>(std::max<std::int64_t>(0, 4 - exhaust));
        std::vector<int> discrepancies;
        for (const auto& game : ends.games)
            discrepancies.push_back(std::accumulate(game.begin(), game.begin() + counted, 0));
        EXPECT_TRUE(std::is_sorted(discrepancies.begin(), discrepancies.end())) << exhaust;
        std::sort(ends.games.begin(), ends.games.end());
        EXPECT_EQ(std::unique(ends.games.begin(), ends.games.end()) - ends.games.begin(), 81);
    }
}

}  // namespace
}  // namespace playout
