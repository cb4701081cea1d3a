// A snake that grows from its middle to both ends. Its first moves are mirrored: while one end flips a bit the
// other flips that bit's partner, so one half is the image of the other under an automorphism of the cube of
// order two (Instance::partner and middle), and a game is half as long. After `mirror` such moves, or where
// none is left, the ends grow on their own, by turns as long as both can: symmetry finds a good core, but the
// last nodes fit better without it. (Paths from permuted parts: Wynn 2012.)
//
// Each end has its own set of nodes that it may not go to, since what lies just behind one end is far from the
// other. A bit that is new is the first of its kind, which leaves one of all paths that differ only in names:
// of the pairs, and of the single bits; without the mirror, of all.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "playout/domains/snake/instance.h"
#include "playout/problem/state.h"

namespace playout::snake {

class TwoEnds {
  public:
    static constexpr bool plain_moves = true;
    struct Move {
        std::uint8_t bit = 0;
        friend bool operator==(Move, Move) = default;
    };

    // The instance must have a mirror and outlive every copy of the state.
    explicit TwoEnds(const Instance& instance);

    static constexpr Sense sense() { return Sense::maximise; }
    bool at_end() const { return legal_ == 0; }
    void legal_moves(std::vector<Move>& moves) const;
    void play(Move move);
    double value() const { return length_; }
    std::string move_text(Move move) const { return std::to_string(move.bit); }
    std::optional<Move> parse_move(std::string_view text) const;

    MoveCode code(Move move) const { return static_cast<MoveCode>(ends_[mover_].head) * 16 + move.bit; }
    std::size_t code_count() const { return std::size_t{instance_->nodes()} * 16; }
    MoveCode name(Move move) const { return move.bit; }
    // Every later node is one of those that an end can still reach. The limit for every small cube that
    // SnakeState keeps is left out: it misleads a beam here (92 instead of 95 edges for spread 2 in 8
    // dimensions).
    double bound() const;
    // As in SnakeState, by the next node of the end that moves.
    double bias(Move move) const;
    double promise() const;
    std::uint64_t hash() const;
    friend bool operator==(const TwoEnds& left, const TwoEnds& right);
    std::int64_t bytes() const;

    const Instance& instance() const { return *instance_; }
    // What the next move does: both ends move, the second one by the partner; or one end does.
    bool mirrors() const { return mirrored_left_ > 0; }
    std::size_t mover() const { return mover_; }
    Node head(std::size_t end) const { return ends_[end].head; }

  private:
    struct End {
        std::uint64_t recent = 0;  // the last 16 bits as seen from here, four bits each, the newest lowest
        Node head = 0;
        std::uint16_t recent_set = 0;  // the last reach() - 1 of them
    };

    std::uint64_t* lost(std::size_t end) { return &lost_[end * instance_->words()]; }
    const std::uint64_t* lost(std::size_t end) const { return &lost_[end * instance_->words()]; }
    void add_ball(std::size_t end, Node centre);
    void step(std::size_t end, int bit);
    void find_moves();
    bool is_new_in_order(int bit) const;
    bool fits(std::size_t end, int bit) const;
    bool fits_mirrored(int bit) const;
    std::uint64_t last_bits(std::size_t end) const;

    const Instance* instance_;
    std::vector<std::uint64_t>
        lost_;  // of the first end, then of the second: balls that count for its next node
    std::array<End, 2> ends_;
    std::int32_t length_ = 0;
    std::int32_t mirrored_left_;
    std::uint16_t legal_ = 0;
    std::uint16_t used_ = 0;  // bits that have been flipped, as a set
    std::uint8_t mover_ = 0;
};

// The bits that flip on the whole path, from the second end to the first.
std::vector<int> from_end_to_end(const Instance& instance, const std::vector<TwoEnds::Move>& moves);

}  // namespace playout::snake
