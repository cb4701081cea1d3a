// Neighbours of a game in which states say which decision they ask for (HasDecision). Only choices that differ
// from what the strategy would do are kept, by the decision that they answer; a game is the strategy with these
// exceptions, so that what comes after a change adapts to it.
#pragma once

#include <tsl/robin_map.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "playout/search/moves.h"
#include "playout/search/ordered_neighbourhood.h"

namespace playout {

template <State S>
requires HasDecision<S>
class DecisionNeighbourhood {
  public:
    using Move = MoveOf<S>;

    DecisionNeighbourhood(const S& root, Strategy<S>& completion)
        : root_(root), completion_(completion), states_(root), end_(root) {}

    bool begin(const std::vector<Move>& moves, PlayoutGuard<S>& guard) {
        moves_ = moves;
        states_.begin(moves.size());
        exceptions_.clear();
        S state = root_;
        for (const Move& move : moves_) {
            if (guard.gives_up(state)) return false;
            if (!(usual(state) == move)) exceptions_[state.decision()] = name_of(state, move);
            state.play(move);
        }
        return true;
    }

    bool change(Rng& rng, PlayoutGuard<S>& guard, double) {
        if (!choose_changes(rng)) return false;
        end_ = states_.at(moves_, place_);
        changed_.assign(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(place_));
        while (!end_.at_end()) {
            if (guard.gives_up(end_)) return false;
            const Move move = choice(end_);
            changed_.push_back(move);
            end_.play(move);
        }
        return true;
    }

    OutcomeOf<S> outcome() const { return outcome_of(end_); }
    double smooth_value() const { return smooth_value_of(end_); }
    const S& end() const { return end_; }
    const std::vector<Move>& moves() const { return changed_; }

    void accept() {
        for (const auto& [decision, name] : changes_)
            if (name) {
                exceptions_[decision] = *name;
            } else {
                exceptions_.erase(decision);
            }
        moves_.swap(changed_);
        states_.leave(place_);
    }

    std::int64_t bytes() const {
        return static_cast<std::int64_t>((moves_.capacity() + changed_.capacity()) * sizeof(Move) +
                                         exceptions_.bucket_count() * 3 * sizeof(std::uint64_t)) +
               states_.bytes();
    }
    void archive(Archive& archive) {
        archive_table(archive, exceptions_);
        archive_moves(archive, root_, moves_);
        if (archive.loading()) states_.begin(moves_.size());
    }

  private:
    static constexpr std::size_t max_changes = 4;
    static constexpr std::size_t farthest = 16;

    // Another choice at one decision, half as often at two, and so on; now and then the usual one again for
    // several in a row. False: the first decision leaves no choice.
    bool choose_changes(Rng& rng) {
        changes_.clear();
        if (moves_.empty()) return false;
        place_ = rng.below(moves_.size());
        const bool forget = rng.below(8) == 0;
        std::size_t place = place_;
        do {
            const S& state = states_.at(moves_, place);
            const std::uint64_t decision = state.decision();
            if (forget) {
                if (exceptions_.count(decision) > 0) changes_.emplace_back(decision, std::nullopt);
            } else if (const auto name = finder_.other(state, name_of(state, moves_[place]), rng)) {
                changes_.emplace_back(decision, *name);
            }
            place += forget ? 1 : 1 + rng.below(farthest);
        } while (place < moves_.size() && changes_.size() < max_changes && rng.below(2) == 0);
        return !changes_.empty();
    }

    Move choice(const S& state) {
        const std::uint64_t decision = state.decision();
        for (const auto& [changed, name] : changes_)
            if (changed == decision) return name ? named(state, *name) : usual(state);
        const auto found = exceptions_.find(decision);
        return found == exceptions_.end() ? usual(state) : named(state, found->second);
    }
    Move named(const S& state, MoveCode name) {
        const auto move = finder_.find(state, name);
        return move ? *move : usual(state);
    }
    // What the strategy would do; a random one stands back behind the move that looks best.
    Move usual(const S& state) {
        const auto move = completion_.usual_move(state);
        return move ? *move : order_.best(state);
    }

    const S& root_;
    Strategy<S>& completion_;
    MoveFinder<S> finder_;
    MoveOrder<S> order_;
    tsl::robin_map<std::uint64_t, MoveCode> exceptions_;  // by decision
    std::vector<Move> moves_;
    Ladder<S> states_;
    std::vector<std::pair<std::uint64_t, std::optional<MoveCode>>> changes_;  // none: the usual choice
    std::vector<Move> changed_;
    S end_;
    std::size_t place_ = 0;
};

}  // namespace playout
