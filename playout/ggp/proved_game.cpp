#include "playout/ggp/proved_game.h"

#include <algorithm>
#include <cassert>

namespace playout::ggp {

std::optional<std::size_t> ProvedGame::chance_role() const {
    for (std::size_t role = 0; role < roles(); ++role)
        if (prover_->name(prover_->roles()[role]) == gdl::keyword::random) return role;
    return std::nullopt;
}

void ProvedGame::set_state(const game::StateKey& state) {
    state_ = state;
    legal_.assign(roles(), std::nullopt);
    Prover::State fluents;
    for (const std::uint64_t fluent : state) fluents.push_back(static_cast<TermId>(fluent));
    prover_->set_state(fluents);
}

std::span<const game::MoveId> ProvedGame::legal(std::size_t role) {
    assert(role < roles());
    if (!legal_[role]) legal_[role] = prover_->legal(role);
    return *legal_[role];
}

void ProvedGame::step(std::span<const game::MoveId> moves) {
    assert(moves.size() == roles());
    const std::vector<TermId> terms(moves.begin(), moves.end());
    set_state(key_of(prover_->next(terms)));
}

std::optional<game::MoveId> ProvedGame::find_move(std::size_t role, std::string_view text) {
    const std::span<const game::MoveId> moves = legal(role);
    const auto found = gdl::find_term(
        moves.size(), [&](std::size_t i) { return move_text(role, moves[i]); }, text);
    return found ? std::optional(moves[*found]) : std::nullopt;
}

std::vector<std::string> ProvedGame::fluents() const {
    std::vector<std::string> texts;
    for (const std::uint64_t fluent : state_) texts.push_back(prover_->text(static_cast<TermId>(fluent)));
    std::sort(texts.begin(), texts.end());
    return texts;
}

}  // namespace playout::ggp
