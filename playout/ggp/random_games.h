// Random games from any states: every role draws uniformly from its legal moves. Whoever wants them says where
// each begins and hears how it ended; who plays them may have many under way at once.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "playout/base/rng.h"
#include "playout/game/game.h"

namespace playout::ggp {

struct GameEnd {
    enum class How { over, cut, stuck };  // at a terminal state, by the step cap, where somebody had no move
    How how = How::over;
    std::int64_t steps = 0;
    std::span<const int> goals;                // by role; no_goal where it has none
    std::span<const game::MoveId> moves = {};  // by step and role, where the feed wants them
    std::span<const int> early_goals = {};     // those where the feed looked; empty: the game was over by then
    static constexpr int no_goal = -1;
};

// Where a game begins.
struct GameStart {
    // It stays where it is until the game has ended. Nothing: the lane stays empty from here on.
    const game::StateKey* state = nullptr;
    std::span<const game::MoveId> joint = {};  // the first moves, by role; empty: they are drawn too
    bool tells_first = false;                  // the feed hears of the first step
};
struct FirstStep {
    std::span<const game::MoveId> joint;                    // by role
    std::span<const std::vector<game::MoveId>> legal = {};  // by role, where the moves were drawn
    const game::StateKey& state;                            // to which it led
};

// Every game has a lane; one lane has one game at a time.
class GameFeed {
  public:
    virtual ~GameFeed() = default;
    virtual GameStart begin(std::size_t lane) = 0;
    virtual void first_step(std::size_t, const FirstStep&) {}
    virtual void end(std::size_t lane, const GameEnd& end) = 0;
    virtual bool wants_moves() const { return false; }
    // The step after which the goals are looked at, if the game is not over by then; 0: never.
    virtual std::int64_t look_after() const { return 0; }
};

class RandomGames {
  public:
    virtual ~RandomGames() = default;
    virtual std::size_t lanes() const = 0;
    virtual std::size_t roles() const = 0;
    // Until all lanes are empty, or `over()`; games that are under way then are dropped without a word. A game
    // is cut after `max_steps`.
    virtual void play(GameFeed& feed, Rng& rng, std::int64_t max_steps, const std::function<bool()>& over) = 0;
};

// One game after the other, on any game.
template <game::Game G>
class SingleGames final : public RandomGames {
  public:
    // The game must outlive it.
    explicit SingleGames(G& game)
        : game_(game), joint_(game.roles()), goals_(game.roles()), early_goals_(game.roles()) {}

    std::size_t lanes() const override { return 1; }
    std::size_t roles() const override { return game_.roles(); }

    void play(GameFeed& feed, Rng& rng, std::int64_t max_steps, const std::function<bool()>& over) override {
        while (!over()) {
            const GameStart start = feed.begin(0);
            if (start.state == nullptr) return;
            game_.set_state(*start.state);
            GameEnd end;
            moves_.clear();
            while (!game_.terminal()) {
                if (end.steps == max_steps) {
                    end.how = GameEnd::How::cut;
                    break;
                }
                if (end.steps > 0 && end.steps == feed.look_after()) {
                    find_goals(early_goals_);
                    end.early_goals = early_goals_;
                }
                const bool given = end.steps == 0 && !start.joint.empty();
                const bool tells = end.steps == 0 && start.tells_first;
                if (tells && !given) find_legal();
                if (given) {
                    joint_.assign(start.joint.begin(), start.joint.end());
                } else if (!draw_moves(rng)) {
                    end.how = GameEnd::How::stuck;
                    break;
                }
                game_.step(joint_);
                ++end.steps;
                if (tells)
                    feed.first_step(
                        0, {joint_, given ? std::span<const std::vector<game::MoveId>>() : std::span(legal_),
                            game_.state()});
                if (feed.wants_moves()) moves_.insert(moves_.end(), joint_.begin(), joint_.end());
                if (over()) return;
            }
            find_goals(goals_);
            end.goals = goals_;
            end.moves = moves_;
            feed.end(0, end);
        }
    }

  private:
    void find_goals(std::vector<int>& goals) {
        for (std::size_t role = 0; role < goals.size(); ++role)
            goals[role] = game_.goal(role).value_or(GameEnd::no_goal);
    }

    void find_legal() {
        legal_.resize(joint_.size());
        for (std::size_t role = 0; role < joint_.size(); ++role)
            legal_[role].assign(game_.legal(role).begin(), game_.legal(role).end());
    }

    bool draw_moves(Rng& rng) {
        for (std::size_t role = 0; role < joint_.size(); ++role) {
            const auto legal = game_.legal(role);
            if (legal.empty()) return false;
            joint_[role] = legal[legal.size() == 1 ? 0 : rng.below(legal.size())];
        }
        return true;
    }

    G& game_;
    std::vector<game::MoveId> joint_, moves_;
    std::vector<std::vector<game::MoveId>> legal_;
    std::vector<int> goals_, early_goals_;
};

}  // namespace playout::ggp
