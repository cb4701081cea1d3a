// A snake or a coil that grows from node 0, one bit flipped a move. Bits are used for the first time in their
// order, which leaves one of all paths that differ only in the names of the bits.
//
// The state knows the nodes that no later node may be: those nearer than the spread to a node that is at least
// that many steps behind. A coil closes when it comes nearer than the spread to its start: from there on every
// move leads one bit nearer, and the first such move is legal only if the cycle can be finished.
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

// Sets of nodes for cubes of up to nine dimensions, which need no memory of their own, and for larger ones.
struct Small {
    using Nodes = std::array<std::uint64_t, 8>;
    static constexpr int max_dimensions = 9;
    static Nodes none(const Instance&) { return {}; }
};
struct Large {
    using Nodes = std::vector<std::uint64_t>;
    static constexpr int max_dimensions = snake::max_dimensions;
    static Nodes none(const Instance& instance) { return Nodes(instance.words(), 0); }
};

template <typename Layout>
class Neighbourhood;

template <typename Layout>
class SnakeState {
  public:
    using Neighbourhood = snake::Neighbourhood<Layout>;
    static constexpr bool plain_moves = true;
    struct Move {
        std::uint8_t bit = 0;
        friend bool operator==(Move, Move) = default;
    };

    // The instance must outlive every copy of the state.
    explicit SnakeState(const Instance& instance);

    static constexpr Sense sense() { return Sense::maximise; }
    bool at_end() const { return legal_ == 0; }
    void legal_moves(std::vector<Move>& moves) const;
    void legal_moves(std::vector<Move>& moves, std::vector<MoveCode>& codes) const;
    void play(Move move);
    double value() const { return length_ * instance_->fold(); }
    std::string move_text(Move move) const { return std::to_string(move.bit); }
    std::optional<Move> parse_move(std::string_view text) const;

    // A coil that does not close lacks as many steps.
    double violation() const { return instance_->closed() ? distance_home() : 0; }

    MoveCode code(Move move) const { return static_cast<MoveCode>(head_) * 16 + move.bit; }
    std::size_t code_count() const { return std::size_t{instance_->nodes()} * 16; }
    // The bit, so that what follows a change is the same path from another node.
    MoveCode name(Move move) const { return move.bit; }
    // Every later node is one of those that can still be reached, and there are only so many of them in every
    // small cube.
    double bound() const;
    // Tight paths leave room: the more nodes that are still free would be lost around the next node, the worse.
    double bias(Move move) const;
    // Free nodes left: of two paths as long as each other, the one that has more looks closer to a longer one
    // (Cazenave and Edelkamp: the fractional part of the score).
    double promise() const;
    // Of snakes, what polishing them goes by: a tenth for every node that is nowhere near, room for a longer
    // part.
    double smooth_value() const;
    // Leaves out moves after which a coil cannot come back to its start.
    void select(std::vector<Move>& moves) const;
    std::uint64_t hash() const;
    friend bool operator==(const SnakeState& left, const SnakeState& right) {
        return left.head_ == right.head_ && left.length_ == right.length_ && left.used_ == right.used_ &&
               left.last_nodes_bits() == right.last_nodes_bits() && left.lost_ == right.lost_;
    }
    std::int64_t bytes() const;

    const Instance& instance() const { return *instance_; }
    int length() const { return length_; }
    Node head() const { return head_; }
    bool closed() const { return instance_->closed() && length_ > 0 && distance_home() == 0; }

  private:
    using Nodes = typename Layout::Nodes;

    bool is_in(const std::uint64_t* set, Node node) const { return (set[node / 64] >> (node % 64) & 1) != 0; }
    void add_ball(Nodes& set, Node centre) const;
    void step(Move move);
    void find_moves();
    bool closes_with(std::uint8_t bit) const;
    bool is_closing() const;
    int distance_home() const { return weight(head_ ^ instance_->home()); }
    // The balls that count for the next node, of the first nodes of the path.
    const std::uint64_t* start_balls() const;
    bool is_free(Node node) const { return !is_in(lost_.data(), node) && !is_in(start_balls(), node); }
    Nodes lost_to_all() const;
    const std::uint64_t* lost_to_first() const;
    Nodes nodes_ahead() const;
    Nodes in_all_parts(const Nodes& set) const;
    bool meets(const Nodes& set, const std::uint64_t* ball_row, Node centre) const;
    std::uint64_t last_nodes_bits() const;

    const Instance* instance_;
    Nodes lost_;                // the balls around all nodes that are far enough behind, but for the first ones
    std::uint64_t recent_ = 0;  // the last 16 bits, four bits each, the newest lowest
    Node head_ = 0;
    Node tail_ = 0;                 // reach() - 1 steps behind the head: the last one whose ball counts
    std::uint16_t recent_set_ = 0;  // the last reach() - 1 bits: a snake does not turn back so soon
    std::uint16_t legal_ = 0;       // bits that may flip
    std::uint16_t used_ = 0;        // bits that have been flipped: 0 .. used_ - 1
    std::int32_t length_ = 0;
};

}  // namespace playout::snake

#include "playout/domains/snake/neighbourhood.h"  // which holds states, so it comes last
