#include "playout/domains/knapsack/state.h"

#include <algorithm>
#include <cassert>

namespace playout::knapsack {

static_assert(State<KnapsackState> && HasCode<KnapsackState> && HasBias<KnapsackState> &&
              HasBound<KnapsackState> && HasCodeCount<KnapsackState> && HasHash<KnapsackState> &&
              HasUndo<KnapsackState>);

KnapsackState::KnapsackState(const Instance& instance) : instance_(&instance) {
    now_.capacity = instance.capacity();
    settle();
}

void KnapsackState::legal_moves(std::vector<Move>& moves) const {
    moves.clear();
    if (at_end()) return;
    moves.push_back(Move::take);
    moves.push_back(Move::leave);
}

void KnapsackState::play(Move move) {
    assert(!at_end());
    if (move == Move::take) {
        const Item& item = instance_->item(now_.next);
        now_.capacity -= item.weight;
        now_.profit += item.profit;
    }
    ++now_.next;
    settle();
}

KnapsackState::Memento KnapsackState::play_undoable(Move move) {
    const Memento before = now_;
    play(move);
    return before;
}

std::optional<KnapsackState::Move> KnapsackState::parse_move(std::string_view text) const {
    if (at_end()) return std::nullopt;
    if (text == "take") return Move::take;
    if (text == "leave") return Move::leave;
    return std::nullopt;
}

std::uint64_t KnapsackState::hash() const {
    const auto place =
        combine(static_cast<std::uint64_t>(now_.next), static_cast<std::uint64_t>(now_.capacity));
    return combine(place, static_cast<std::uint64_t>(now_.profit));
}

// Drops what does not fit, ends the game when all the rest fits together, and renews the bound. Items are taken
// in whole runs between two that dropped out; the end of a run is looked for from where it was last time,
// because a move shifts it by little.
void KnapsackState::settle() {
    const Instance& instance = *instance_;
    const std::int32_t size = instance.size();
    const auto skip_what_does_not_fit = [&](std::int32_t place) {
        while (place < size && instance.item(place).weight > now_.capacity)
            place = instance.least_weight_from(place) > now_.capacity ? size : place + 1;
        return place;
    };
    now_.next = skip_what_does_not_fit(now_.next);
    std::int64_t room = now_.capacity;
    std::int64_t gain = 0;
    std::int32_t split = now_.split;
    for (std::int32_t first = now_.next; first < size; first = skip_what_does_not_fit(split)) {
        const auto weight_before = [&](std::int32_t place) {
            return instance.weight_of_first(place) - instance.weight_of_first(first);
        };
        split = std::max(split, first);
        while (split > first && weight_before(split) > room) --split;
        while (split < size && weight_before(split + 1) <= room) ++split;
        gain += instance.profit_of_first(split) - instance.profit_of_first(first);
        room -= weight_before(split);
        if (split < size && instance.item(split).weight <= now_.capacity) {
            const Item& item = instance.item(split);
            now_.split = split;
            now_.bound = now_.profit + gain +
                         static_cast<std::int64_t>(static_cast<__int128>(item.profit) * room / item.weight);
            return;
        }
    }
    now_.next = size;  // everything that still fits, fits together
    now_.profit += gain;
    now_.capacity = room;
    now_.bound = now_.profit;
}

}  // namespace playout::knapsack
