// The playouts of the papers. Each is fixed by which colour is spared and how a move is drawn among the others.
#include <cmath>
#include <limits>

#include "playout/base/bandit.h"
#include "playout/domains/samegame/state.h"

namespace playout::samegame {
namespace {

enum class DrawBy { cell, group };

const std::vector<std::string> draw_names = {"cell", "group"};
const std::string draw_meaning =
    "each cell that can be played alike, so that larger groups are played more often, or each group alike";
const std::string epsilon_meaning = "how often a move is drawn from all colours instead";
const TuningRange epsilon_range{.lowest = 0.0001, .highest = 0.3, .logarithmic = true};

std::uint64_t chances(double probability) {
    return probability >= 1 ? ~0ULL : static_cast<std::uint64_t>(std::ldexp(probability, 64));
}

// Colours with a cell left, drawn alike.
template <typename Layout>
int random_colour(const SameGameState<Layout>& state, Rng& rng) {
    const auto& left = state.position().cells_left;
    const auto present = std::count_if(left.begin(), left.end(), [](int cells) { return cells > 0; });
    if (present == 0) return 0;
    auto k = static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(present)));
    for (std::size_t i = 0;; ++i)
        if (left[i] > 0 && k-- == 0) return static_cast<int>(i) + 1;
}

// A whole game in one call of the kernel. `Tabu` says which colour it spares: tabu(state, rng), and may learn.
template <typename Layout, typename Tabu>
class DrawnPlayout final : public Strategy<SameGameState<Layout>> {
  public:
    DrawnPlayout(const Draw& draw, Tabu tabu) : draw_(draw), tabu_(std::move(tabu)) {}

    bool playout(SameGameState<Layout>& state, std::vector<Move>& moves, Rng& rng,
                 PlayoutGuard<SameGameState<Layout>>&) override {
        draw_.tabu = tabu_(state, rng);
        state.play_out(draw_, rng, moves);
        return true;
    }

    void learn(const Outcome& outcome) override {
        if constexpr (requires { tabu_.learn(outcome.value); }) tabu_.learn(outcome.value);
    }

    void archive(Archive& archive) override {
        if constexpr (requires { tabu_.archive(archive); }) tabu_.archive(archive);
    }

  private:
    Draw draw_;
    Tabu tabu_;
};

struct NoTabu {
    template <typename State>
    int operator()(const State&, Rng&) const {
        return 0;
    }
};

struct RandomTabu {
    template <typename State>
    int operator()(const State& state, Rng& rng) const {
        return random_colour(state, rng);
    }
};

struct MostFrequentTabu {
    template <typename State>
    int operator()(const State& state, Rng&) const {
        return state.most_frequent_colour();
    }
};

// A multi-armed bandit over the colours (Baier and Winands 2012, section V): UCB1-TUNED on values scaled to [0,
// 1] by the least and the largest seen so far.
class BanditTabu {
  public:
    BanditTabu(int colours, double exploration)
        : arms_(static_cast<std::size_t>(colours)), exploration_(exploration) {}

    template <typename State>
    int operator()(const State& state, Rng&) {
        chosen_ = 0;
        double best = -std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < arms_.size(); ++i) {
            if (state.position().cells_left[i] == 0) continue;
            if (const double worth = upper_bound(arms_[i]); worth > best) {
                best = worth;
                chosen_ = static_cast<int>(i) + 1;
            }
        }
        return chosen_;
    }

    void learn(double value) {
        if (chosen_ == 0) return;
        Arm& arm = arms_[static_cast<std::size_t>(chosen_ - 1)];
        ++arm.plays;
        arm.sum += value;
        arm.squares += value * value;
        ++plays_;
        least_ = std::min(least_, value);
        most_ = std::max(most_, value);
    }

    void archive(Archive& archive) { archive(arms_, plays_, least_, most_, chosen_); }

  private:
    struct Arm {
        double plays = 0;
        double sum = 0;
        double squares = 0;
    };

    double upper_bound(const Arm& arm) const {
        if (arm.plays == 0) return std::numeric_limits<double>::max();
        const double range = most_ > least_ ? most_ - least_ : 1;
        const double variance = variance_of(arm.plays, arm.sum, arm.squares) / (range * range);
        return (arm.sum / arm.plays - least_) / range + ucb1_tuned(exploration_, plays_, arm.plays, variance);
    }

    std::vector<Arm> arms_;
    double exploration_;
    double plays_ = 0;
    double least_ = std::numeric_limits<double>::infinity();
    double most_ = -std::numeric_limits<double>::infinity();
    int chosen_ = 0;
};

