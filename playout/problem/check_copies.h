// What a state must keep when it is copied, and when moves are taken back. For check_problem.h.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "playout/problem/observation.h"

namespace playout {

// Plays random moves until the game is over, or the work is used up.
template <State S>
void play_randomly(S& state, Checking& checking) {
    while (!state.at_end() && checking.work_left > 0) {
        const std::vector<MoveOf<S>> moves = listed_moves(state);
        if (moves.empty()) return;
        --checking.work_left;
        state.play(moves[checking.rng.below(moves.size())]);
    }
}

// Plays the same random moves on both. What they say differently on the way, or nothing.
template <State S>
std::optional<std::string> other_future(S seen, S expected, Checking& checking) {
    for (std::size_t i = 0;; ++i) {
        const Observation<S> now(expected);
        if (auto words = difference(Observation<S>(seen), now))
            return *words + (i > 0 ? fmt::format(" {} moves later", i) : "");
        checking.work_left -= 2 * static_cast<std::int64_t>(now.moves.size());
        if (checking.work_left <= 0 || now.at_end || now.moves.empty()) return std::nullopt;
        const MoveOf<S> move = now.moves[checking.rng.below(now.moves.size())];
        seen.play(move);
        expected.play(move);
    }
}

// `seen` is what the state said before. False: copies share something, so that nothing else can be told.
template <State S>
bool check_copies(const Spot<S>& spot, const Observation<S>& seen, Checking& checking) {
    S copy = spot.root;
    copy = spot.state;
    if (const auto words = difference(Observation<S>(copy), seen)) {
        checking.complaints.add("copies",
                                [&] { return fmt::format("a copy {} differs: {}", spot.place(), *words); });
        return false;
    }
    if (seen.at_end) copy = spot.root;  // there must be something to play
    play_randomly(copy, checking);
    if (const auto words = difference(Observation<S>(spot.state), seen)) {
        checking.complaints.add("copies", [&] {
            return fmt::format("playing on a copy changes the original {}: {}", spot.place(), *words);
        });
        return false;
    }
    return true;
}

// Some of the moves, each played and taken back; then a game on what that left.
template <State S>
void check_undo(const Spot<S>& spot, const Observation<S>& seen, Checking& checking) {
    if constexpr (HasUndo<S>) {
        constexpr std::size_t max_moves = 16;
        S changed = spot.state;
        for (std::size_t i = 0; i < std::min(seen.moves.size(), max_moves); ++i) {
            const MoveOf<S>& move =
                seen.moves[seen.moves.size() <= max_moves ? i : checking.rng.below(seen.moves.size())];
            const auto complain = [&](const char* method, const char* what, const std::string& words) {
                checking.complaints.add(method, [&] {
                    return fmt::format("{} of '{}' {} {}: {}", method, std::string(spot.state.move_text(move)),
                                       spot.place(), what, words);
                });
            };
            checking.work_left -= 3 * static_cast<std::int64_t>(seen.moves.size());
            S played = spot.state;
            played.play(move);
            const auto memento = changed.play_undoable(move);
            if (const auto words = difference(Observation<S>(changed), Observation<S>(played)))
                complain("play_undoable()", "is not what play() does", *words);
            changed.undo(memento);
            if (const auto words = difference(Observation<S>(changed), seen))
                return complain("undo()", "does not restore the state", *words);
            if (i > 0) continue;
            if (const auto words = other_future(changed, spot.state, checking))
                return complain("undo()", "does not restore the state", *words);
        }
    }
}

// A whole game played and taken back move by move.
template <State S>
void check_undo_of_game(const S& root, const std::vector<MoveOf<S>>& moves, Checking& checking) {
    if constexpr (HasUndo<S>) {
        if (checking.work_left <= 0) return;
        S walker = root;
        std::vector<Observation<S>> passed;
        std::vector<typename S::Memento> mementos;
        for (const MoveOf<S>& move : moves) {
            passed.emplace_back(walker);
            mementos.push_back(walker.play_undoable(move));
        }
        for (std::size_t i = moves.size(); i-- > 0; mementos.pop_back()) {
            walker.undo(mementos.back());
            const auto words = difference(Observation<S>(walker), passed[i]);
            if (!words) continue;
            checking.complaints.add("undo()", [&] {
                return fmt::format("undo() of {}, from the end of the game, does not restore the state: {}",
                                   move_name(root, moves, i + 1), *words);
            });
            return;
        }
    }
}

}  // namespace playout
