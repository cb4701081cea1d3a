// Snakes and coils in the box: a longest open path, or closed cycle, in the cube of `dimension` bits such that
// two nodes that are s steps apart on it are at a Hamming distance of at least min(s, spread); on a cycle the
// steps are counted the shorter way round. (Cazenave and Edelkamp, case study snake-in-the-box; nodes `spread`
// or more steps apart are then at least `spread` bits apart, and nearer ones are as far apart as they can be.)
// Cycles of fewer than 2 * min(spread, dimension) nodes, which have no nodes so far apart, do not count.
//
// A coil with an axis has opposite nodes that differ in exactly its bits: node i + length / 2 is node i with
// the axis's bits flipped, so its second half flips the same bits as the first. With a turn of the bits
// besides, each part of the coil is the one before with its bits renamed by the turn, and begins where that
// ended; the coil closes when the cube is back where it was, after two, three or more parts. Long coils of this
// kind are as much shorter to look for (record coils are often found by such symmetries: Wynn 2012). A part has
// at least 2 * min(spread, dimension) nodes here, and axis and turn speak of the bits as the path names them:
// in the order in which it first flips them.
//
// A snake with a mirror grows from its middle, a node or an edge, to both ends at once (two_ends.h): where one
// half flips a bit, the other flips its partner. Bits 0 and 1 are partners, 2 and 3, and so on; one that is
// left over, and the bit of a middle edge, which is the last one, are their own.
//
// Text: `dimension spread`, for a coil with an axis that as a third number, and maybe the turn, a hexadecimal
// digit for every bit: what it becomes; for a snake with a mirror `node` or `edge` and how many moves are
// mirrored.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "playout/base/parameter.h"

namespace playout::snake {

enum class Kind { snake, coil };
enum class Middle { node, edge };

// Of a snake: its first `moves` moves are mirrored. 0: it grows at one end.
struct Mirror {
    std::int64_t moves = 0;
    Middle middle = Middle::node;
    friend bool operator==(const Mirror&, const Mirror&) = default;
};

using Node = std::uint32_t;  // a corner of the cube, its coordinates as bits

// How many bits are set: the distance from node 0. (std::popcount calls a function where the processor is any.)
constexpr int weight(Node node) {
    node -= node >> 1 & 0x55555555;
    node = (node & 0x33333333) + (node >> 2 & 0x33333333);
    return static_cast<int>(((node + (node >> 4)) & 0x0F0F0F0F) * 0x01010101 >> 24);
}

inline constexpr std::int64_t max_dimensions = 16;
inline constexpr std::int64_t max_spread = 16;
inline constexpr std::int64_t max_mirrored = std::int64_t{1} << (max_dimensions - 1);

// Immutable, with the sets of nodes that the state works with: 64 nodes a word, node n in bit n % 64 of word
// n / 64.
class Instance {
  public:
    // Throws std::invalid_argument when a number is out of range.
    Instance(Kind kind, std::int64_t dimension, std::int64_t spread, std::int64_t axis = 0, Mirror mirror = {},
             std::vector<int> turn = {});

    Kind kind() const { return kind_; }
    bool closed() const { return kind_ == Kind::coil; }
    int dimension() const { return dimension_; }
    int spread() const { return spread_; }
    Node axis() const { return axis_; }                     // 0: none
    const std::vector<int>& turn() const { return turn_; }  // what each bit becomes; empty: itself
    // Where the path of a coil has to come: its start, or the first node of its second part.
    Node home() const { return axis_; }
    // A node of the next part of the coil.
    Node turned(Node node) const { return turned_[node]; }
    // How many times as long the coil is as the path.
    int fold() const { return fold_; }
    Node nodes() const { return Node{1} << dimension_; }

    const Mirror& mirror() const { return mirror_; }
    // As many bits as there can be have another as their partner.
    int pairs() const { return (mirror_.middle == Middle::edge ? dimension_ - 1 : dimension_) / 2; }
    int partner(int bit) const { return bit < 2 * pairs() ? bit ^ 1 : bit; }

    // A spread above the dimension asks for no more than one that equals it: the first `dimension` bits differ
    // in both cases, and no node is further away than that. This is the smaller of the two.
    int reach() const { return reach_; }

    std::size_t words() const { return words_; }  // that hold nodes
    // What rows below have; more than words() where that is less than 8, the rest is empty.
    std::size_t row_words() const { return row_words_; }

    // Nodes at a distance below reach() from `centre`, word w of it: ball_row(centre)[w ^ (centre / 64)].
    const std::uint64_t* ball_row(Node centre) const { return &balls_[(centre % 64) * row_words_]; }
    // The same up to reach().
    const std::uint64_t* wide_ball_row(Node centre) const { return &wide_balls_[(centre % 64) * row_words_]; }

    // A path begins at 0 and flips new bits in their order, so its first nodes are 0, 1, 3, 7, ...: the balls
    // around the first `count` of them, count <= reach(). With an axis also those around the first reach() of
    // the other parts.
    const std::uint64_t* start_balls(int count) const {
        return &start_balls_[static_cast<std::size_t>(count) * row_words_];
    }
    // Nodes that are too near to themselves in another part.
    const std::uint64_t* near_themselves() const { return near_themselves_.data(); }
    // Whether a node, `left` steps before home(), is far enough from the first reach() nodes of all parts,
    // where the path home has `length` steps.
    bool closes(Node node, int left, int length) const;
    // Nodes that may be among the last reach() - 1 before home(), by what these ask.
    const std::uint64_t* closing_nodes() const { return closing_nodes_.data(); }

    // No more nodes of a path in any aligned cube of four dimensions (bits 0 to 3 free), see instance.cpp.
    int max_in_four() const { return max_in_four_; }

  private:
    std::vector<std::uint64_t> balls_of_radius(int radius) const;
    void turn_nodes();

    Kind kind_;
    int dimension_;
    int spread_;
    Node axis_;
    std::vector<int> turn_;
    std::vector<Node> turned_;
    int fold_ = 1;
    Mirror mirror_;
    int reach_;
    int max_in_four_;
    std::size_t words_;
    std::size_t row_words_;
    std::vector<std::uint64_t> balls_;
    std::vector<std::uint64_t> wide_balls_;
    std::vector<std::uint64_t> start_balls_;
    std::vector<std::uint64_t> near_themselves_;
    std::vector<std::uint64_t> closing_nodes_;
};

// Throws InputError with file and line.
Instance read_instance(std::string_view text, const std::string& file, Kind kind);
std::string to_text(const Instance& instance);
std::string to_text(const std::vector<int>& turn);
inline std::string to_text(Middle middle) {
    return middle == Middle::edge ? "edge" : "node";
}

inline constexpr std::int64_t fewest_dimensions(Kind kind) {
    return kind == Kind::coil ? 2 : 1;
}
inline constexpr std::int64_t fewest_spread = 2;

struct GeneratorConfig {
    std::int64_t dimension = 7;
    std::int64_t spread = 2;
    std::int64_t axis = 0;
    std::int64_t mirror = 0;
    Middle middle = Middle::node;
};
const Knobs<GeneratorConfig>& generator_knobs();

}  // namespace playout::snake
