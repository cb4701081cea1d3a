// Small problems with one capability more each, and the brute force that searches are compared with.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "playout/base/hash.h"
#include "playout/base/rng.h"
#include "playout/base/text.h"
#include "playout/problem/state.h"

namespace playout {

// One row a step, one cost a choice.
using CostTable = std::vector<std::vector<int>>;

inline CostTable random_table(std::size_t steps, std::size_t choices, std::uint64_t seed) {
    Rng rng(seed);
    CostTable table(steps);
    for (auto& row : table)
        for (std::size_t i = 0; i < choices; ++i) row.push_back(static_cast<int>(rng.below(20)));
    return table;
}

// Choose one number a row; the cost of a choice also depends on the one before, so that greed fails. Only what
// the contract requires. The table must outlive the state.
class BareToy {
  public:
    using Move = int;
    explicit BareToy(const CostTable& table, Sense sense = Sense::minimise) : table_(&table), sense_(sense) {}

    Sense sense() const { return sense_; }
    bool at_end() const { return chosen_.size() == table_->size(); }
    void legal_moves(std::vector<int>& moves) const {
        moves.clear();
        if (at_end()) return;
        for (std::size_t i = 0; i < (*table_)[chosen_.size()].size(); ++i) moves.push_back(static_cast<int>(i));
    }
    void play(int move) {
        cost_ += cost(move);
        chosen_.push_back(move);
    }
    double value() const { return cost_; }
    std::string move_text(int move) const { return std::to_string(move); }
    std::optional<int> parse_move(std::string_view text) const {
        const auto number = parse_integer(text);
        std::vector<int> moves;
        legal_moves(moves);
        if (!number || std::find(moves.begin(), moves.end(), *number) == moves.end()) return std::nullopt;
        return static_cast<int>(*number);
    }

  protected:
    int cost(int move) const {
        const int own = (*table_)[chosen_.size()][static_cast<std::size_t>(move)];
        return own + (chosen_.empty() ? 0 : (chosen_.back() * 7 + move * 5) % 11);
    }

    const CostTable* table_;
    Sense sense_;
    std::vector<int> chosen_;
    int cost_ = 0;
};

// With a hash and a comparison: what follows depends on the step, the last choice and the cost so far.
class HashToy : public BareToy {
  public:
    using BareToy::BareToy;
    std::uint64_t hash() const {
        const auto last = static_cast<std::uint64_t>(chosen_.empty() ? 99 : chosen_.back());
        return combine(combine(chosen_.size(), last), static_cast<std::uint64_t>(cost_));
    }
    friend bool operator==(const HashToy& left, const HashToy& right) {
        return left.chosen_.size() == right.chosen_.size() && left.cost_ == right.cost_ &&
               (left.chosen_.empty() || left.chosen_.back() == right.chosen_.back());
    }
};

// With a bound as well: the rest at its best, the part between neighbours left out.
class BoundToy : public HashToy {
  public:
    using HashToy::HashToy;
    double bound() const {
        double bound = cost_;
        for (std::size_t step = chosen_.size(); step < table_->size(); ++step) {
            const auto [least, most] = std::minmax_element((*table_)[step].begin(), (*table_)[step].end());
            bound += sense_ == Sense::minimise ? *least : *most + 10;
        }
        return bound;
    }
};

// With a heuristic and undo, without a bound.
class BiasToy : public BareToy {
  public:
    using BareToy::BareToy;
    double bias(int move) const { return sense_ == Sense::minimise ? -cost(move) : cost(move); }
    struct Memento {
        int cost;
    };
    Memento play_undoable(int move) {
        const Memento before{cost_};
        play(move);
        return before;
    }
    void undo(const Memento& memento) {
        cost_ = memento.cost;
        chosen_.pop_back();
    }
};

// With constraints: most ends are infeasible, by how far the choices' sum is from a multiple of 7.
class ConstrainedToy : public BoundToy {
  public:
    using BoundToy::BoundToy;
    double violation() const {
        int sum = 0;
        for (const int choice : chosen_) sum += choice * 3;
        return sum % 7;
    }
    // The sum matters now, so states are equal only where all choices are.
    std::uint64_t hash() const {
        std::uint64_t hash = 1;
        for (const int choice : chosen_) hash = combine(hash, static_cast<std::uint64_t>(choice));
        return hash;
    }
    friend bool operator==(const ConstrainedToy& left, const ConstrainedToy& right) {
        return left.chosen_ == right.chosen_;
    }
};

static_assert(State<BareToy> && !HasBound<BareToy> && !HasBias<BareToy> && !HasHash<BareToy>);
static_assert(HasHash<HashToy> && std::equality_comparable<HashToy> && !HasBound<HashToy>);
static_assert(HasBound<BoundToy> && HasHash<BoundToy> && std::equality_comparable<BoundToy>);
static_assert(HasBias<BiasToy> && HasUndo<BiasToy>);
static_assert(HasViolation<ConstrainedToy>);

// Every game there is.
template <State S>
void enumerate(const S& state, std::optional<Outcome>& best) {
    if (state.at_end()) {
        const Outcome outcome = outcome_of(state);
        if (!best || better(outcome, *best, state.sense())) best = outcome;
        return;
    }
    std::vector<MoveOf<S>> moves;
    state.legal_moves(moves);
    for (const auto& move : moves) {
        S child = state;
        child.play(move);
        enumerate(child, best);
    }
}

template <State S>
Outcome best_by_enumeration(const S& root) {
    std::optional<Outcome> best;
    enumerate(root, best);
    return *best;
}

}  // namespace playout
