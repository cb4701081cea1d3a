#include "playout/search/self_tuning.h"

#include <gtest/gtest.h>

#include "playout/search/random.h"
#include "tests/search/run_algorithm.h"

namespace playout {
namespace {

// Steps that are taken or not; the more of them are, up to a number, the better.
struct Steps {
    struct Move {
        bool taken = false;
        friend bool operator==(Move, Move) = default;
    };
    int best = 0;
    int done = 0;
    int taken = 0;

    static constexpr int steps = 40;
    static constexpr Sense sense() { return Sense::minimise; }
    bool at_end() const { return done == steps; }
    void legal_moves(std::vector<Move>& moves) const {
        moves.clear();
        if (!at_end()) moves = {{false}, {true}};
    }
    void play(Move move) {
        ++done;
        taken += move.taken;
    }
    double value() const { return std::abs(taken - best); }
    std::string move_text(Move move) const { return move.taken ? "take" : "leave"; }
    std::optional<Move> parse_move(std::string_view text) const { return Move{text == "take"}; }
};

// Takes a step with a chance; the other knob has no say.
class Chance final : public Strategy<Steps> {
  public:
    explicit Chance(double chance) : chance_(chance) {}
    bool playout(Steps& state, std::vector<Steps::Move>& moves, Rng& rng, PlayoutGuard<Steps>&) override {
        while (!state.at_end()) {
            moves.push_back({rng.unit() < chance_});
            state.play(moves.back());
        }
        return true;
    }

  private:
    double chance_;
};

// A whole number of steps, always the same.
class Exactly final : public Strategy<Steps> {
  public:
    explicit Exactly(double count) : count_(count) {}
    bool playout(Steps& state, std::vector<Steps::Move>& moves, Rng&, PlayoutGuard<Steps>&) override {
        while (!state.at_end()) {
            moves.push_back({state.done < count_});
            state.play(moves.back());
        }
        return true;
    }
    bool deterministic() const override { return true; }

  private:
    double count_;
};

TuningTask<Steps> chance_task(double share, double initial = 0.1) {
    const std::vector<Parameter> knobs{
        {.name = "chance",
         .initial = initial,
         .highest = 1,
         .tuning = TuningRange{.lowest = 0.01, .highest = 1, .logarithmic = true}},
        {.name = "idle", .highest = 1, .tuning = TuningRange{0, 1}}};
    return {{"chance", "", knobs,
             [](const Steps&, const Settings& settings) {
                 return std::make_unique<Chance>(settings.at("chance"));
             }},
            {{"chance", initial}, {"idle", 0}},
            knobs,
            share};
}

TuningTask<Steps> exact_task() {
    const std::vector<Parameter> knobs{{.name = "count",
                                        .kind = Parameter::Kind::integer,
                                        .highest = Steps::steps,
                                        .tuning = TuningRange{0, Steps::steps}}};
    return {{"exactly", "", knobs,
             [](const Steps&, const Settings& settings) {
                 const double count = settings.at("count");
                 EXPECT_EQ(count, std::round(count));
                 return std::make_unique<Exactly>(count);
             }},
            {{"count", 0}},
            knobs,
            0.5};
}

// The playouts of a run whose strategy is tuned; with the numbers that were found.
struct TunedRun {
    TunedRun(int best, const TuningTask<Steps>& task, std::int64_t playouts, std::uint64_t seed = 1)
        : open(
              Steps{best}, seed, {.playouts = playouts}, [] { return 0.0; },
              TunedStrategy<Steps>(Steps{best}, task)),
          search(open.run, open.strategy,
                 [this] { return std::make_unique<MultipleSimulation<Steps>>(open.run, RandomConfig{}); }) {}
    void go_on() { search_on(search, open.run); }
    double statistic(const std::string& name) const {
        for (const auto& [key, number] : search.statistics())
            if (key == name) return number;
        return std::numeric_limits<double>::quiet_NaN();
    }

    OpenRun<Steps, TunedStrategy<Steps>> open;
    SelfTuning<Steps> search;
};

TEST(SelfTuning, FindsTheNumbersThatSuitTheInstance) {
    for (const int best : {4, 12, 30}) {
        TunedRun run(best, chance_task(0.5), 20'000);
        run.go_on();
        EXPECT_NEAR(run.statistic("tuned_chance") * Steps::steps, best, 2.5);
        EXPECT_NEAR(run.statistic("tuning_games"), 10'000, 10);
        // Afterwards all games are played so: no chance is better than the right one.
        EXPECT_LT(run.statistic("mean"), 3);
        EXPECT_EQ(run.open.budget.playouts(), 20'000);
    }
}

TEST(SelfTuning, EndsEarlyWhereGamesAreAlwaysTheSame) {
    for (const int best : {0, 7, 31}) {
        TunedRun run(best, exact_task(), 10'000);
        run.go_on();
        EXPECT_EQ(run.statistic("tuned_count"), best);
        EXPECT_LT(run.statistic("tuning_games"), 1000);
    }
}

TEST(SelfTuning, KeepsWhatThereWasWhereNothingIsBetter) {
    int kept = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        TunedRun run(20, chance_task(0.5, 0.5), 3000, seed);
        run.go_on();
        kept += run.statistic("tuned_chance") == 0.5;
        EXPECT_LT(run.statistic("mean"), 3.5);
    }
    EXPECT_GT(kept, 2);
    // Nor where there is no time to find out.
    TunedRun hasty(20, chance_task(0.1), 50);
    hasty.go_on();
    EXPECT_EQ(hasty.statistic("tuned_chance"), 0.1);
    EXPECT_EQ(hasty.open.budget.playouts(), 50);
}

}  // namespace
}  // namespace playout
