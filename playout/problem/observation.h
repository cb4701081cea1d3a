// All that a state says of itself without a move being played, to compare it with another state or with itself
// later on; and how what is found broken is written down. For check_problem.h.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "playout/base/rng.h"
#include "playout/problem/replay.h"
#include "playout/problem/state.h"
#include "playout/problem/walk.h"

namespace playout {

// What is broken, in words: of every promise the first case.
class Complaints {
  public:
    // `words()` makes the line, if nothing was said of this promise yet.
    template <typename Words>
    void add(std::string_view promise, Words words) {
        if (said_.emplace(promise).second) lines_.push_back(words());
    }
    // A line that begins with the method that is broken.
    void add(const std::string& line) {
        add(line.substr(0, line.find(' ')), [&] { return line; });
    }
    const std::vector<std::string>& lines() const { return lines_; }

  private:
    std::set<std::string, std::less<>> said_;
    std::vector<std::string> lines_;
};

// What the checks of one root share.
struct Checking {
    Complaints& complaints;
    Rng rng;
    std::int64_t work_left;  // moves that may still be listed or played to look closely
};

// The way to a state, in words; of a long one its end.
template <State S>
std::string path_name(const S& root, const std::vector<MoveOf<S>>& path) {
    constexpr std::size_t most = 12;
    if (path.empty()) return "at the start";
    const std::vector<std::string> texts = move_texts(root, path);
    std::string name = "after";
    if (path.size() > most) name += fmt::format(" {} moves, the last", path.size());
    for (std::size_t i = path.size() > most ? path.size() - most : 0; i < path.size(); ++i)
        name += fmt::format(" '{}'", texts[i].substr(0, 40));
    return name;
}

// A state that is looked at, and the way to it.
template <State S>
struct Spot {
    const S& root;
    const std::vector<MoveOf<S>>& path;
    const S& state;
    const std::string& last_text;  // of the last move of the path

    std::string place() const { return path_name(root, path); }
};

// As the state itself lists them, which may be none where the game is not over.
template <State S>
std::vector<MoveOf<S>> listed_moves(const S& state) {
    std::vector<MoveOf<S>> moves;
    state.legal_moves(moves);
    return moves;
}

template <State S>
struct Observation {
    explicit Observation(const S& state) : at_end(state.at_end()), moves(listed_moves(state)) {
        if constexpr (HasCode<S>)
            for (const MoveOf<S>& move : moves) codes.push_back(state.code(move));
        if constexpr (HasBias<S>)
            for (const MoveOf<S>& move : moves) biases.push_back(static_cast<double>(state.bias(move)));
        if constexpr (HasSelection<S>) {
            selected = moves;
            if (!moves.empty()) state.select(selected);
        }
        if constexpr (HasBound<S>) bound = static_cast<double>(state.bound());
        if constexpr (HasExactBound<S>) exact_bound = state.exact_bound();
        if constexpr (HasHash<S>) hash = state.hash();
        if constexpr (HasMovesLeft<S>) moves_left = static_cast<std::int64_t>(state.moves_left());
        if constexpr (HasName<S>)
            for (const MoveOf<S>& move : moves) names.push_back(state.name(move));
        if constexpr (HasStage<S>) stage = static_cast<std::int64_t>(state.stage());
        if constexpr (HasDecision<S>) decision = at_end ? 0 : state.decision();
        if (!at_end) return;
        outcome = outcome_of(state);
        if constexpr (HasSmoothValue<S>) smooth_value = static_cast<double>(state.smooth_value());
        if constexpr (HasPromise<S>) promise = static_cast<double>(state.promise());
    }

    bool at_end;
    std::vector<MoveOf<S>> moves;
    std::vector<MoveCode> codes;
    std::vector<double> biases;
    std::vector<MoveOf<S>> selected;  // where the state selects
    double bound = 0;
    std::optional<OutcomeOf<S>> exact_bound;  // where the state has one
    std::uint64_t hash = 0;
    std::int64_t moves_left = 0;
    std::vector<MoveCode> names;
    std::int64_t stage = 0;
    std::uint64_t decision = 0;
    std::optional<OutcomeOf<S>> outcome;  // at the end
    double promise = 0;
    double smooth_value = 0;
};

template <typename Move>
std::optional<std::string> other_list(const char* method, const std::vector<Move>& seen,
                                      const std::vector<Move>& expected) {
    if (seen.size() != expected.size())
        return fmt::format("{} {} moves instead of {}", method, seen.size(), expected.size());
    for (std::size_t i = 0; i < seen.size(); ++i)
        if (!(seen[i] == expected[i])) return fmt::format("{} another move as number {}", method, i + 1);
    return std::nullopt;
}

// Of lists with a number a move.
inline std::optional<std::string> other_numbers(const char* method, const std::vector<MoveCode>& seen,
                                                const std::vector<MoveCode>& expected) {
    for (std::size_t i = 0; i < seen.size(); ++i)
        if (seen[i] != expected[i])
            return fmt::format("{} of move {} of {} is {} instead of {}", method, i + 1, seen.size(), seen[i],
                               expected[i]);
    return std::nullopt;
}

// What is no number is the same as another that is none.
inline bool same_number(double one, double other) {
    return one == other || (std::isnan(one) && std::isnan(other));
}

// What is other than expected, or nothing.
template <State S>
std::optional<std::string> difference(const Observation<S>& seen, const Observation<S>& expected) {
    const auto words = [](const char* method, auto one, auto other) {
        return fmt::format("{} is {} instead of {}", method, one, other);
    };
    if (seen.at_end != expected.at_end) return words("at_end()", seen.at_end, expected.at_end);
    if (auto other = other_list("legal_moves() lists", seen.moves, expected.moves)) return other;
    if (auto other = other_list("select() leaves", seen.selected, expected.selected)) return other;
    if (seen.outcome) {
        if (!(seen.outcome->value == expected.outcome->value))
            return words("value()", seen.outcome->value, expected.outcome->value);
        if (!(seen.outcome->violation == expected.outcome->violation))
            return words("violation()", seen.outcome->violation, expected.outcome->violation);
    }
    if (!same_number(seen.bound, expected.bound)) return words("bound()", seen.bound, expected.bound);
    if constexpr (HasExactBound<S>) {
        const int order = seen.exact_bound->exact_order(*expected.exact_bound);
        if (order != 0) return fmt::format("exact_bound() is {} than expected", order < 0 ? "less" : "more");
    }
    if (seen.hash != expected.hash) return words("hash()", seen.hash, expected.hash);
    if (seen.moves_left != expected.moves_left)
        return words("moves_left()", seen.moves_left, expected.moves_left);
    if (!same_number(seen.promise, expected.promise)) return words("promise()", seen.promise, expected.promise);
    if (seen.stage != expected.stage) return words("stage()", seen.stage, expected.stage);
    if (seen.decision != expected.decision) return words("decision()", seen.decision, expected.decision);
    if (!same_number(seen.smooth_value, expected.smooth_value))
        return words("smooth_value()", seen.smooth_value, expected.smooth_value);
    if (auto other = other_numbers("code()", seen.codes, expected.codes)) return other;
    if (auto other = other_numbers("name()", seen.names, expected.names)) return other;
    for (std::size_t i = 0; i < seen.biases.size(); ++i)
        if (seen.biases[i] != expected.biases[i] && std::isfinite(expected.biases[i]))
            return fmt::format("bias() of move {} of {} is {} instead of {}", i + 1, seen.moves.size(),
                               seen.biases[i], expected.biases[i]);
    return std::nullopt;
}

}  // namespace playout
