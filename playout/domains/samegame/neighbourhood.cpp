#include "playout/domains/samegame/neighbourhood.h"

#include <algorithm>
#include <bit>

#include "playout/problem/neighbourhood.h"

namespace playout::samegame {

static_assert(NeighbourhoodOver<Neighbourhood<Small>, SameGameState<Small>>);

namespace {

constexpr int farthest_shift = 12;

// A cell of the set, each with the same chance; the set must have one.
template <typename Layout>
int draw_cell(const Words<Layout>& cells, Rng& rng) {
    int count = 0;
    for (const std::uint64_t word : cells) count += std::popcount(word);
    auto k = static_cast<int>(rng.below(static_cast<std::uint64_t>(count)));
    for (std::size_t i = 0;; ++i) {
        const int here = std::popcount(cells[i]);
        if (k >= here) {
            k -= here;
            continue;
        }
        std::uint64_t bits = cells[i];
        for (; k > 0; --k) bits &= bits - 1;
        return static_cast<int>(i) * 64 + std::countr_zero(bits);
    }
}

template <typename Layout>
StartCells<Layout> start_cells(const SameGameState<Layout>& root) {
    StartCells<Layout> start;
    start.rules = &root.instance().rules();
    start.planes = root.position().planes;
    for (int colour = 1; colour <= root.instance().colours(); ++colour) {
        const Words<Layout> cells = cells_of_colour(root.position(), colour);
        start.colours[static_cast<std::size_t>(colour - 1)] = cells;
        for (int cell = 0; cell < cells_of<Layout>; ++cell)
            if (has_cell<Layout>(cells, cell))
                start.colour_of[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(colour);
    }
    return start;
}

// What is left before any move.
template <typename Layout>
Words<Layout> all_cells(const StartCells<Layout>& start) {
    Words<Layout> all{};
    for (const Words<Layout>& cells : start.colours)
        for (std::size_t i = 0; i < all.size(); ++i) all[i] |= cells[i];
    return all;
}

}  // namespace

template <typename Layout>
Neighbourhood<Layout>::Neighbourhood(const State& root, Strategy<State>& completion)
    : root_(root),
      completion_(completion),
      kernel_(cell_kernel_for<Layout>(best_cell_path(root.instance().path()))),
      start_(start_cells(root)),
      state_(root),
      end_(root) {
    game_->left = all_cells(start_);
    game_->score = root.position().score;
}

template <typename Layout>
bool Neighbourhood<Layout>::begin(const std::vector<Move>& moves, PlayoutGuard<State>&) {
    begin_empty();
    for (const Move& move : moves)
        kernel_.take(start_, kernel_.cell_of(changed_->game.left, move.cell), *changed_);
    begin_with_what_was_played();
    return true;
}

template <typename Layout>
void Neighbourhood<Layout>::begin_empty() {
    game_->count = 0;
    game_->left = all_cells(start_);
    game_->score = root_.position().score;
    kernel_.go_to(*game_, 0, *changed_);
}

template <typename Layout>
void Neighbourhood<Layout>::begin_with_what_was_played() {
    place_ = 0;
    completed_.clear();
    lie(changed_->game.left, changed_->game.score, changed_->game.count, state_);
    value_ = state_.value();
    smooth_value_ = state_.smooth_value();
    accept();
}

template <typename Layout>
bool Neighbourhood<Layout>::change(Rng& rng, PlayoutGuard<State>& guard, double worst) {
    return propose(rng) && finish(rng, guard, worst);
}

// The changed game up to the last move that is in another place than before; follow_all() is to go on with
// `rest_`. False: it comes to nothing.
template <typename Layout>
bool Neighbourhood<Layout>::propose(Rng& rng) {
    if (game_->count == 0) return false;
    const auto number = static_cast<int>(rng.below(static_cast<std::uint64_t>(game_->count)));
    const auto move = [this](int i) -> const CellMove<Layout>& {
        return game_->moves[static_cast<std::size_t>(i)];
    };
    const auto kind = rng.below(10);
    place_ = number;
    if (kind < 4) {  // another group before this one
        kernel_.go_to(*game_, number, *changed_);
        const int cell = draw_cell<Layout>(changed_->game.left, rng);
        if (has_cell<Layout>(move(number).group, cell) || !kernel_.take(start_, cell, *changed_)) return false;
        rest_ = number;
        return true;
    }
    if (kind < 6) {  // not this one
        kernel_.go_to(*game_, number, *changed_);
        rest_ = number + 1;
        return true;
    }
    const int shift = 1 + static_cast<int>(rng.below(farthest_shift));
    if (kind < 8) {  // this one later
        const int later = std::min(number + shift, game_->count - 1);
        if (later == number) return false;
        kernel_.go_to(*game_, number, *changed_);
        for (int i = number + 1; i <= later; ++i) kernel_.follow(start_, move(i), *changed_);
        kernel_.follow(start_, move(number), *changed_);
        rest_ = later + 1;
        return true;
    }
    place_ = std::max(0, number - shift);  // or earlier
    if (place_ == number) return false;
    kernel_.go_to(*game_, place_, *changed_);
    if (!has_cell<Layout>(changed_->game.left, move(number).cell) ||
        !kernel_.take(start_, move(number).cell, *changed_))
        return false;
    for (int i = place_; i < number; ++i) kernel_.follow(start_, move(i), *changed_);
    rest_ = number + 1;
    return true;
}

// To the end.
template <typename Layout>
bool Neighbourhood<Layout>::finish(Rng& rng, PlayoutGuard<State>& guard, double worst) {
    kernel_.follow_all(start_, *game_, rest_, *changed_);
    completed_.clear();
    if (changed_->joined >= 0) {
        const bool at_end = changed_->joined == game_->count;
        const std::int32_t before =
            at_end ? game_->score : game_->moves[static_cast<std::size_t>(changed_->joined)].score;
        value_ = game_value_ + changed_->game.score - before;
        smooth_value_ = game_smooth_value_ + changed_->game.score - before;
        return true;
    }
    lie(changed_->game.left, changed_->game.score, changed_->game.count, state_);
    if (!state_.at_end()) {
        if (state_.bound() < worst || !completion_.playout(state_, completed_, rng, guard)) return false;
    }
    value_ = state_.value();
    smooth_value_ = state_.smooth_value();
    return true;
}

template <typename Layout>
void Neighbourhood<Layout>::lie(const Words<Layout>& left, std::int32_t score, int moves, State& state) const {
    Position<Layout> position;
    kernel_.lie(start_, left, position);
    position.score = score;
    position.ply = static_cast<std::uint16_t>(root_.position().ply + moves);
    position.at_end = !root_.kernel().has_move(position);
    state.undo(position);
}

template <typename Layout>
const SameGameState<Layout>& Neighbourhood<Layout>::end() const {
    if (changed_->joined < 0) return state_;
    const int moves = changed_->game.count + game_->count - changed_->joined;
    const std::int32_t score = game_->score + static_cast<std::int32_t>(value_ - game_value_);
    lie(game_->left, score, moves, end_);
    return end_;
}

template <typename Layout>
Move Neighbourhood<Layout>::move_now(const CellMove<Layout>& move) const {
    return {static_cast<std::uint16_t>(kernel_.first_now(move.left, move.group)), move.size};
}

template <typename Layout>
const std::vector<Move>& Neighbourhood<Layout>::moves() const {
    moves_.clear();
    const auto add = [this](const Game& game, int from, int to) {
        for (int i = from; i < to; ++i) moves_.push_back(move_now(game.moves[static_cast<std::size_t>(i)]));
    };
    add(*game_, 0, place_);
    add(changed_->game, place_, changed_->game.count);
    if (changed_->joined >= 0) add(*game_, changed_->joined, game_->count);
    moves_.insert(moves_.end(), completed_.begin(), completed_.end());
    return moves_;
}

template <typename Layout>
void Neighbourhood<Layout>::accept() {
    Game& changed = changed_->game;
    for (const Move& move : completed_)
        kernel_.take(start_, kernel_.cell_of(changed.left, move.cell), *changed_);
    if (changed_->joined >= 0) {
        // The rest of the old game moves to its place behind the new moves.
        const auto rest = game_->moves.begin() + changed_->joined;
        const auto end = game_->moves.begin() + game_->count;
        const auto gain = static_cast<std::int32_t>(value_ - game_value_);
        const int count = changed.count + game_->count - changed_->joined;
        if (count > game_->count) {
            std::move_backward(rest, end, game_->moves.begin() + count);
        } else if (count < game_->count) {
            std::move(rest, end, game_->moves.begin() + changed.count);
        }
        game_->count = count;
        if (gain != 0)
            for (int i = changed.count; i < count; ++i) game_->moves[static_cast<std::size_t>(i)].score += gain;
        game_->score += gain;
    } else {
        game_->count = changed.count;
        game_->left = changed.left;
        game_->score = changed.score;
    }
    for (int i = place_; i < changed.count; ++i) {
        CellMove<Layout>& move = game_->moves[static_cast<std::size_t>(i)];
        move = changed.moves[static_cast<std::size_t>(i)];
        if (!move.near_known) kernel_.look_around(move);
    }
    game_value_ = value_;
    game_smooth_value_ = smooth_value_;
}

template <typename Layout>
std::int64_t Neighbourhood<Layout>::bytes() const {
    return least_bytes() +
           static_cast<std::int64_t>((moves_.capacity() + completed_.capacity()) * sizeof(Move));
}

// By its cells, which name the moves.
template <typename Layout>
void Neighbourhood<Layout>::archive(Archive& archive) {
    std::vector<std::uint16_t> cells;
    for (int i = 0; i < game_->count; ++i) cells.push_back(game_->moves[static_cast<std::size_t>(i)].cell);
    archive(cells);
    if (archive.saving()) return;
    begin_empty();
    for (const std::uint16_t cell : cells)
        if (cell >= cells_of<Layout> || !has_cell<Layout>(changed_->game.left, cell) ||
            !kernel_.take(start_, cell, *changed_))
            archive.fail("damaged: a move takes no group");
    begin_with_what_was_played();
}

template class Neighbourhood<Small>;
template class Neighbourhood<Large>;

}  // namespace playout::samegame