// Monte-Carlo with roulette-wheel selection (Takes and Kosters 2009, as Schadd et al. 2012, section 4 tells
// it): larger groups are likelier, and the main colour is spared.
template <typename Layout>
class RoulettePlayout final : public Strategy<SameGameState<Layout>> {
  public:
    explicit RoulettePlayout(double power) {
        for (int size = 0; size <= max_cells; ++size)
            weights_[static_cast<std::size_t>(size)] = std::pow(size, power);
    }

    bool playout(SameGameState<Layout>& state, std::vector<Move>& moves, Rng& rng,
                 PlayoutGuard<SameGameState<Layout>>&) override {
        const int main_colour = state.most_frequent_colour();
        Walk<Layout> walk(state);
        while (!walk.state().at_end()) {
            collect(walk, main_colour);
            if (moves_.empty()) collect(walk, 0);
            const double point = rng.unit() * sums_.back();
            const auto past = std::upper_bound(sums_.begin(), sums_.end() - 1, point);
            const Move move = moves_[static_cast<std::size_t>(past - sums_.begin())];
            moves.push_back(move);
            walk.play(move);
        }
        state = walk.state();
        return true;
    }

  private:
    void collect(const Walk<Layout>& walk, int spared) {
        moves_.clear();
        sums_.clear();
        double sum = 0;
        for (const Move move : walk.moves()) {
            if (walk.state().position().colour_at(move.cell) == spared) continue;
            moves_.push_back(move);
            sums_.push_back(sum += weights_[move.size]);
        }
    }

    std::array<double, max_cells + 1> weights_{};
    std::vector<Move> moves_;
    std::vector<double> sums_;
};

// Always the move with the most bias, as the general strategy of this name plays. What a move merges is found
// again only where a column of its group, or one beside it, has changed since.
template <typename Layout>
class GreedyWalk final : public Strategy<SameGameState<Layout>> {
  public:
    bool playout(SameGameState<Layout>& state, std::vector<Move>& moves, Rng&,
                 PlayoutGuard<SameGameState<Layout>>&) override {
        Walk<Layout> walk(state);
        changed_.fill(1);
        found_.fill({});
        for (int time = 1; !walk.state().at_end(); ++time) {
            const Move move = best_move(walk, time);
            const int first = column_of(move.cell), last = found_[move.cell].merge.last_column;
            const int columns_before = columns_in(walk.state());
            moves.push_back(move);
            walk.play(move);
            const int end = columns_in(walk.state()) < columns_before ? Layout::side - 1 : last;
            for (int column = first; column <= end; ++column) changed_[at(column)] = time + 1;
        }
        state = walk.state();
        return true;
    }
    bool deterministic() const override { return true; }

  private:
    // What was found of the group whose first cell this is.
    struct Found {
        int time = 0;
        Merge merge;
    };

    static std::size_t at(int column) { return static_cast<std::size_t>(column + 1); }
    static int column_of(int cell) { return cell / Layout::side; }
    static int columns_in(const SameGameState<Layout>& state) {
        int columns = 0;
        while (columns < Layout::side && state.position().colour_at(cell_at<Layout>(columns, 0)) != 0)
            ++columns;
        return columns;
    }

    Move best_move(const Walk<Layout>& walk, int time) {
        const SameGameState<Layout>& state = walk.state();
        Move best;
        double most = -std::numeric_limits<double>::infinity();
        for (const Move move : walk.moves()) {
            Found& found = found_[move.cell];
            if (!holds(found, column_of(move.cell)))
                found = {time, state.kernel().merged(state.position(), move.cell)};
            if (const double worth = state.worth(move, found.merge); worth > most) {
                most = worth;
                best = move;
            }
        }
        return best;
    }

    bool holds(const Found& found, int first_column) const {
        if (found.time == 0) return false;
        for (int column = first_column - 1; column <= found.merge.last_column + 1; ++column)
            if (changed_[at(column)] > found.time) return false;
        return true;
    }

    std::array<Found, cells_of<Layout>> found_;
    std::array<int, Layout::side + 2> changed_;  // when each column changed last; one more at either side
};

struct TabuConfig {
    double epsilon = 0.003;
    DrawBy draw = DrawBy::cell;
};

const Knobs<TabuConfig>& tabu_knobs() {
    static const auto table = Knobs<TabuConfig>()
                                  .number("epsilon", &TabuConfig::epsilon, 0, 1, epsilon_meaning)
                                  .tuned(epsilon_range)
                                  .choice("draw", &TabuConfig::draw, draw_names, draw_meaning);
    return table;
}

