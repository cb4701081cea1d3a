// Mistakes that people make in a problem of their own, planted one at a time in the problem of
// examples/tardiness.cpp: what a run says of each, and what check_problem does. (A wrong signature is the
// compiler's: signatures.cpp.)
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "playout/base/text.h"
#include "playout/problem/check_problem.h"
#include "playout/search/beam.h"
#include "playout/search/depth_first.h"
#include "tests/search/run_algorithm.h"
#include "tests/search/toys.h"

namespace playout {
namespace {

enum class Mistake {
    none,
    bound_too_tight,
    bound_too_tight_elsewhere,
    bound_in_the_wrong_sense,
    illegal_move_offered,
    legal_move_refused,
    end_with_moves_left,
    no_end,
    equal_states_with_other_hashes,
    equal_hashes_with_other_futures,
    forgetful_undo,
    copies_that_share,
    value_that_changes,
};

struct Job {
    int duration, due, weight;
};
const std::vector<Job> jobs{{6, 9, 4}, {5, 4, 3}, {9, 12, 7}, {3, 14, 2}, {8, 12, 5}, {4, 20, 6}, {5, 11, 3}};

class Schedule {
  public:
    using Move = int;

    explicit Schedule(Mistake mistake = Mistake::none)
        : mistake_(mistake), shared_cost_(std::make_shared<int>(0)) {}

    static Sense sense() { return Sense::minimise; }
    bool at_end() const {
        if (mistake_ == Mistake::no_end) return false;
        if (mistake_ == Mistake::end_with_moves_left && jobs_left() == 1) return true;
        return jobs_left() == 0;
    }
    void legal_moves(std::vector<int>& moves) const {  // appends, which is no mistake
        for (int job = 0; job < count; ++job)
            if (!(done_ >> job & 1) || (job == 3 && mistake_ == Mistake::illegal_move_offered && done_ != all))
                moves.push_back(job);
    }
    void play(int job) {
        const Job& next = jobs[static_cast<std::size_t>(job)];
        done_ |= 1u << job;
        time_ += next.duration;
        last_ = job;
        const int late = next.weight * std::max(0, time_ - next.due);
        cost_ += late;
        if (mistake_ == Mistake::copies_that_share) *shared_cost_ += late;
    }
    double value() const {
        if (mistake_ == Mistake::copies_that_share) return *shared_cost_;
        return cost_ + (mistake_ == Mistake::value_that_changes ? asked_++ % 2 : 0);
    }
    std::string move_text(int job) const { return std::to_string(job); }
    std::optional<int> parse_move(std::string_view text) const {
        const auto job = parse_integer(text);
        if (!job || *job < 0 || *job >= count || done_ >> *job & 1) return std::nullopt;
        if (mistake_ == Mistake::legal_move_refused && *job == 3) return std::nullopt;
        return static_cast<int>(*job);
    }

    double bound() const {
        if (mistake_ == Mistake::bound_too_tight) return cost_ + 60 * jobs_left();
        // Not on the way that the bias leads.
        if (mistake_ == Mistake::bound_too_tight_elsewhere && jobs_left() == 3 && last_ != 0)
            return cost_ + 1000;
        if (mistake_ == Mistake::forgetful_undo) return 0;  // the search goes on after the first undo
        if (mistake_ == Mistake::bound_in_the_wrong_sense) return cost_ + 200 * jobs_left();
        return cost_;
    }
    double bias(int job) const { return jobs[static_cast<std::size_t>(job)].weight; }
    MoveCode code(int job) const { return static_cast<MoveCode>(job); }

    std::uint64_t hash() const {
        if (mistake_ == Mistake::equal_hashes_with_other_futures) return done_;
        const std::uint64_t hash = combine(done_, static_cast<std::uint64_t>(cost_));
        return mistake_ == Mistake::equal_states_with_other_hashes ? combine(hash, static_cast<unsigned>(last_))
                                                                   : hash;
    }
    friend bool operator==(const Schedule& left, const Schedule& right) {
        return left.done_ == right.done_ && left.cost_ == right.cost_;
    }

    struct Memento {
        unsigned done;
        int time, cost, last;
    };
    Memento play_undoable(int job) {
        const Memento before{done_, time_, cost_, last_};
        play(job);
        return before;
    }
    void undo(const Memento& memento) {
        done_ = memento.done;
        if (mistake_ != Mistake::forgetful_undo) time_ = memento.time;
        cost_ = memento.cost;
        last_ = memento.last;
    }

  private:
    static constexpr int count = 7;
    static constexpr unsigned all = (1u << count) - 1;
    int jobs_left() const { return count - std::popcount(done_); }

