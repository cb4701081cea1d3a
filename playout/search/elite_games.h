// The best finished games of a search, none of them much like another.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "playout/problem/archive_moves.h"
#include "playout/problem/state.h"

namespace playout {

template <State S>
struct KeptGame {
    double score = 0;  // larger is better
    std::vector<MoveOf<S>> moves;

    void archive(Archive& archive, const S& root) {
        archive(score);
        archive_moves(archive, root, moves);
    }
    std::int64_t bytes() const {
        return static_cast<std::int64_t>(sizeof *this + moves.capacity() * sizeof(MoveOf<S>));
    }
};

template <State S>
class EliteGames {
  public:
    explicit EliteGames(std::int64_t max_games) : max_games_(static_cast<std::size_t>(max_games)) {}

    // Games of one score and length are taken to be alike: mostly they differ in the order of their moves only.
    void add(KeptGame<S> game) {
        const auto alike = [&](const KeptGame<S>& kept) {
            return kept.score == game.score && kept.moves.size() == game.moves.size();
        };
        if (std::any_of(games_.begin(), games_.end(), alike)) return;
        const auto worse = [&](const KeptGame<S>& kept) { return kept.score < game.score; };
        games_.insert(std::find_if(games_.begin(), games_.end(), worse), std::move(game));
        if (games_.size() > max_games_) games_.pop_back();
    }

    // The best first.
    const std::vector<KeptGame<S>>& games() const { return games_; }

    void archive(Archive& archive, const S& root) {
        games_.resize(archive.count(games_.size(), 1));
        for (KeptGame<S>& game : games_) game.archive(archive, root);
    }
    std::int64_t bytes() const {
        std::int64_t bytes = 0;
        for (const KeptGame<S>& game : games_) bytes += game.bytes();
        return bytes;
    }

  private:
    std::size_t max_games_;
    std::vector<KeptGame<S>> games_;
};

}  // namespace playout
