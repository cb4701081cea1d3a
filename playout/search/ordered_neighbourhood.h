// Neighbours of a game whose moves may come in another order: the game is a list of names, which is changed in
// one place. The new game takes every name of the list that is legal when its turn comes, leaves out the
// others, and is finished by the strategy.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "playout/problem/archive_moves.h"
#include "playout/problem/strategy.h"
#include "playout/search/ladder.h"

namespace playout {

// The legal move of that name.
template <State S>
class MoveFinder {
  public:
    std::optional<MoveOf<S>> find(const S& state, MoveCode name) {
        if constexpr (HasMoveNamed<S>) {
            return state.move_named(name);
        } else {
            legal_moves_of(state, moves_);
            for (const MoveOf<S>& move : moves_)
                if (name_of(state, move) == name) return move;
            return std::nullopt;
        }
    }

    // The name of a move drawn from all but the one of this name; none: there is no other.
    std::optional<MoveCode> other(const S& state, std::optional<MoveCode> name, Rng& rng) {
        legal_moves_of(state, moves_);
        names_.clear();
        for (const MoveOf<S>& move : moves_)
            if (const MoveCode found = name_of(state, move); found != name) names_.push_back(found);
        if (names_.empty()) return std::nullopt;
        return names_[rng.below(names_.size())];
    }

  private:
    std::vector<MoveOf<S>> moves_;
    std::vector<MoveCode> names_;
};

template <State S>
class OrderedNeighbourhood {
  public:
    using Move = MoveOf<S>;

    OrderedNeighbourhood(const S& root, Strategy<S>& completion)
        : root_(root), completion_(completion), states_(root), end_(root) {}

    // The game whose neighbours are asked for from now on, from the root to its end.
    bool begin(const std::vector<Move>& moves, PlayoutGuard<S>& guard) {
        moves_ = moves;
        states_.begin(moves.size());
        names_.clear();
        for (S state = root_; names_.size() < moves.size(); state.play(moves[names_.size() - 1])) {
            if (guard.gives_up(state)) return false;
            names_.push_back(name_of(state, moves[names_.size()]));
        }
        return true;
    }

    // Makes a neighbour. False: there is none this time, or the guard gave it up.
    bool change(Rng& rng, PlayoutGuard<S>& guard, double) {
        const auto place = choose_change(rng);
        if (!place) return false;
        place_ = *place;
        end_ = states_.at(moves_, place_);
        changed_.assign(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(place_));
        for (const MoveCode name : rest_) {
            if (end_.at_end()) break;
            if (guard.gives_up(end_)) return false;
            const auto move = finder_.find(end_, name);
            if (!move) continue;
            changed_.push_back(*move);
            end_.play(*move);
        }
        return end_.at_end() || completion_.playout(end_, changed_, rng, guard);
    }

    // Of the neighbour.
    OutcomeOf<S> outcome() const { return outcome_of(end_); }
    double smooth_value() const { return smooth_value_of(end_); }
    const S& end() const { return end_; }
    const std::vector<Move>& moves() const { return changed_; }

    // The neighbour becomes the game whose neighbours are asked for.
    void accept() {
        moves_.swap(changed_);
        states_.leave(place_);
        name_from(place_);
    }

    std::int64_t bytes() const {
        return static_cast<std::int64_t>((moves_.capacity() + changed_.capacity()) * sizeof(Move) +
                                         (names_.capacity() + rest_.capacity()) * sizeof(MoveCode)) +
               states_.bytes();
    }
    void archive(Archive& archive) {
        archive(names_);
        archive_moves(archive, root_, moves_);
        if (archive.loading()) states_.begin(moves_.size());
    }

  private:
    static constexpr std::size_t farthest_shift = 12;

    // Where the games part, and what is to follow there, in `rest_`; none: the change comes to nothing.
    std::optional<std::size_t> choose_change(Rng& rng) {
        const std::size_t count = names_.size();
        if (count == 0) return std::nullopt;
        const std::size_t place = rng.below(count);
        const std::size_t later = std::min(place + 1 + rng.below(farthest_shift), count - 1);
        rest_.assign(names_.begin() + static_cast<std::ptrdiff_t>(place), names_.end());
        const auto other_end = rest_.begin() + static_cast<std::ptrdiff_t>(later - place);
        switch (rng.below(8)) {
            case 0:
            case 1:
            case 2: {  // another move before this one
                const auto name = finder_.other(states_.at(moves_, place), rest_.front(), rng);
                if (!name) return std::nullopt;
                rest_.insert(rest_.begin(), *name);
                return place;
            }
            case 3: {  // another move instead of this one
                const auto name = finder_.other(states_.at(moves_, place), rest_.front(), rng);
                if (!name) return std::nullopt;
                rest_.front() = *name;
                return place;
            }
            case 4:  // this one not
                rest_.erase(rest_.begin());
                return place;
            case 5:  // this one later
                std::rotate(rest_.begin(), rest_.begin() + 1, other_end + 1);
                break;
            case 6:  // a later one now
                std::rotate(rest_.begin(), other_end, other_end + 1);
                break;
            default:  // the two in each other's place
                std::iter_swap(rest_.begin(), other_end);
        }
        if (later == place) return std::nullopt;
        return place;
    }

    void name_from(std::size_t place) {
        S state = states_.at(moves_, place);
        names_.resize(place);
        for (; place < moves_.size(); ++place) {
            names_.push_back(name_of(state, moves_[place]));
            state.play(moves_[place]);
        }
    }

    const S& root_;
    Strategy<S>& completion_;
    MoveFinder<S> finder_;
    std::vector<Move> moves_;  // of the game,
    std::vector<MoveCode> names_;
    Ladder<S> states_;
    std::vector<Move> changed_;  // and of its neighbour,
    S end_;
    std::size_t place_ = 0;  // where they part
    std::vector<MoveCode> rest_;
};

}  // namespace playout