    Mistake mistake_;
    unsigned done_ = 0;
    int time_ = 0;
    int cost_ = 0;
    int last_ = 99;
    std::shared_ptr<int> shared_cost_;
    mutable int asked_ = 0;
};

// All lines of check_problem.
std::string check_says(Mistake mistake) {
    std::string lines;
    for (const std::string& line : check_problem(std::vector{Schedule(mistake)})) lines += line + '\n';
    return lines;
}

// What a run throws; else whether it found the best order.
template <typename Algorithm>
std::string run_says(Mistake mistake) {
    try {
        const auto found = run_algorithm<Algorithm>(Schedule(mistake), {}, {.nodes = 20'000});
        return found.value() == 303 ? "right" : "wrong";
    } catch (const ContractError& error) {
        return error.what();
    }
}

TEST(Mistakes, NoneNothingIsSaid) {
    EXPECT_EQ(check_says(Mistake::none), "");
    EXPECT_EQ(best_by_enumeration(Schedule()).value, 303);
    EXPECT_EQ(run_says<DepthFirstSearch>(Mistake::none), "right");
    EXPECT_EQ(run_says<BeamSearch>(Mistake::none), "right");
}

TEST(Mistakes, ARunNamesThoseThatItsGamesShow) {
    const auto says = [](Mistake mistake, const std::string& line) {
        EXPECT_EQ(run_says<DepthFirstSearch>(mistake), line);
        if (mistake != Mistake::forgetful_undo) EXPECT_EQ(run_says<BeamSearch>(mistake), line);
    };
    says(Mistake::bound_too_tight, "bound() at the start is 420, but the game ends with 331 (minimise)");
    says(Mistake::bound_in_the_wrong_sense,
         "bound() at the start is 1400, but the game ends with 331 (minimise)");
    says(Mistake::end_with_moves_left, "at_end() after move 6 ('6') is true, but legal_moves() lists 1");
    says(Mistake::no_end, "at_end() is false, but legal_moves() lists no move");
    says(Mistake::forgetful_undo,
         "value() after move 7 ('4') is 14111, but 334 when the same moves are played again");
    says(Mistake::copies_that_share,
         "value() after move 7 ('3') is 331, but 662 when the same moves are played again");
    EXPECT_EQ(run_says<DepthFirstSearch>(Mistake::value_that_changes),
              "value() after move 7 ('3') is 331, but 332 when asked again");
}

TEST(Mistakes, TheCheckNamesAll) {
    const auto says = [](Mistake mistake, const std::string& line) {
        EXPECT_EQ(check_says(mistake), line + '\n');
    };
    says(Mistake::bound_too_tight, "bound() at the start is 420, but the game ends with 372 (minimise)");
    says(Mistake::bound_in_the_wrong_sense,
         "bound() at the start is 1400, but the game ends with 372 (minimise)");
    says(Mistake::illegal_move_offered,
         "parse_move() after '5' '4' '0' '3' refuses '3', which legal_moves() lists");
    says(Mistake::legal_move_refused, "parse_move() at the start refuses '3', which legal_moves() lists");
    says(Mistake::end_with_moves_left,
         "at_end() after '5' '4' '0' '3' '1' '6' is true, but legal_moves() lists 1");
    says(Mistake::no_end, "at_end() after '5' '4' '0' '3' '1' '6' '2' is false, but legal_moves() lists 0");
    says(Mistake::equal_states_with_other_hashes,
         "hash() is 10318020724534802755 after '0' '1' '2' '3' '6' '4' but 13211957187366688383 after '0' '1' "
         "'2' '4' '3' '6', and operator== calls both states equal");
    says(Mistake::equal_hashes_with_other_futures,
         "hash() is 126 after '6' '2' '4' '1' '3' '5' and after '4' '6' '1' '5' '3' '2', but bound() is 236 "
         "instead of 249");
    says(Mistake::forgetful_undo,
         "undo() of '0' at the start does not restore the state: hash() is 16939124231427524176 instead of "
         "15690637515968539347 2 moves later");
    says(Mistake::copies_that_share,
         "playing on a copy changes the original after '5' '4' '0' '3' '1' '6' '2': value() is 789 instead of "
         "372");
    says(Mistake::value_that_changes,
         "value() is 373 instead of 372 when asked again, after '5' '4' '0' '3' '1' '6' '2'");
}

// A bound that is wrong only where a run does not go because of it leaves no trace in the run: why the check
// plays all games where these are few.
TEST(Mistakes, OnlyTheCheckFindsABoundThatIsWrongWhereNoBestGameGoes) {
    EXPECT_EQ(run_says<DepthFirstSearch>(Mistake::bound_too_tight_elsewhere), "wrong");
    EXPECT_EQ(check_says(Mistake::bound_too_tight_elsewhere),
              "bound() after move 4 ('3') is 1050, but the game ends with 372 (minimise)\n");
}

}  // namespace
}  // namespace playout
