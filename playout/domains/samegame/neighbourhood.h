// Neighbours of a game in which every move is named by a cell of the board as it was at its start: "take the
// group that holds this cell now". A changed game is played by the cells that are left (cell_kernel.h). A group
// that nothing has moved since is taken without looking for it, and where the board becomes what it was in the
// old game, the rest is the old game's. Names of cells that are single when their turn comes have another try
// at the end; what then is left to take, the strategy takes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "playout/domains/samegame/cell_kernel.h"
#include "playout/domains/samegame/state.h"
#include "playout/problem/strategy.h"

namespace playout::samegame {

template <typename Layout>
class Neighbourhood {
  public:
    using State = SameGameState<Layout>;
    using Game = CellGame<Layout>;
    using Replay = CellReplay<Layout>;

    Neighbourhood(const State& root, Strategy<State>& completion);

    bool begin(const std::vector<Move>& moves, PlayoutGuard<State>& guard);
    bool change(Rng& rng, PlayoutGuard<State>& guard, double worst);
    Outcome outcome() const { return {0, value_}; }
    double smooth_value() const { return smooth_value_; }
    const State& end() const;
    const std::vector<Move>& moves() const;
    void accept();

    static constexpr std::int64_t least_bytes() {
        return static_cast<std::int64_t>(sizeof(Neighbourhood) + sizeof(Game) + sizeof(Replay));
    }
    std::int64_t bytes() const;
    void archive(Archive& archive);

  private:
    void begin_empty();
    void begin_with_what_was_played();
    bool propose(Rng& rng);
    bool finish(Rng& rng, PlayoutGuard<State>& guard, double worst);
    void lie(const Words<Layout>& left, std::int32_t score, int moves, State& state) const;
    Move move_now(const CellMove<Layout>& move) const;

    const State& root_;
    Strategy<State>& completion_;
    const CellKernel<Layout>& kernel_;
    StartCells<Layout> start_;
    // Two games of some kilobytes each.
    std::unique_ptr<Game> game_ = std::make_unique<Game>();
    std::unique_ptr<Replay> changed_ = std::make_unique<Replay>();
    int place_ = 0;                // the first move in which they differ,
    int rest_ = 0;                 // and the old game's first one behind the change
    std::vector<Move> completed_;  // the changed game's last moves, which the strategy found
    State state_;                  // where they begin, and then the end
    double game_value_ = 0;
    double game_smooth_value_ = 0;
    double value_ = 0;  // of the changed game
    double smooth_value_ = 0;
    mutable State end_;
    mutable std::vector<Move> moves_;
};

}  // namespace playout::samegame
