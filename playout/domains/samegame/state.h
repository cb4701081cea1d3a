// A game in play: take away a group of two or more cells of one colour; what is above falls, and columns close
// to the left (Schadd et al. 2012, section 2.1).
#pragma once

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "playout/domains/samegame/instance.h"
#include "playout/problem/state.h"
#include "playout/problem/strategy.h"
#include "playout/problem/walk.h"

namespace playout::samegame {

template <typename Layout>
class Walk;
template <typename Layout>
class Neighbourhood;

template <typename Layout>
class SameGameState {
  public:
    using Move = samegame::Move;
    static constexpr bool plain_moves = true;
    using Walk = samegame::Walk<Layout>;
    using Neighbourhood = samegame::Neighbourhood<Layout>;

    // The instance must outlive every copy of the state, and fit the layout.
    explicit SameGameState(const Instance& instance)
        : instance_(&instance), kernel_(&instance.kernel<Layout>()), now_(instance.start<Layout>()) {}

    static constexpr Sense sense() { return Sense::maximise; }
    bool at_end() const { return now_.at_end; }
    void legal_moves(std::vector<Move>& moves) const;  // by their first cell, column by column from the left
    void play(Move move) { kernel_->play(now_, instance_->rules(), move.cell); }
    double value() const;
    std::int64_t stage() const { return instance_->cells() - cells_left(); }
    // Boards that were nearly cleared count for more.
    double smooth_value() const { return value() - 15 * cells_left(); }

    // `column,row` of the group's first cell; any of its cells is understood.
    std::string move_text(Move move) const;
    std::optional<Move> parse_move(std::string_view text) const;

    // All cells of the group and its colour (Zobrist keys).
    MoveCode code(Move move) const;
    void legal_moves(std::vector<Move>& moves, std::vector<MoveCode>& codes) const;
    // What the move brings together, with the main colour kept for the end.
    double bias(Move move) const { return worth(move, kernel_->merged(now_, move.cell)); }
    double worth(Move move, const Merge& merge) const {
        return merge.pairs - (now_.colour_at(move.cell) == instance_->main_colour() ? 100 : 0);
    }
    // Schadd et al. 2012, section 3: as if all cells of a colour were connected; no bonus once a colour has a
    // single cell left.
    double bound() const;
    std::uint64_t hash() const;
    friend bool operator==(const SameGameState& left, const SameGameState& right) {
        return left.now_.score == right.now_.score && left.now_.planes == right.now_.planes;
    }

    using Memento = Position<Layout>;
    Memento play_undoable(Move move) {
        const Memento before = now_;
        play(move);
        return before;
    }
    void undo(const Memento& memento) { now_ = memento; }

    // Spares the main colour of the start, but for groups of two later on (Cazenave and Edelkamp, Fig. 10). On
    // small boards that loses more than it gains, so nothing is left out there
    // (docs/results/nested-searches.md).
    void select(std::vector<Move>& moves) const;
    bool selects() const { return instance_->cells() >= fewest_cells_to_select; }
    static constexpr int pairs_after = 10;  // moves
    static constexpr int fewest_cells_to_select = 120;
    static std::vector<StrategyEntry<SameGameState>> strategies();

    // Plays to the end and appends the moves.
    void play_out(const Draw& draw, Rng& rng, std::vector<Move>& moves);
    // 1 .. instance().colours(); of several the lowest.
    int most_frequent_colour() const;

    const Instance& instance() const { return *instance_; }
    const Kernel<Layout>& kernel() const { return *kernel_; }
    const Position<Layout>& position() const { return now_; }
    int cells_left() const;

  private:
    friend Walk;

    const Instance* instance_;
    const Kernel<Layout>* kernel_;
    Position<Layout> now_;
};

// Those groups of a list that have their first cells in `heads`, one by one in that order: visit(Move,
// MoveCode).
template <typename Layout, typename Visit>
void for_each_group(const GroupList<Layout>& groups, const Words<Layout>& heads, Visit visit) {
    for (std::size_t word = 0; word < heads.size(); ++word)
        for (std::uint64_t bits = heads[word]; bits != 0; bits &= bits - 1) {
            const std::size_t cell = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
            visit(Move{static_cast<std::uint16_t>(cell), groups.sizes[cell]}, groups.codes[cell]);
        }
}

// A state with its moves and their codes, kept up from move to move: for games that look at all of them at
// every step.
template <typename Layout>
class Walk {
  public:
    using State = SameGameState<Layout>;

    // With `selective` only the moves that select() leaves.
    explicit Walk(const State& state, bool selective = false)
        : state_(state), selective_(selective && state.selects()) {
        state_.kernel().list(state_.now_, groups_);
        gather();
    }

    const State& state() const { return state_; }
    double bias(std::size_t index) const { return state_.bias(moves_[index]); }
    // In the order of legal_moves.
    std::span<const Move> moves() const { return {moves_.data(), size_}; }
    std::span<const MoveCode> codes() const { return {codes_.data(), size_}; }

    void play(Move move) {
        state_.kernel().play_listed(state_.now_, state_.instance().rules(), move.cell, groups_);
        gather();
    }

  private:
    void gather() {
        size_ = 0;
        Words<Layout> heads = groups_.heads;
        if (selective_) select(heads);
        for_each_group(groups_, heads, [this](Move move, MoveCode code) {
            moves_[size_] = move;
            codes_[size_] = code;
            ++size_;
        });
    }

    void select(Words<Layout>& heads) const {
        const Words<Layout> spared = spared_groups();
        bool any = false;
        for (std::size_t i = 0; i < heads.size(); ++i) any |= (heads[i] & ~spared[i]) != 0;
        if (!any) return;
        for (std::size_t i = 0; i < heads.size(); ++i) heads[i] &= ~spared[i];
    }

    // First cells of groups of the spared colour that are not to be played.
    Words<Layout> spared_groups() const {
        const Position<Layout>& now = state_.now_;
        Words<Layout> spared = cells_of_colour(now, state_.instance().main_colour());
        std::uint64_t any = 0, several = 0;
        for (std::size_t i = 0; i < spared.size(); ++i) {
            spared[i] &= groups_.heads[i];
            several |= (spared[i] & (spared[i] - 1)) | (spared[i] != 0 ? any : 0);
            any |= spared[i];
        }
        if (several == 0) return {};  // a single group may be played
        if (now.ply > State::pairs_after)
            for (std::size_t i = 0; i < spared.size(); ++i)
                for (std::uint64_t bits = spared[i]; bits != 0; bits &= bits - 1)
                    if (groups_.sizes[i * 64 + static_cast<std::size_t>(std::countr_zero(bits))] == 2)
                        spared[i] ^= bits & -bits;
        return spared;
    }

    State state_;
    bool selective_;
    GroupList<Layout> groups_;
    std::array<Move, cells_of<Layout> / 2> moves_;
    std::array<MoveCode, cells_of<Layout> / 2> codes_;
    std::size_t size_ = 0;
};

}  // namespace playout::samegame

#include "playout/domains/samegame/neighbourhood.h"  // which holds states, so it comes last
