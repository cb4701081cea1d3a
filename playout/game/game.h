// The contract for games of several roles. A game stands at a state; every role makes a move at once (one that
// has nothing to do has one move that does nothing), and the game is at the next state.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace playout::game {

using MoveId = std::uint32_t;  // of one role
using StateKey =
    std::vector<std::uint64_t>;  // equal for equal states of one game, and nothing else is known of it

template <typename G>
concept Game = requires(G game, const G& fixed, const StateKey& state, std::size_t role, MoveId move,
                        std::string_view text, std::span<const MoveId> moves) {
    { fixed.roles() } -> std::same_as<std::size_t>;
    { fixed.role_text(role) } -> std::convertible_to<std::string>;
    { fixed.chance_role() } -> std::same_as<std::optional<std::size_t>>;  // whose moves are drawn: `random`
    { fixed.initial() } -> std::convertible_to<StateKey>;
    { game.set_state(state) } -> std::same_as<void>;
    { fixed.state() } -> std::convertible_to<const StateKey&>;
    { game.terminal() } -> std::same_as<bool>;
    // No two alike, in no particular order, but in the same one after the same calls. Until the next call that
    // changes the state.
    { game.legal(role) } -> std::same_as<std::span<const MoveId>>;
    { game.step(moves) } -> std::same_as<void>;  // a legal move of each role
    {
        game.goal(role)
        } -> std::same_as<std::optional<int>>;  // 0 to 100; none if the rules give none, or several
    // In prefix form, as the sheet spells it.
    { game.move_text(role, move) } -> std::convertible_to<std::string>;
    { game.find_move(role, text) } -> std::same_as<std::optional<MoveId>>;  // a legal move
    { game.fluents() } -> std::same_as<std::vector<std::string>>;           // of the state, sorted
};

}  // namespace playout::game
