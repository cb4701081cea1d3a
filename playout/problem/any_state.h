// A state behind virtual calls, whose capabilities are asked at run time: one type for all problems, so that
// the searches need be compiled only once for it. It costs a virtual call for whatever a search asks, and heap
// memory for every copy (docs/results/building.md); what is searched is the same, move for move, but for
// `anneal`, and `mc-beam` where the state has a stage.
//
//     playout::solve(playout::AnyState(MyState(...)), request);
//
// By its type it has nearly every capability that changes a search; `offers()` says which of them are real, and
// what is absent behaves so: no bound is one that rules nothing out, no violation is 0, no promise is 0, no
// bias is 0, nothing is left out by select. Searches ask playout::offers() where that is not enough.
// Capabilities that only save time are not passed on: undo, next_move, legal_moves with codes, a Walk of the
// domain's own. Neither are decision, stage and Neighbourhood.
//
// Not for outcomes that a double does not hold exactly, nor for moves that take more than eight bytes.
#pragma once

#include <cassert>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "playout/problem/state.h"
#include "playout/problem/strategy.h"
#include "playout/problem/walk.h"

namespace playout {

class AnyState;

// The state's own move, as a number.
struct AnyMove {
    std::uint64_t number = 0;
    friend bool operator==(const AnyMove&, const AnyMove&) = default;
};

// What an AnyState holds. Another language derives from this; C++ states are held by StateObjectOf. What is not
// pure is an optional capability, and what stands here is what an absent one does.
class StateObject {
  public:
    virtual ~StateObject() = default;

    virtual Offers offers() const = 0;
    virtual std::unique_ptr<StateObject> copy() const = 0;
    // A copy that may use this object's memory. False: it is of another kind.
    virtual bool assign(const StateObject& other) = 0;

    virtual Sense sense() const = 0;
    virtual bool at_end() const = 0;
    virtual void legal_moves(std::vector<AnyMove>& moves) const = 0;
    virtual void play(AnyMove move) = 0;
    virtual double value() const = 0;
    virtual std::string move_text(AnyMove move) const = 0;
    virtual std::optional<AnyMove> parse_move(std::string_view text) const = 0;

    virtual MoveCode code(AnyMove) const { return 0; }
    virtual std::size_t code_count() const { return 0; }
    virtual double bias(AnyMove) const { return 0; }
    virtual double bound() const { return best_of_all(); }
    virtual double violation() const { return 0; }
    virtual double promise() const { return 0; }
    virtual MoveCode name(AnyMove move) const { return hash_text(move_text(move)); }
    virtual double smooth_value() const { return value(); }
    virtual bool repeats_parent(AnyMove) const { return false; }
    virtual std::uint64_t hash() const { return 0; }
    virtual bool equals(const StateObject&) const { return false; }
    virtual std::int64_t bytes() const = 0;
    virtual void set_watch(const Watch&) const {}
    virtual bool cannot_beat(const Outcome&) const { return false; }
    virtual bool ends_worse(AnyMove, const Outcome&) const { return false; }
    virtual std::int64_t moves_left() const { return std::numeric_limits<std::int64_t>::max(); }
    virtual void select(std::vector<AnyMove>&) const {}
    virtual std::vector<StrategyEntry<AnyState>> strategies() const;

  private:
    double best_of_all() const {
        const double infinite = std::numeric_limits<double>::infinity();
        return sense() == Sense::maximise ? infinite : -infinite;
    }
};

// A move of S as a number and back.
template <State S>
AnyMove any_move(const MoveOf<S>& move) {
    AnyMove number;
    std::memcpy(&number.number, &move, sizeof move);
    return number;
}
template <State S>
MoveOf<S> move_of(AnyMove number) {
    MoveOf<S> move;
    std::memcpy(static_cast<void*>(&move), &number.number, sizeof move);
    return move;
}

template <State S>
class StateObjectOf final : public StateObject {
    using Move = MoveOf<S>;
    static_assert(sizeof(Move) <= sizeof(AnyMove) && std::has_unique_object_representations_v<Move>,
                  "an AnyState needs moves of at most eight plain bytes");
    static_assert(!ExactOutcome<OutcomeOf<S>>, "an AnyState needs outcomes that doubles hold");

  public:
    explicit StateObjectOf(S state) : state_(std::move(state)) {}

    S& state() { return state_; }
    const S& state() const { return state_; }

    Offers offers() const override { return playout::offers(state_); }
    std::unique_ptr<StateObject> copy() const override { return std::make_unique<StateObjectOf>(state_); }
    bool assign(const StateObject& other) override {
        if (typeid(other) != typeid(*this)) return false;
        state_ = static_cast<const StateObjectOf&>(other).state_;
        return true;
    }

