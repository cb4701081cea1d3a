// Mistakes in how a problem names its moves, decisions and stages, planted one at a time; check_problem names
// each in one line.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "playout/base/text.h"
#include "playout/problem/check_problem.h"

namespace playout {
namespace {

enum class Mistake {
    none,
    two_moves_of_one_name,
    finds_another_move,
    finds_what_is_gone,
    asks_twice,
    stage_stands_still,
    smooth_value_is_no_number,
    smooth_value_that_changes,
};

// Takes the numbers 0 to 4 in any order; what they count depends on it.
class Order {
  public:
    using Move = int;

    explicit Order(Mistake mistake) : mistake_(mistake) {}

    static Sense sense() { return Sense::maximise; }
    bool at_end() const { return taken_.size() == 5; }
    void legal_moves(std::vector<int>& moves) const {
        for (int number = 0; number < 5; ++number)
            if (!is_taken(number)) moves.push_back(number);
    }
    void play(int number) {
        value_ = 2 * value_ + number;
        taken_.push_back(number);
    }
    double value() const { return value_; }
    std::string move_text(int number) const { return std::to_string(number); }
    std::optional<int> parse_move(std::string_view text) const {
        const auto number = parse_integer(text);
        if (!number || *number < 0 || *number >= 5 || is_taken(static_cast<int>(*number))) return std::nullopt;
        return static_cast<int>(*number);
    }

    MoveCode name(int number) const {
        return static_cast<MoveCode>(is(Mistake::two_moves_of_one_name) && number == 4 ? 3 : number);
    }
    std::optional<int> move_named(MoveCode name) const {
        auto number = static_cast<int>(name);
        if (is(Mistake::finds_another_move) && number == 2 && !is_taken(1)) number = 1;
        if (number >= 5 || (is_taken(number) && !is(Mistake::finds_what_is_gone))) return std::nullopt;
        return number;
    }
    std::uint64_t decision() const { return is(Mistake::asks_twice) ? taken_.size() / 4 : taken_.size(); }
    std::int64_t stage() const {
        return static_cast<std::int64_t>(
            is(Mistake::stage_stands_still) ? std::min<std::size_t>(3, taken_.size()) : taken_.size());
    }
    double smooth_value() const {
        if (is(Mistake::smooth_value_is_no_number)) return std::nan("");
        return value_ + (is(Mistake::smooth_value_that_changes) ? asked_++ % 2 : 0.5);
    }

  private:
    bool is(Mistake mistake) const { return mistake_ == mistake; }
    bool is_taken(int number) const { return std::find(taken_.begin(), taken_.end(), number) != taken_.end(); }

    Mistake mistake_;
    std::vector<int> taken_;
    int value_ = 0;
    mutable int asked_ = 0;
};
static_assert(checked_state<Order>);
static_assert(HasName<Order> && HasMoveNamed<Order> && HasDecision<Order> && HasStage<Order> &&
              HasSmoothValue<Order>);

std::string check_says(Mistake mistake) {
    std::string lines;
    for (const std::string& line : check_problem(std::vector{Order(mistake)})) lines += line + '\n';
    return lines;
}

TEST(Names, KeptNothingIsSaid) {
    EXPECT_EQ(check_says(Mistake::none), "");
}

TEST(Names, BrokenPromisesAreNamed) {
    const auto says = [](Mistake mistake, const std::string& words) {
        const std::string lines = check_says(mistake);
        EXPECT_NE(lines.find(words), std::string::npos) << lines;
    };
    says(Mistake::two_moves_of_one_name, "name() of '4' at the start is that of another move");
    says(Mistake::finds_another_move, "move_named() at the start does not find '2' by its name");
    says(Mistake::finds_what_is_gone, ", but no legal one is");
    says(Mistake::asks_twice, "is 0 again, as at the start");
    says(Mistake::stage_stands_still, "is 3, but 3 before that move");
    says(Mistake::smooth_value_is_no_number, "smooth_value() after ");
    says(Mistake::smooth_value_that_changes, "when asked again");
}

}  // namespace
}  // namespace playout