struct BanditConfig : TabuConfig {
    double exploration = 1;
};

const Knobs<BanditConfig>& bandit_knobs() {
    using Config = BanditConfig;
    static const auto table =
        Knobs<Config>()
            .number("epsilon", static_cast<double Config::*>(&Config::epsilon), 0, 1, epsilon_meaning)
            .tuned(epsilon_range)
            .choice("draw", static_cast<DrawBy Config::*>(&Config::draw), draw_names, draw_meaning)
            .number("exploration", &Config::exploration, 0, 1000, "how long other colours are tried")
            .tuned({.lowest = 0.05, .highest = 20, .logarithmic = true});
    return table;
}

struct SelectiveConfig {
    std::int64_t pairs_after = SameGameState<Small>::pairs_after;
    DrawBy draw = DrawBy::group;
};

const Knobs<SelectiveConfig>& selective_knobs() {
    using Config = SelectiveConfig;
    static const auto table = Knobs<Config>()
                                  .number("pairs_after", &Config::pairs_after, 0, max_cells,
                                          "groups of two of the tabu colour are allowed after so many moves")
                                  .tuned({.lowest = 0, .highest = 60})
                                  .choice("draw", &Config::draw, draw_names, draw_meaning);
    return table;
}

struct RouletteConfig {
    double power = 1;
};

const Knobs<RouletteConfig>& roulette_knobs() {
    static const auto table = Knobs<RouletteConfig>()
                                  .number("power", &RouletteConfig::power, 0, 20,
                                          "a group of n cells is drawn with a weight of n to this power")
                                  .tuned({.lowest = 0, .highest = 5});
    return table;
}

Draw drawn_as(const TabuConfig& config) {
    return {.by_group = config.draw == DrawBy::group, .epsilon = chances(config.epsilon)};
}

template <typename Layout, typename Tabu>
auto drawn(const Draw& draw, Tabu tabu) {
    return std::make_unique<DrawnPlayout<Layout, Tabu>>(draw, std::move(tabu));
}

}  // namespace

template <typename Layout>
std::vector<StrategyEntry<SameGameState<Layout>>> SameGameState<Layout>::strategies() {
    using S = SameGameState;
    return {
        {"tabu-color-random",
         "spares the colour with the most cells while there is another move (Schadd and others)",
         tabu_knobs().parameters(),
         [](const S&, const Settings& settings) {
             return drawn<Layout>(drawn_as(tabu_knobs().read(settings)), MostFrequentTabu{});
         }},
        {"tabu-random", "spares a colour drawn for each playout (Schadd and others)", tabu_knobs().parameters(),
         [](const S&, const Settings& settings) {
             return drawn<Layout>(drawn_as(tabu_knobs().read(settings)), RandomTabu{});
         }},
        {"bandit-tabu", "a bandit learns which colour is best spared (Baier and Winands)",
         bandit_knobs().parameters(),
         [](const S& root, const Settings& settings) {
             const BanditConfig config = bandit_knobs().read(settings);
             return drawn<Layout>(drawn_as(config), BanditTabu(root.instance().colours(), config.exploration));
         }},
        {"selective-tabu",
         "spares the most frequent colour, but for groups of two later on (Cazenave and Edelkamp)",
         selective_knobs().parameters(),
         [](const S&, const Settings& settings) {
             const SelectiveConfig config = selective_knobs().read(settings);
             return drawn<Layout>(Draw{.by_group = config.draw == DrawBy::group,
                                       .pairs_after = static_cast<int>(config.pairs_after)},
                                  MostFrequentTabu{});
         }},
        {"roulette", "larger groups are likelier, the most frequent colour is spared (MC-RWS)",
         roulette_knobs().parameters(),
         [](const S&, const Settings& settings) {
             return std::make_unique<RoulettePlayout<Layout>>(roulette_knobs().read(settings).power);
         }},
        {"random",
         "each group alike",
         {},
         [](const S&, const Settings&) { return drawn<Layout>(Draw{.by_group = true}, NoTabu{}); }},
        {"greedy",
         "always what merges most, the most frequent colour last; no randomness",
         {},
         [](const S&, const Settings&) { return std::make_unique<GreedyWalk<Layout>>(); }}};
}

template std::vector<StrategyEntry<SameGameState<Small>>> SameGameState<Small>::strategies();
template std::vector<StrategyEntry<SameGameState<Large>>> SameGameState<Large>::strategies();

}  // namespace playout::samegame
