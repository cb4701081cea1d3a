#include "playout/domains/snake/state.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "playout/base/text.h"
#include "playout/domains/snake/nodes.h"
#include "playout/problem/walk.h"

namespace playout::snake {

static_assert(State<SnakeState<Large>> && HasBound<SnakeState<Large>> && HasSelection<SnakeState<Large>>);
static_assert(State<SnakeState<Small>> && HasCodeCount<SnakeState<Small>> && HasCodedMoves<SnakeState<Small>> &&
              HasBound<SnakeState<Small>> && HasBias<SnakeState<Small>> && HasViolation<SnakeState<Small>> &&
              HasPromise<SnakeState<Small>> && HasSelection<SnakeState<Small>> && HasHash<SnakeState<Small>> &&
              HasBytes<SnakeState<Small>>);

template <typename Layout>
SnakeState<Layout>::SnakeState(const Instance& instance) : instance_(&instance), lost_(Layout::none(instance)) {
    assert(instance.dimension() <= Layout::max_dimensions);
    std::copy_n(instance.near_themselves(), instance.words(), lost_.begin());
    if (instance.nodes() < 64) lost_[0] |= ~std::uint64_t{0} << instance.nodes();
    find_moves();
}

template <typename Layout>
void SnakeState<Layout>::legal_moves(std::vector<Move>& moves) const {
    moves.clear();
    for (unsigned bits = legal_; bits != 0; bits &= bits - 1)
        moves.push_back({static_cast<std::uint8_t>(std::countr_zero(bits))});
}

template <typename Layout>
void SnakeState<Layout>::legal_moves(std::vector<Move>& moves, std::vector<MoveCode>& codes) const {
    legal_moves(moves);
    codes.clear();
    for (const Move move : moves) codes.push_back(code(move));
}

template <typename Layout>
std::optional<typename SnakeState<Layout>::Move> SnakeState<Layout>::parse_move(std::string_view text) const {
    const auto bit = parse_integer(text);
    if (!bit || *bit < 0 || *bit >= instance_->dimension() || (legal_ >> *bit & 1) == 0) return std::nullopt;
    return Move{static_cast<std::uint8_t>(*bit)};
}

template <typename Layout>
void SnakeState<Layout>::play(Move move) {
    step(move);
    find_moves();
}

// All of a move but what may follow it.
template <typename Layout>
void SnakeState<Layout>::step(Move move) {
    const int reach = instance_->reach();
    head_ ^= Node{1} << move.bit;
    ++length_;
    recent_ = recent_ << 4 | move.bit;
    used_ = std::max<std::uint16_t>(used_, static_cast<std::uint16_t>(move.bit + 1));
    recent_set_ = static_cast<std::uint16_t>(recent_set_ | 1U << move.bit);
    if (length_ >= reach) {  // the tail follows
        const auto oldest = static_cast<int>(recent_ >> (4 * (reach - 1)) & 15);
        recent_set_ = static_cast<std::uint16_t>(recent_set_ & ~(1U << oldest));
        tail_ ^= Node{1} << oldest;
        if (length_ >= 2 * reach - 1) add_ball(lost_, tail_);  // the balls of the first nodes are known
        // The same node of the other parts is far away on the coil, so its ball counts at once.
        for (Node image = instance_->turned(head_); image != head_; image = instance_->turned(image))
            add_ball(lost_, image);
    }
}

template <typename Layout>
void SnakeState<Layout>::add_ball(Nodes& set, Node centre) const {
    const std::uint64_t* row = instance_->ball_row(centre);
    const std::size_t turn = centre / 64;
    for (std::size_t w = 0; w < instance_->words(); ++w) set[w] |= row[w ^ turn];
}

template <typename Layout>
const std::uint64_t* SnakeState<Layout>::start_balls() const {
    const int reach = instance_->reach();
    return instance_->start_balls(std::clamp(length_ + 2 - reach, 0, reach));
}

template <typename Layout>
bool SnakeState<Layout>::is_closing() const {
    return instance_->closed() && length_ > instance_->reach() && distance_home() < instance_->reach();
}

template <typename Layout>
void SnakeState<Layout>::find_moves() {
    legal_ = 0;
    if (closed()) return;
    const int reach = instance_->reach();
    const int tried = std::min<int>(used_ + 1, instance_->dimension());
    const std::uint64_t* start = start_balls();
    const bool closing = is_closing();
    const bool may_enter = instance_->closed() && length_ >= reach && distance_home() == reach;
    for (int bit = 0; bit < tried; ++bit) {
        if ((recent_set_ >> bit & 1) != 0) continue;
        const Node next = head_ ^ Node { 1 } << bit;
        bool legal = !closing && !is_in(lost_.data(), next) && !is_in(start, next);
        if (closing || may_enter) legal = legal || closes_with(static_cast<std::uint8_t>(bit));
        if (legal) legal_ = static_cast<std::uint16_t>(legal_ | 1U << bit);
    }
}

// Whether the move leads one step nearer to home, and from there some way leads all of it.
template <typename Layout>
bool SnakeState<Layout>::closes_with(std::uint8_t bit) const {
    const Node next = head_ ^ Node { 1 } << bit;
    const int left = weight(next ^ instance_->home());
    if ((recent_set_ >> bit & 1) != 0 || left >= distance_home() || is_in(lost_.data(), next) ||
        !instance_->closes(next, left, length_ + 1 + left))
        return false;
    SnakeState ahead = *this;
    ahead.step({bit});
    if (ahead.closed()) return true;
    for (int then = 0; then < instance_->dimension(); ++then)
        if (ahead.closes_with(static_cast<std::uint8_t>(then))) return true;
    return false;
}

// The balls around all nodes but the first ones,
template <typename Layout>
typename SnakeState<Layout>::Nodes SnakeState<Layout>::lost_to_all() const {
    const int reach = instance_->reach();
    Nodes lost = lost_;
    Node node = head_;
    for (int i = 0; i < reach - 1 && length_ - i >= reach; ++i) {
        add_ball(lost, node);
        node ^= Node{1} << (recent_ >> (4 * i) & 15);
    }
    return lost;
}

// and around those.
template <typename Layout>
const std::uint64_t* SnakeState<Layout>::lost_to_first() const {
    return instance_->start_balls(std::clamp(length_ + 1, 0, instance_->reach()));
}

template <typename Layout>
double SnakeState<Layout>::smooth_value() const {
    if (instance_->closed()) return value();
    const Nodes lost = lost_to_all();
    const std::uint64_t* start = lost_to_first();
    int count = 0;
    for (std::size_t w = 0; w < instance_->words(); ++w) count += count_nodes(~lost[w] & ~start[w]);
    return value() + 0.1 * count;
}

// Where the path can be from reach() steps on: outside all balls that will count then. A snake goes on from
// somewhere reach() bits away; a coil must also come home, so only nodes with a way to the start are any good.
template <typename Layout>
typename SnakeState<Layout>::Nodes SnakeState<Layout>::nodes_ahead() const {
    const std::size_t words = instance_->words();
    const Nodes lost = lost_to_all();
    const std::uint64_t* start = lost_to_first();
    Nodes allowed = Layout::none(*instance_), reached = Layout::none(*instance_);
    if (instance_->closed()) {
        const std::uint64_t* closing = instance_->closing_nodes();
        for (std::size_t w = 0; w < words; ++w) allowed[w] = ~lost[w] & (~start[w] | closing[w]);
        for (int bit = 0; bit < instance_->dimension(); ++bit) {
            const Node last = instance_->home() ^ Node { 1 } << bit;
            reached[last / 64] |= std::uint64_t{1} << (last % 64);
        }
        for (std::size_t w = 0; w < words; ++w) reached[w] &= allowed[w];
    } else {
        const std::uint64_t* row = instance_->wide_ball_row(head_);
        const std::size_t turn = head_ / 64;
        for (std::size_t w = 0; w < words; ++w) {
            allowed[w] = ~lost[w] & ~start[w];
            reached[w] = allowed[w] & row[w ^ turn];
        }
    }
    flood(reached.data(), allowed.data(), words);
    return reached;
}

// The same nodes of all parts of a coil.
template <typename Layout>
typename SnakeState<Layout>::Nodes SnakeState<Layout>::in_all_parts(const Nodes& set) const {
    Nodes all = set;
    if (instance_->fold() == 1) return all;
    for (std::size_t w = 0; w < instance_->words(); ++w)
        for (std::uint64_t bits = set[w]; bits != 0; bits &= bits - 1) {
            const auto node = static_cast<Node>(w * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
            for (Node image = instance_->turned(node); image != node; image = instance_->turned(image))
                all[image / 64] |= std::uint64_t{1} << (image % 64);
        }
    return all;
}

// Whether a set and a ball have a node in common.
template <typename Layout>
bool SnakeState<Layout>::meets(const Nodes& set, const std::uint64_t* ball_row, Node centre) const {
    const std::size_t turn = centre / 64;
    for (std::size_t w = 0; w < instance_->words(); ++w)
        if ((set[w] & ball_row[w ^ turn]) != 0) return true;
    return false;
}

template <typename Layout>
double SnakeState<Layout>::bound() const {
    if (at_end()) return value();
    const int reach = instance_->reach();
    if (is_closing()) return (length_ + distance_home()) * instance_->fold();
    const Nodes ahead = nodes_ahead();
    const Nodes all = in_all_parts(ahead);
    int count = 0;
    for (std::size_t w = 0; w < instance_->words(); ++w)
        count += count_at_most(all[w], instance_->max_in_four());
    if (!instance_->closed()) return length_ + reach - 1 + count;
    // So far from home it takes more than reach() steps, and then one of the nodes ahead is on the way.
    if (distance_home() > reach && !meets(ahead, instance_->wide_ball_row(head_), head_)) return 0;
    // Nodes so far, those before the nodes ahead, the nodes ahead. With an axis all of them in every part, but
    // the nodes ahead are those of all parts, save the last ones before home.
    if (instance_->fold() == 1) return length_ + reach + count;
    return instance_->fold() * (length_ + 2 * reach - 1) + count;
}

template <typename Layout>
double SnakeState<Layout>::bias(Move move) const {
    const Node next = head_ ^ Node { 1 } << move.bit;
    const std::uint64_t* row = instance_->ball_row(next);
    const std::uint64_t* start = start_balls();
    const std::size_t turn = next / 64;
    int count = 0;
    for (std::size_t w = 0; w < instance_->words(); ++w)
        count += count_nodes(row[w ^ turn] & ~lost_[w] & ~start[w]);
    return -count;
}

template <typename Layout>
double SnakeState<Layout>::promise() const {
    const std::uint64_t* start = start_balls();
    int count = 0;
    for (std::size_t w = 0; w < instance_->words(); ++w) count += count_nodes(~lost_[w] & ~start[w]);
    return count;
}

template <typename Layout>
void SnakeState<Layout>::select(std::vector<Move>& moves) const {
    const int reach = instance_->reach();
    if (!instance_->closed() || is_closing() || length_ < 2 * reach || moves.size() < 2) return;
    const Nodes ahead = nodes_ahead();
    const auto leads_home = [&](Move move) {
        const Node next = head_ ^ Node { 1 } << move.bit;
        // Not free: it closes the coil. So near, it may be home before the nodes ahead are reached.
        if (!is_free(next) || weight(next ^ instance_->home()) < reach) return true;
        return meets(ahead, instance_->ball_row(next), next);
    };
    const auto end = std::stable_partition(moves.begin(), moves.end(), leads_home);
    if (end != moves.begin()) moves.erase(end, moves.end());
}

template <typename Layout>
std::uint64_t SnakeState<Layout>::last_nodes_bits() const {
    const int known = std::min(length_, instance_->reach() - 1);
    return known == 0 ? 0 : recent_ & (~std::uint64_t{0} >> (64 - 4 * known));
}

template <typename Layout>
std::uint64_t SnakeState<Layout>::hash() const {
    const std::uint64_t place = combine(static_cast<std::uint64_t>(length_) << 32 | head_, used_);
    return hash_words({lost_.data(), instance_->words()}, combine(place, last_nodes_bits()));
}

template <typename Layout>
std::int64_t SnakeState<Layout>::bytes() const {
    std::size_t owned = 0;
    if constexpr (std::same_as<Layout, Large>) owned = lost_.capacity() * sizeof(std::uint64_t);
    return static_cast<std::int64_t>(sizeof(*this) + owned);
}

template class SnakeState<Small>;
template class SnakeState<Large>;

}  // namespace playout::snake
