#include "playout/ggp/simulate.h"

#include "playout/base/watch.h"

namespace playout::ggp {
namespace {

class Counter final : public GameFeed {
  public:
    Counter(const game::StateKey& from, std::int64_t wanted, Simulation& result)
        : from_(from), wanted_(wanted), result_(result) {}

    GameStart begin(std::size_t) override {
        if (wanted_ > 0 && begun_ == wanted_) return {};
        ++begun_;
        return {.state = &from_};
    }

    void end(std::size_t, const GameEnd& end) override {
        ++result_.playouts;
        result_.transitions += end.steps;
        if (end.how == GameEnd::How::cut) ++result_.cut;
        if (end.how == GameEnd::How::stuck) ++result_.stuck;
        for (std::size_t role = 0; role < end.goals.size(); ++role) {
            if (end.goals[role] == GameEnd::no_goal) continue;
            result_.goal_sums[role] += end.goals[role];
            ++result_.goal_counts[role];
        }
    }

  private:
    const game::StateKey& from_;
    const std::int64_t wanted_;
    std::int64_t begun_ = 0;
    Simulation& result_;
};

}  // namespace

Simulation simulate(RandomGames& games, const game::StateKey& from, Rng& rng, const SimulationLimits& limits,
                    const std::function<bool()>& over) {
    Simulation result;
    result.goal_sums.assign(games.roles(), 0);
    result.goal_counts.assign(games.roles(), 0);
    Counter counter(from, limits.playouts, result);
    try {
        games.play(counter, rng, limits.steps, over);
    } catch (const WorkEnded&) {
        // Time was over within a step: this game is left out too.
    }
    return result;
}

}  // namespace playout::ggp
