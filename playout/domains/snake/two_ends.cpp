#include "playout/domains/snake/two_ends.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "playout/base/text.h"
#include "playout/domains/snake/nodes.h"

namespace playout::snake {

static_assert(State<TwoEnds> && HasCodeCount<TwoEnds> && HasBound<TwoEnds> && HasBias<TwoEnds> &&
              HasPromise<TwoEnds> && HasHash<TwoEnds> && HasBytes<TwoEnds>);

TwoEnds::TwoEnds(const Instance& instance)
    : instance_(&instance),
      lost_(2 * instance.words(), 0),
      mirrored_left_(static_cast<std::int32_t>(instance.mirror().moves)) {
    assert(instance.reach() > 1);
    if (instance.nodes() < 64)
        for (const std::size_t end : {0, 1}) *lost(end) = ~std::uint64_t{0} << instance.nodes();
    if (instance.mirror().middle == Middle::edge) step(1, instance.dimension() - 1);
    find_moves();
}

void TwoEnds::legal_moves(std::vector<Move>& moves) const {
    moves.clear();
    for (unsigned bits = legal_; bits != 0; bits &= bits - 1)
        moves.push_back({static_cast<std::uint8_t>(std::countr_zero(bits))});
}

std::optional<TwoEnds::Move> TwoEnds::parse_move(std::string_view text) const {
    const auto bit = parse_integer(text);
    if (!bit || *bit < 0 || *bit >= instance_->dimension() || (legal_ >> *bit & 1) == 0) return std::nullopt;
    return Move{static_cast<std::uint8_t>(*bit)};
}

void TwoEnds::play(Move move) {
    if (mirrors()) {
        step(0, move.bit);
        step(1, instance_->partner(move.bit));
        --mirrored_left_;
    } else {
        step(mover_, move.bit);
        mover_ ^= 1;
    }
    find_moves();
}

void TwoEnds::step(std::size_t end, int bit) {
    const int reach = instance_->reach();
    End &own = ends_[end], &other = ends_[1 - end];
    const auto flag = static_cast<std::uint16_t>(1U << bit);
    own.head ^= flag;
    own.recent = own.recent << 4 | static_cast<unsigned>(bit);
    own.recent_set |= flag;
    used_ |= flag;
    if (length_ < 16) other.recent |= static_cast<std::uint64_t>(bit) << (4 * length_);
    ++length_;
    if (length_ < reach) other.recent_set |= flag;
    if (length_ >= reach)
        own.recent_set ^= static_cast<std::uint16_t>(1U << (own.recent >> (4 * (reach - 1)) & 15));
    if (length_ < reach - 1) return;
    // The last bits differ from each other, so they lead from the head to the node reach() - 1 steps behind it.
    add_ball(end, own.head ^ own.recent_set);
    add_ball(1 - end, own.head);
}

void TwoEnds::add_ball(std::size_t end, Node centre) {
    const std::uint64_t* row = instance_->ball_row(centre);
    const std::size_t turn = centre / 64;
    std::uint64_t* set = lost(end);
    for (std::size_t w = 0; w < instance_->words(); ++w) set[w] |= row[w ^ turn];
}

void TwoEnds::find_moves() {
    const auto all_that = [&](auto fit) {
        legal_ = 0;
        for (int bit = 0; bit < instance_->dimension(); ++bit)
            if (((used_ >> bit & 1) != 0 || is_new_in_order(bit)) && fit(bit))
                legal_ |= static_cast<std::uint16_t>(1U << bit);
        return legal_ != 0;
    };
    if (mirrors() && all_that([&](int bit) { return fits_mirrored(bit); })) return;
    mirrored_left_ = 0;
    const auto fits_mover = [&](int bit) { return fits(mover_, bit); };
    if (all_that(fits_mover)) return;
    mover_ ^= 1;
    all_that(fits_mover);
}

// Of bits that nothing tells apart yet only the first may flip.
bool TwoEnds::is_new_in_order(int bit) const {
    const unsigned unused_below = ~unsigned{used_} & ((1U << bit) - 1);
    if (!mirrors()) return unused_below == 0;
    const int first_single = 2 * instance_->pairs();
    if (bit < first_single) return unused_below == 0;  // both bits of a pair are used at once
    return unused_below >> first_single == 0;
}

bool TwoEnds::fits(std::size_t end, int bit) const {
    const Node next = ends_[end].head ^ Node { 1 } << bit;
    return (ends_[end].recent_set >> bit & 1) == 0 && (lost(end)[next / 64] >> (next % 64) & 1) == 0;
}

bool TwoEnds::fits_mirrored(int bit) const {
    const int partner = instance_->partner(bit);
    const Node apart = ends_[0].head ^ ends_[1].head ^ Node { 1 } << bit ^ Node { 1 } << partner;
    return weight(apart) >= std::min(instance_->reach(), length_ + 2) && fits(0, bit) && fits(1, partner);
}

// A node reach() or more steps ahead of an end is that far from all nodes there are, and the last ones behind
// one end are lost to the other.
double TwoEnds::bound() const {
    if (at_end()) return value();
    const std::size_t words = instance_->words();
    std::vector<std::uint64_t> allowed(words), reached(words);
    const std::uint64_t *first = instance_->wide_ball_row(head(0)), *second = instance_->wide_ball_row(head(1));
    for (std::size_t w = 0; w < words; ++w) {
        allowed[w] = ~(lost(0)[w] | lost(1)[w]);
        reached[w] = allowed[w] & (first[w ^ (head(0) / 64)] | second[w ^ (head(1) / 64)]);
    }
    flood(reached.data(), allowed.data(), words);
    int count = length_ + 2 * (instance_->reach() - 1);
    for (const std::uint64_t word : reached) count += count_nodes(word);
    return count;
}

double TwoEnds::bias(Move move) const {
    const Node next = head(mover_) ^ Node { 1 } << move.bit;
    const std::uint64_t* row = instance_->ball_row(next);
    int count = 0;
    for (std::size_t w = 0; w < instance_->words(); ++w)
        count += count_nodes(row[w ^ (next / 64)] & ~lost(0)[w] & ~lost(1)[w]);
    return -count;
}

double TwoEnds::promise() const {
    int count = 0;
    for (std::size_t w = 0; w < instance_->words(); ++w) count += count_nodes(~lost(0)[w] & ~lost(1)[w]);
    return count;
}

// All that the rest of the game depends on of what lies behind an end.
std::uint64_t TwoEnds::last_bits(std::size_t end) const {
    const int known = std::min(length_, instance_->reach() - 1);
    return known == 0 ? 0 : ends_[end].recent & (~std::uint64_t{0} >> (64 - 4 * known));
}

std::uint64_t TwoEnds::hash() const {
    std::uint64_t place = combine(static_cast<std::uint64_t>(head(0)) << 32 | head(1), last_bits(0));
    place = combine(place, last_bits(1));
    place = combine(place, static_cast<std::uint64_t>(length_) << 32 | static_cast<unsigned>(mirrored_left_));
    return hash_words(lost_, combine(place, static_cast<std::uint64_t>(used_) << 1 | mover_));
}

bool operator==(const TwoEnds& left, const TwoEnds& right) {
    for (const std::size_t end : {0, 1})
        if (left.head(end) != right.head(end) || left.last_bits(end) != right.last_bits(end)) return false;
    return left.length_ == right.length_ && left.mirrored_left_ == right.mirrored_left_ &&
           left.used_ == right.used_ && left.mover_ == right.mover_ && left.lost_ == right.lost_;
}

std::vector<int> from_end_to_end(const Instance& instance, const std::vector<TwoEnds::Move>& moves) {
    TwoEnds state(instance);
    std::array<std::vector<int>, 2> bits;  // of each end, from the middle
    if (instance.mirror().middle == Middle::edge) bits[1].push_back(instance.dimension() - 1);
    for (const TwoEnds::Move move : moves) {
        bits[state.mover()].push_back(move.bit);
        if (state.mirrors()) bits[1].push_back(instance.partner(move.bit));
        state.play(move);
    }
    std::vector<int> path(bits[1].rbegin(), bits[1].rend());
    path.insert(path.end(), bits[0].begin(), bits[0].end());
    return path;
}

std::int64_t TwoEnds::bytes() const {
    return static_cast<std::int64_t>(sizeof(*this) + lost_.capacity() * sizeof(std::uint64_t));
}

}  // namespace playout::snake