    Sense sense() const override { return state_.sense(); }
    bool at_end() const override { return state_.at_end(); }
    void legal_moves(std::vector<AnyMove>& moves) const override {
        thread_local std::vector<Move> own;
        own.clear();
        state_.legal_moves(own);
        for (const Move& move : own) moves.push_back(any_move<S>(move));
    }
    void play(AnyMove move) override { state_.play(move_of<S>(move)); }
    double value() const override { return static_cast<double>(state_.value()); }
    std::string move_text(AnyMove move) const override { return state_.move_text(move_of<S>(move)); }
    std::optional<AnyMove> parse_move(std::string_view text) const override {
        const std::optional<Move> move = state_.parse_move(text);
        return move ? std::optional(any_move<S>(*move)) : std::nullopt;
    }

    MoveCode code(AnyMove move) const override {
        if constexpr (HasCode<S>) return state_.code(move_of<S>(move));
        return StateObject::code(move);
    }
    std::size_t code_count() const override { return playout::code_count(state_); }
    double bias(AnyMove move) const override {
        if constexpr (HasBias<S>) return static_cast<double>(state_.bias(move_of<S>(move)));
        return StateObject::bias(move);
    }
    double bound() const override {
        if constexpr (HasBound<S>) return static_cast<double>(state_.bound());
        return StateObject::bound();
    }
    double violation() const override {
        if constexpr (HasViolation<S>) return static_cast<double>(state_.violation());
        return StateObject::violation();
    }
    double promise() const override {
        if constexpr (HasPromise<S>) return static_cast<double>(state_.promise());
        return StateObject::promise();
    }
    MoveCode name(AnyMove move) const override { return name_of(state_, move_of<S>(move)); }
    double smooth_value() const override { return smooth_value_of(state_); }
    bool repeats_parent(AnyMove move) const override {
        if constexpr (HasRepeatsParent<S>) return state_.repeats_parent(move_of<S>(move));
        return StateObject::repeats_parent(move);
    }
    std::uint64_t hash() const override {
        if constexpr (HasHash<S>) return state_.hash();
        return StateObject::hash();
    }
    bool equals(const StateObject& other) const override {
        if constexpr (std::equality_comparable<S>)
            return typeid(other) == typeid(*this) && static_cast<const StateObjectOf&>(other).state_ == state_;
        return StateObject::equals(other);
    }
    std::int64_t bytes() const override {
        if constexpr (HasBytes<S>) return static_cast<std::int64_t>(state_.bytes());
        return static_cast<std::int64_t>(sizeof(*this));
    }
    void set_watch(const Watch& watch) const override {
        if constexpr (HasWatch<S>) state_.set_watch(watch);
    }
    bool cannot_beat(const Outcome& best) const override {
        if constexpr (HasCannotBeat<S>) return state_.cannot_beat(best);
        return StateObject::cannot_beat(best);
    }
    bool ends_worse(AnyMove move, const Outcome& best) const override {
        if constexpr (HasEndsWorse<S>) return state_.ends_worse(move_of<S>(move), best);
        return StateObject::ends_worse(move, best);
    }
    std::int64_t moves_left() const override {
        if constexpr (HasMovesLeft<S>) return static_cast<std::int64_t>(state_.moves_left());
        return StateObject::moves_left();
    }
    void select(std::vector<AnyMove>& moves) const override {
        if constexpr (HasSelection<S>) {
            std::vector<Move> own;
            for (const AnyMove move : moves) own.push_back(move_of<S>(move));
            state_.select(own);
            moves.clear();
            for (const Move& move : own) moves.push_back(any_move<S>(move));
        }
    }
    std::vector<StrategyEntry<AnyState>> strategies() const override;

  private:
    S state_;
};

class AnyState {
  public:
    using Move = AnyMove;
    static constexpr bool plain_moves = false;  // its numbers may mean other moves in another run

    // Whether it is an AnyState is asked first: whether that is a State depends on whether it can be copied.
    template <typename S>
    requires(!std::same_as<S, AnyState> && State<S>) explicit AnyState(S state)
        : AnyState(std::make_unique<StateObjectOf<S>>(std::move(state))) {}
    explicit AnyState(std::unique_ptr<StateObject> object)
        : object_(std::move(object)), offers_(object_->offers()) {}
    AnyState(const AnyState& other) : object_(other.object_->copy()), offers_(other.offers_) {}
    AnyState(AnyState&&) noexcept = default;
    AnyState& operator=(const AnyState& other) {
        if (!object_ || !object_->assign(*other.object_)) object_ = other.object_->copy();
        offers_ = other.offers_;
        return *this;
    }
    AnyState& operator=(AnyState&&) noexcept = default;

