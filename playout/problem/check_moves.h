// What a state must keep about the moves that it lists: their texts, codes and order. For check_problem.h.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "playout/problem/observation.h"
#include "playout/problem/walk.h"

namespace playout {

// Every listed move is written and read back, and nothing else is read as a move. False: parse_move() does not
// know a move that legal_moves() lists, so it may be dangerous to play on.
template <State S>
bool check_texts(const Spot<S>& spot, const std::vector<MoveOf<S>>& moves, Complaints& complaints) {
    bool all_known = true;
    std::vector<std::string> texts;
    for (const MoveOf<S>& move : moves) {
        texts.push_back(spot.state.move_text(move));
        const auto back = spot.state.parse_move(texts.back());
        if (back && *back == move) continue;
        all_known = all_known && back.has_value();
        complaints.add("parse_move reads", [&] {
            return fmt::format("parse_move() {} {} '{}', which legal_moves() lists", spot.place(),
                               back ? "takes for another move" : "refuses", texts.back());
        });
    }
    std::vector<std::string> others{"", " ", "no such move", "-1", "999999999999999999999999", "\xff"};
    if (!spot.path.empty()) others.push_back(spot.last_text);
    for (const std::string& text : others) {
        if (std::find(texts.begin(), texts.end(), text) != texts.end()) continue;
        const auto move = spot.state.parse_move(text);
        if (!move || std::find(moves.begin(), moves.end(), *move) != moves.end()) continue;
        complaints.add("parse_move refuses", [&] {
            return fmt::format("parse_move() {} takes '{}' for a move that legal_moves() does not list",
                               spot.place(), text);
        });
    }
    return all_known;
}

template <State S>
void check_codes(const Spot<S>& spot, const Observation<S>& seen, Complaints& complaints) {
    if constexpr (HasCodeCount<S>) {
        const std::size_t count = spot.root.code_count();
        const bool absent = OffersAtRunTime<S> && count == 0;
        for (const MoveCode code : seen.codes)
            if (code >= count && !absent)
                complaints.add("code_count", [&] {
                    return fmt::format("code() {} is {}, but code_count() is {}", spot.place(), code, count);
                });
    }
    if constexpr (HasCodedMoves<S>) {
        std::vector<MoveOf<S>> moves;
        std::vector<MoveCode> codes;
        spot.state.legal_moves(moves, codes);
        if (moves != seen.moves || codes != seen.codes)
            complaints.add("coded moves", [&] {
                return fmt::format(
                    "legal_moves() with codes {} lists {} moves and {} codes, which are not what "
                    "legal_moves() and code() say ({} moves)",
                    spot.place(), moves.size(), codes.size(), seen.moves.size());
            });
    }
}

// All moves one at a time, then nothing, however often that is asked. Of two cursors that start together one
// is handed to a copy half way: what it stands for must be in it and in the state, and in nothing else.
template <State S>
void check_next_move(const Spot<S>& spot, const std::vector<MoveOf<S>>& moves, Complaints& complaints) {
    if constexpr (HasNextMove<S>) {
        std::uint64_t cursor = 0, other_cursor = 0;
        const S copy = spot.state;
        for (std::size_t i = 0; i <= moves.size() + 1; ++i) {
            const auto next = spot.state.next_move(cursor);
            const auto other = (i < moves.size() / 2 ? spot.state : copy).next_move(other_cursor);
            const auto complain = [&](const char* who, const std::optional<MoveOf<S>>& given) {
                complaints.add("next_move", [&] {
                    return fmt::format(
                        "next_move() {}{} gives {} as number {}, but legal_moves() lists {} moves",
                        spot.place(), who, given ? "another move" : "nothing", i + 1, moves.size());
                });
            };
            const auto is_right = [&](const std::optional<MoveOf<S>>& given) {
                return i < moves.size() ? given && *given == moves[i] : !given;
            };
            if (!is_right(next)) return complain("", next);
            if (!is_right(other)) return complain(" with a second cursor, later on a copy,", other);
        }
    }
}

template <State S>
void check_selection(const Spot<S>& spot, const Observation<S>& seen, Complaints& complaints) {
    if constexpr (HasSelection<S>) {
        auto after = seen.moves.begin();
        bool in_order = seen.selected.empty() == seen.moves.empty();
        for (const MoveOf<S>& move : seen.selected) {
            after = std::find(after, seen.moves.end(), move);
            in_order = in_order && after != seen.moves.end();
            if (after != seen.moves.end()) ++after;
        }
        if (!in_order)
            complaints.add("select", [&] {
                return fmt::format("select() {} leaves {} of {} moves, but it must leave some, in their order",
                                   spot.place(), seen.selected.size(), seen.moves.size());
            });
    }
}

// Moves of one state differ in their names, and a move is found by its name alone.
template <State S>
void check_names(const Spot<S>& spot, const std::vector<MoveOf<S>>& moves, Complaints& complaints) {
    if constexpr (HasName<S>) {
        std::set<MoveCode> names;
        for (const MoveOf<S>& move : moves)
            if (!names.insert(spot.state.name(move)).second)
                complaints.add("name()", [&] {
                    return fmt::format("name() of '{}' {} is that of another move",
                                       std::string(spot.state.move_text(move)), spot.place());
                });
    }
    if constexpr (HasMoveNamed<S>) {
        std::set<MoveCode> names;
        for (const MoveOf<S>& move : moves) {
            const MoveCode name = name_of(spot.state, move);
            names.insert(name);
            if (spot.state.move_named(name) == move) continue;
            complaints.add("move_named finds", [&] {
                return fmt::format("move_named() {} does not find '{}' by its name", spot.place(),
                                   std::string(spot.state.move_text(move)));
            });
        }
        for (MoveCode name = 0; name < 16; ++name)
            if (names.count(name) == 0 && spot.state.move_named(name))
                complaints.add("move_named refuses", [&] {
                    return fmt::format("move_named() {} finds a move named {}, but no legal one is",
                                       spot.place(), name);
                });
    }
}

template <State S>
void check_numbers(const Spot<S>& spot, const Observation<S>& seen, Complaints& complaints) {
    const auto number = [&](const char* method, double value) {
        complaints.add(method, [&] { return fmt::format("{} {} is {}", method, spot.place(), value); });
    };
    for (const double bias : seen.biases)
        if (!std::isfinite(bias)) number("bias()", bias);
    if (std::isnan(seen.bound)) number("bound()", seen.bound);
    if (std::isnan(seen.promise)) number("promise()", seen.promise);
    if (!std::isfinite(seen.smooth_value)) number("smooth_value()", seen.smooth_value);
    if (seen.outcome && std::isnan(seen.outcome->value)) number("value()", seen.outcome->value);
    if (seen.outcome && !(seen.outcome->violation >= 0)) number("violation()", seen.outcome->violation);
    if constexpr (HasBytes<S>) {
        const auto bytes = static_cast<std::int64_t>(spot.state.bytes());
        if (bytes < static_cast<std::int64_t>(sizeof(S)))
            complaints.add("bytes()", [&] {
                return fmt::format("bytes() {} is {}, but a state alone has {}", spot.place(), bytes,
                                   sizeof(S));
            });
    }
    if (spot.state.sense() != spot.root.sense())
        complaints.add("sense()", [&] {
            return fmt::format("sense() {} is {}, but {} at the start", spot.place(),
                               sense_name(spot.state.sense()), sense_name(spot.root.sense()));
        });
}

// A domain's own walk against the plain one, along a random game.
template <State S>
void check_walk(const S& root, bool selective, Checking& checking) {
    WalkOf<S> walk(root, selective);
    PlainWalk<S> plain(root, selective);
    std::vector<MoveOf<S>> path;
    const auto same = [&] {
        if (!std::ranges::equal(walk.moves(), plain.moves()) ||
            !std::ranges::equal(walk.codes(), plain.codes()))
            return false;
        for (std::size_t i = 0; i < plain.moves().size(); ++i)
            if (walk.bias(i) != plain.bias(i)) return false;
        return !difference(Observation<S>(walk.state()), Observation<S>(plain.state()));
    };
    while (true) {
        if (!same()) {
            checking.complaints.add("Walk", [&] {
                return fmt::format(
                    "Walk {} has {} moves with their codes and biases, which are not the state's ({})",
                    path_name(root, path), walk.moves().size(), plain.moves().size());
            });
            return;
        }
        if (plain.moves().empty()) return;
        const MoveOf<S> move = plain.moves()[checking.rng.below(plain.moves().size())];
        path.push_back(move);
        walk.play(move);
        plain.play(move);
    }
}

}  // namespace playout
