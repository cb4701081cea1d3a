// Plays a sequence of moves on a fresh state and trusts nothing: the check behind every reported solution. On
// the way it holds the problem against its contract (state.h), as far as one game can tell.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "playout/problem/state.h"

namespace playout {

inline std::string move_name(std::size_t number, std::string_view text) {
    return fmt::format("move {} ('{}')", number, text.substr(0, 40));
}

// Of the move of that number, from 1 on; the moves before it must be playable.
template <State S>
std::string move_name(S root, const std::vector<MoveOf<S>>& moves, std::size_t number) {
    for (std::size_t i = 0; i + 1 < number; ++i) root.play(moves[i]);
    return move_name(number, std::string(root.move_text(moves[number - 1])));
}

// Where a game stands after so many of its moves, in words.
template <State S>
std::string place_name(const S& root, const std::vector<MoveOf<S>>& moves, std::size_t count) {
    return count == 0 ? "at the start" : "after " + move_name(root, moves, count);
}

inline const char* sense_name(Sense sense) {
    return sense == Sense::maximise ? "maximise" : "minimise";
}

// The least hopeful bound along a game: the only one that has to be held against the end.
template <State S>
class TightestBound {
  public:
    void see(const S& state, std::size_t moves) {
        if constexpr (HasBound<S>) {
            const auto bound = static_cast<double>(state.bound());
            if (moves == 0 || better_value(bound_, bound, state.sense()) || std::isnan(bound)) {
                bound_ = bound;
                at_ = moves;
            }
        }
        if constexpr (HasExactBound<S>) {
            OutcomeOf<S> exact = state.exact_bound();
            if (moves == 0 || better(exact_, exact, state.sense())) {
                exact_ = std::move(exact);
                exact_at_ = moves;
            }
        }
    }

    // The sentence that the game's outcome makes untrue, after how many moves; or nothing.
    struct Broken {
        const char* method;
        double bound;
        std::size_t at;
    };
    std::optional<Broken> broken_by(const OutcomeOf<S>& outcome, Sense sense) const {
        if constexpr (HasBound<S>) {
            if (std::isnan(bound_) || (outcome.feasible() && breaks_bound(outcome.value, bound_, sense)))
                return Broken{"bound()", bound_, at_};
        }
        if constexpr (HasExactBound<S>) {
            if (outcome.feasible() && better(outcome, exact_, sense))
                return Broken{"exact_bound()", exact_.value, exact_at_};
        }
        return std::nullopt;
    }

