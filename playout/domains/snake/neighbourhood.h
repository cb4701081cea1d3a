// Neighbours of a snake: those of which a part is another one (repair.h). What polishes snakes goes by their
// edges and, a tenth each, by the nodes that are free beside them: room for a longer part.
#pragma once

#include <optional>
#include <vector>

#include "playout/domains/snake/repair.h"
#include "playout/domains/snake/state.h"
#include "playout/problem/strategy.h"

namespace playout::snake {

template <typename Layout>
class Neighbourhood {
  public:
    using State = SnakeState<Layout>;
    using Move = typename State::Move;

    // Coils, whose ends meet, and the rest of a snake under way, which does not know its first nodes, have the
    // neighbours that any game has.
    static bool suits(const State& root) { return !root.instance().closed() && root.length() == 0; }

    Neighbourhood(const State& root, Strategy<State>&) : root_(root), repair_(root.instance()), end_(root) {}

    bool begin(const std::vector<Move>& moves, PlayoutGuard<State>&) {
        std::vector<int> bits;
        for (const Move move : moves) bits.push_back(move.bit);
        repair_.begin(bits);
        return true;
    }
    bool change(Rng& rng, PlayoutGuard<State>& guard, double) {
        is_played_ = false;
        return !guard.gives_up(root_) && repair_.change(rng);
    }
    Outcome outcome() const { return {0, static_cast<double>(repair_.length())}; }
    double smooth_value() const { return repair_.length() + 0.1 * repair_.free_nodes(); }
    const State& end() const {
        play();
        return end_;
    }
    const std::vector<Move>& moves() const {
        play();
        return moves_;
    }
    void accept() { repair_.accept(); }

    std::int64_t bytes() const { return repair_.bytes() + bytes_of(moves_); }
    void archive(Archive& archive) { archive(repair_); }

  private:
    void play() const {
        if (is_played_) return;
        moves_.clear();
        end_ = root_;
        for (const int bit : repair_.bits()) {
            moves_.push_back({static_cast<std::uint8_t>(bit)});
            end_.play(moves_.back());
        }
        is_played_ = true;
    }

    const State& root_;
    PathRepair repair_;
    // Played only where somebody asks.
    mutable State end_;
    mutable std::vector<Move> moves_;
    mutable bool is_played_ = false;
};

}  // namespace playout::snake