    // What it holds, which must be an S.
    template <State S>
    S& as() {
        assert(dynamic_cast<StateObjectOf<S>*>(object_.get()) != nullptr);
        return static_cast<StateObjectOf<S>&>(*object_).state();
    }
    template <State S>
    const S& as() const {
        return const_cast<AnyState*>(this)->as<S>();
    }

    Offers offers() const { return offers_; }
    // Of the problem itself; searches ask strategies_of().
    std::vector<StrategyEntry<AnyState>> own_strategies() const { return object_->strategies(); }

    Sense sense() const { return object_->sense(); }
    bool at_end() const { return object_->at_end(); }
    void legal_moves(std::vector<AnyMove>& moves) const { object_->legal_moves(moves); }
    void play(const AnyMove& move) { object_->play(move); }
    double value() const { return object_->value(); }
    std::string move_text(const AnyMove& move) const { return object_->move_text(move); }
    std::optional<AnyMove> parse_move(std::string_view text) const { return object_->parse_move(text); }

    MoveCode code(const AnyMove& move) const { return object_->code(move); }
    std::size_t code_count() const { return object_->code_count(); }
    double bias(const AnyMove& move) const { return object_->bias(move); }
    double bound() const { return object_->bound(); }
    double violation() const { return object_->violation(); }
    double promise() const { return object_->promise(); }
    MoveCode name(const AnyMove& move) const { return object_->name(move); }
    double smooth_value() const { return object_->smooth_value(); }
    bool repeats_parent(const AnyMove& move) const { return object_->repeats_parent(move); }
    std::uint64_t hash() const { return object_->hash(); }
    friend bool operator==(const AnyState& left, const AnyState& right) {
        return left.object_->equals(*right.object_);
    }
    std::int64_t bytes() const { return static_cast<std::int64_t>(sizeof(AnyState)) + object_->bytes(); }
    void set_watch(const Watch& watch) const { object_->set_watch(watch); }
    bool cannot_beat(const Outcome& best) const { return object_->cannot_beat(best); }
    bool ends_worse(const AnyMove& move, const Outcome& best) const { return object_->ends_worse(move, best); }
    std::int64_t moves_left() const { return object_->moves_left(); }
    void select(std::vector<AnyMove>& moves) const { object_->select(moves); }

  private:
    std::unique_ptr<StateObject> object_;  // nothing once it was moved from
    Offers offers_;
};

inline std::vector<StrategyEntry<AnyState>> StateObject::strategies() const {
    return {};
}

// A strategy of S for games of the AnyState that holds it. The inner state is played in place.
template <State S>
class StrategyThroughAny final : public Strategy<AnyState> {
  public:
    explicit StrategyThroughAny(std::unique_ptr<Strategy<S>> own) : own_(std::move(own)) {}

    bool playout(AnyState& state, std::vector<AnyMove>& moves, Rng& rng,
                 PlayoutGuard<AnyState>& guard) override {
        Guard own_guard(state, guard);
        moves_.clear();
        const bool finished = own_->playout(state.as<S>(), moves_, rng, own_guard);
        for (const MoveOf<S>& move : moves_) moves.push_back(any_move<S>(move));
        return finished;
    }
    bool deterministic() const override { return own_->deterministic(); }
    void learn(const Outcome& outcome) override { own_->learn(outcome); }
    void archive(Archive& archive) override { own_->archive(archive); }

  private:
    class Guard final : public PlayoutGuard<S> {
      public:
        Guard(const AnyState& played, PlayoutGuard<AnyState>& guard) : played_(played), guard_(guard) {}
        bool gives_up(const S& state) override {
            return guard_.gives_up(&state == &played_.as<S>() ? played_ : AnyState(state));
        }

      private:
        const AnyState& played_;
        PlayoutGuard<AnyState>& guard_;
    };

    std::unique_ptr<Strategy<S>> own_;
    std::vector<MoveOf<S>> moves_;  // of the last playout
};

template <State S>
std::vector<StrategyEntry<AnyState>> StateObjectOf<S>::strategies() const {
    std::vector<StrategyEntry<AnyState>> entries;
    if constexpr (HasStrategies<S>)
        for (const StrategyEntry<S>& entry : S::strategies())
            entries.push_back({entry.name, entry.meaning, entry.parameters,
                               [make = entry.make](const AnyState& root, const Settings& settings) {
                                   return std::make_unique<StrategyThroughAny<S>>(make(root.as<S>(), settings));
                               }});
    return entries;
}

}  // namespace playout