  private:
    double bound_ = 0;
    std::size_t at_ = 0;
    OutcomeOf<S> exact_{};
    std::size_t exact_at_ = 0;
};

// at_end() against how many moves legal_moves() lists.
template <typename Place>
std::optional<std::string> broken_end(bool at_end, std::size_t legal, Place place) {
    if (at_end == (legal == 0)) return std::nullopt;
    return fmt::format("at_end() {} is {}, but legal_moves() lists {}", place(), at_end, legal);
}

// Asked on the way whether there is no time for what can be left out.
using InAHurry = std::function<bool()>;

// Plays the moves; what is wrong on the way, or nothing. `end` is left where it ended. In a hurry bounds are
// not asked for any more, which may take far longer than the moves.
template <State S>
std::optional<std::string> play_again(const S& root, const std::vector<MoveOf<S>>& moves, S& end,
                                      TightestBound<S>& tightest, const InAHurry& in_a_hurry) {
    constexpr std::size_t moves_per_question = 64;
    end = root;
    std::vector<MoveOf<S>> legal;
    bool hurried = false;
    for (std::size_t i = 0;; ++i) {
        if (in_a_hurry && !hurried && i % moves_per_question == moves_per_question - 1) hurried = in_a_hurry();
        legal.clear();
        end.legal_moves(legal);
        const auto place = [&] { return place_name(root, moves, i); };
        if (auto complaint = broken_end(end.at_end(), legal.size(), place)) return complaint;
        if (!hurried) tightest.see(end, i);
        if (i == moves.size()) break;
        if (std::find(legal.begin(), legal.end(), moves[i]) == legal.end())
            return move_name(root, moves, i + 1) + " is not one that legal_moves() lists";
        end.play(moves[i]);
    }
    if (!legal.empty()) return "the game is not over after the last move";
    return std::nullopt;
}

template <State S>
std::optional<std::string> broken_bound(const S& root, const std::vector<MoveOf<S>>& moves,
                                        const TightestBound<S>& tightest, const OutcomeOf<S>& outcome) {
    const auto broken = tightest.broken_by(outcome, root.sense());
    if (!broken) return std::nullopt;
    return fmt::format("{} {} is {}, but the game ends with {} ({})", broken->method,
                       place_name(root, moves, broken->at), broken->bound, outcome.value,
                       sense_name(root.sense()));
}

// What a finished game says of itself.
template <State S>
struct EndView {
    explicit EndView(const S& end) : EndView(end, outcome_of(end)) {}
    EndView(const S& end, const OutcomeOf<S>& known) : outcome(known) {
        if constexpr (HasHash<S>) hash = end.hash();
    }
    OutcomeOf<S> outcome;
    std::uint64_t hash = 0;
};

// What one end says differently when it is asked a second time; `place()` names it, `again` says how the second
// time came about.
template <State S, typename Place>
std::optional<std::string> other_end(const EndView<S>& first, const EndView<S>& second, Sense sense,
                                     Place place, const char* again) {
    const auto complaint = [&](const char* method, auto one, auto other) {
        return fmt::format("{} {} is {}, but {} {}", method, place(), one, other, again);
    };
    const OutcomeOf<S>&one = first.outcome, &other = second.outcome;
    if (!(one.value == other.value)) return complaint("value()", one.value, other.value);
    if (!(one.violation == other.violation)) return complaint("violation()", one.violation, other.violation);
    if (better(one, other, sense) || better(other, one, sense)) return complaint("outcome()", "one", "another");
    if (first.hash != second.hash) return complaint("hash()", first.hash, second.hash);
    return std::nullopt;
}

// The whole check of a finished game that a search came to, with the outcome that it had: its moves replay and
// keep the contract, the same moves lead to the same end, and that says the same when it is asked again. An
// outcome may be dear, so none is asked for twice.
template <State S>
std::optional<std::string> broken_promise(const S& root, const std::vector<MoveOf<S>>& moves, const S& end,
                                          const OutcomeOf<S>& outcome, const InAHurry& in_a_hurry = {}) {
    const auto place = [&] { return place_name(root, moves, moves.size()); };
    const Sense sense = root.sense();
    const EndView<S> first(end, outcome);
    if (auto complaint = other_end(first, EndView<S>(end), sense, place, "when asked again")) return complaint;
    S replayed = root;
    TightestBound<S> tightest;
    if (auto complaint = play_again(root, moves, replayed, tightest, in_a_hurry)) return complaint;
    const EndView<S> second(replayed);
    if (auto complaint = broken_bound(root, moves, tightest, second.outcome)) return complaint;
    return other_end(first, second, sense, place, "when the same moves are played again");
}
template <State S>
std::optional<std::string> broken_promise(const S& root, const std::vector<MoveOf<S>>& moves, const S& end) {
    return broken_promise(root, moves, end, outcome_of(end));
}

// The same from texts, with the moves themselves as the result.
template <State S>
std::optional<std::string> parse_moves(S state, const std::vector<std::string>& texts,
                                       std::vector<MoveOf<S>>& moves) {
    moves.clear();
    std::vector<MoveOf<S>> legal;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (state.at_end()) return move_name(i + 1, texts[i]) + " comes after the end of the game";
        const std::optional<MoveOf<S>> move = state.parse_move(texts[i]);
        if (!move) return move_name(i + 1, texts[i]) + " is not legal";
        legal_moves_of(state, legal);
        if (std::find(legal.begin(), legal.end(), *move) == legal.end())
            return move_name(i + 1, texts[i]) + " is not legal";
        moves.push_back(*move);
        state.play(*move);
    }
    if (!state.at_end()) return "the game is not over after the last move";
    return std::nullopt;
}

template <State S>
std::vector<std::string> move_texts(S state, const std::vector<MoveOf<S>>& moves) {
    std::vector<std::string> texts;
    for (const MoveOf<S>& move : moves) {
        texts.push_back(state.move_text(move));
        state.play(move);
    }
    return texts;
}

}  // namespace playout
