#include "playout/domains/samegame/state.h"

#include <fmt/format.h>

#include <numeric>

#include "playout/base/hash.h"
#include "playout/base/text.h"

namespace playout::samegame {

using Checked = SameGameState<Small>;
static_assert(WalkOver<Walk<Small>, Checked> && HasSelection<Checked>);
static_assert(State<Checked> && HasCode<Checked> && HasCodedMoves<Checked> && HasBias<Checked> &&
              HasBound<Checked> && HasHash<Checked> && HasUndo<Checked> && HasStrategies<Checked>);

template <typename Layout>
void SameGameState<Layout>::legal_moves(std::vector<Move>& moves) const {
    GroupList<Layout> groups;
    kernel_->list(now_, groups);
    moves.clear();
    for_each_group(groups, groups.heads, [&](Move move, MoveCode) { moves.push_back(move); });
}

template <typename Layout>
void SameGameState<Layout>::legal_moves(std::vector<Move>& moves, std::vector<MoveCode>& codes) const {
    GroupList<Layout> groups;
    kernel_->list(now_, groups);
    moves.clear();
    codes.clear();
    for_each_group(groups, groups.heads, [&](Move move, MoveCode code) {
        moves.push_back(move);
        codes.push_back(code);
    });
}

template <typename Layout>
int SameGameState<Layout>::cells_left() const {
    return std::accumulate(now_.cells_left.begin(), now_.cells_left.end(), 0);
}

template <typename Layout>
double SameGameState<Layout>::value() const {
    std::int32_t value = now_.score;
    for (const std::uint16_t left : now_.cells_left) value -= instance_->rules().charge[left];
    return cells_left() == 0 ? value + instance_->rules().bonus : value;
}

template <typename Layout>
std::string SameGameState<Layout>::move_text(Move move) const {
    return fmt::format("{},{}", move.cell / Layout::side, move.cell % Layout::side);
}

template <typename Layout>
std::optional<Move> SameGameState<Layout>::parse_move(std::string_view text) const {
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    const auto column = parse_integer(text.substr(0, comma)), row = parse_integer(text.substr(comma + 1));
    const auto on_board = [](const auto& number) { return number && *number >= 0 && *number < Layout::side; };
    if (!on_board(column) || !on_board(row)) return std::nullopt;
    const int cell = cell_at<Layout>(static_cast<int>(*column), static_cast<int>(*row));
    if (now_.colour_at(cell) == 0) return std::nullopt;
    int first = -1;
    int size = 0;
    const Words<Layout> group = kernel_->group(now_, cell);
    for (int member = 0; member < cells_of<Layout>; ++member)
        if (has_cell<Layout>(group, member)) {
            if (size++ == 0) first = member;
        }
    if (size < 2) return std::nullopt;
    return Move{static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(size)};
}

template <typename Layout>
MoveCode SameGameState<Layout>::code(Move move) const {
    MoveCode code = colour_keys[static_cast<std::size_t>(now_.colour_at(move.cell))];
    const Words<Layout> group = kernel_->group(now_, move.cell);
    for (std::size_t word = 0; word < group.size(); ++word)
        for (std::uint64_t bits = group[word]; bits != 0; bits &= bits - 1)
            code ^= cell_key(static_cast<int>(word) * 64 + std::countr_zero(bits));
    return code;
}

template <typename Layout>
double SameGameState<Layout>::bound() const {
    const Rules& rules = instance_->rules();
    std::int32_t bound = now_.score + rules.bonus;
    bool single = false;
    for (const std::uint16_t left : now_.cells_left) {
        if (left == 1) {
            single = true;
            bound -= rules.charge[1];
        } else if (left > 1) {
            bound += rules.gain[left];
        }
    }
    return single ? bound - rules.bonus : bound;
}

// From the planes themselves: at this speed, keeping a hash up from move to move would cost every playout more
// than it saves the few searches that ask for one.
template <typename Layout>
std::uint64_t SameGameState<Layout>::hash() const {
    auto hash = static_cast<std::uint64_t>(now_.score);
    for (int plane = 0; plane < planes_for(instance_->colours()); ++plane)
        hash = hash_words(now_.planes[static_cast<std::size_t>(plane)], hash);
    return hash;
}

template <typename Layout>
void SameGameState<Layout>::play_out(const Draw& draw, Rng& rng, std::vector<Move>& moves) {
    const std::size_t before = moves.size();
    moves.resize(before + static_cast<std::size_t>(cells_left()) / 2);
    const int played = kernel_->playout(now_, instance_->rules(), draw, rng, moves.data() + before);
    moves.resize(before + static_cast<std::size_t>(played));
}

template <typename Layout>
int SameGameState<Layout>::most_frequent_colour() const {
    return static_cast<int>(std::max_element(now_.cells_left.begin(), now_.cells_left.end()) -
                            now_.cells_left.begin()) +
           1;
}

template <typename Layout>
void SameGameState<Layout>::select(std::vector<Move>& moves) const {
    if (!selects()) return;
    const auto spared = [&](Move move) { return now_.colour_at(move.cell) == instance_->main_colour(); };
    if (std::count_if(moves.begin(), moves.end(), spared) <= 1) return;
    const auto left_out = [&](Move move) {
        return spared(move) && !(now_.ply > pairs_after && move.size == 2);
    };
    if (!std::all_of(moves.begin(), moves.end(), left_out)) std::erase_if(moves, left_out);
}

template class SameGameState<Small>;
template class SameGameState<Large>;

}  // namespace playout::samegame
