#include "playout/domains/snake/instance.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "playout/base/text.h"

namespace playout::snake {
namespace {

constexpr std::size_t fewest_row_words = 8;
constexpr std::string_view turn_digits = "0123456789abcdef";

void put(std::uint64_t* row, Node node) {
    row[node / 64] |= std::uint64_t{1} << (node % 64);
}

// How many nodes pieces of a path have at most in 16 nodes that differ in four bits: every pair nearer than the
// spread belongs to one piece and is as many steps apart. Found by looking at all 65,536 sets (a test does it
// again). A coil may also lie in such a cube as a whole, with 8 nodes.
int max_nodes_in_four(Kind kind, int reach) {
    if (kind == Kind::coil || reach <= 2) return reach <= 1 ? 16 : 8;
    return reach == 3 ? 6 : 5;
}

}  // namespace

Instance::Instance(Kind kind, std::int64_t dimension, std::int64_t spread, std::int64_t axis, Mirror mirror,
                   std::vector<int> turn)
    : kind_(kind),
      dimension_(static_cast<int>(dimension)),
      spread_(static_cast<int>(spread)),
      axis_(static_cast<Node>(axis)),
      turn_(std::move(turn)),
      mirror_(mirror),
      reach_(static_cast<int>(std::min(dimension, spread))),
      max_in_four_(max_nodes_in_four(kind, reach_)) {
    if (dimension < fewest_dimensions(kind) || dimension > max_dimensions)
        throw std::invalid_argument("the dimension is out of range");
    if (spread < fewest_spread || spread > max_spread)
        throw std::invalid_argument("the spread is out of range");
    if (axis < 0 || axis >= nodes()) throw std::invalid_argument("the axis is not a node of the cube");
    if (axis != 0 && kind == Kind::snake) throw std::invalid_argument("only a coil has an axis");
    if (axis != 0 && weight(axis_) < reach_)
        throw std::invalid_argument("the axis has fewer bits than the spread asks for");
    if (!turn_.empty() && axis == 0) throw std::invalid_argument("a turn needs an axis");
    if (!turn_.empty()) {
        std::vector<int> bits = turn_;
        std::sort(bits.begin(), bits.end());
        std::vector<int> all(static_cast<std::size_t>(dimension_));
        std::iota(all.begin(), all.end(), 0);
        if (bits != all) throw std::invalid_argument("the turn does not have every bit once");
        if (turn_ == all) turn_.clear();
    }
    if (mirror.moves < 0 || mirror.moves > max_mirrored) throw std::invalid_argument("too many mirrored moves");
    if (mirror.moves == 0 && mirror.middle != Middle::node)
        throw std::invalid_argument("there is no middle without mirrored moves");
    if (mirror.moves > 0 && kind == Kind::coil) throw std::invalid_argument("only a snake has a mirror");
    if (mirror.moves > 0 && dimension < 2) throw std::invalid_argument("a mirror needs two dimensions");
    words_ = std::max<std::size_t>(1, nodes() / 64);
    row_words_ = std::max(words_, fewest_row_words);
    balls_ = balls_of_radius(reach_ - 1);
    wide_balls_ = balls_of_radius(reach_);
    turn_nodes();
    start_balls_.assign(static_cast<std::size_t>(reach_ + 1) * row_words_, 0);
    closing_nodes_.assign(row_words_, 0);
    for (Node node = 0; node < nodes(); ++node) {
        for (int i = 0; i < reach_; ++i) {
            const Node start = (Node{1} << i) - 1;
            bool near_other_part = false;
            for (Node image = turned(start); image != start; image = turned(image))
                near_other_part = near_other_part || weight(node ^ image) < reach_;
            for (int count = 0; count <= reach_; ++count)
                if ((count > i && weight(node ^ start) < reach_) || near_other_part)
                    put(&start_balls_[static_cast<std::size_t>(count) * row_words_], node);
        }
        // A path home has at least 2 * reach() steps.
        const int left = weight(node ^ home());
        if (left < reach_ && closes(node, left, 2 * reach_)) put(closing_nodes_.data(), node);
    }
}

// Where the nodes go from one part to the next, and after how many parts they are all back.
void Instance::turn_nodes() {
    turned_.resize(nodes());
    for (Node node = 0; node < nodes(); ++node) {
        turned_[node] = axis_;
        for (int bit = 0; bit < dimension_; ++bit)
            if ((node >> bit & 1) != 0)
                turned_[node] ^= Node{1} << (turn_.empty() ? bit : turn_[static_cast<std::size_t>(bit)]);
    }
    near_themselves_.assign(row_words_, 0);
    for (Node node = 0; node < nodes(); ++node) {
        int parts = 1;
        for (Node image = turned(node); image != node; image = turned(image), ++parts)
            if (weight(node ^ image) < reach_) put(near_themselves_.data(), node);
        fold_ = std::lcm(fold_, parts);
    }
    // A node that is back before the others are meets itself.
    for (Node node = 0; node < nodes(); ++node) {
        int parts = 1;
        for (Node image = turned(node); image != node; image = turned(image)) ++parts;
        if (parts < fold_) put(near_themselves_.data(), node);
    }
    for (int i = 0; i < reach_; ++i) {
        const Node start = (Node{1} << i) - 1;
        if ((near_themselves_[start / 64] >> (start % 64) & 1) != 0)
            throw std::invalid_argument("the parts of the coil would begin too near to each other");
    }
}

bool Instance::closes(Node node, int left, int length) const {
    for (int i = 0; i < reach_; ++i) {
        const Node start = (Node{1} << i) - 1;
        const int home = std::min(reach_, left + i), back = std::min(reach_, length - left - i);
        if (fold_ == 1) {
            if (weight(node ^ start) < std::min(home, back)) return false;
            continue;
        }
        Node image = turned(start);
        if (weight(node ^ start) < back || weight(node ^ image) < home) return false;
        for (image = turned(image); image != start; image = turned(image))
            if (weight(node ^ image) < reach_) return false;
    }
    return true;
}

std::vector<std::uint64_t> Instance::balls_of_radius(int radius) const {
    std::vector<std::uint64_t> rows(64 * row_words_, 0);
    for (Node centre = 0; centre < 64; ++centre)
        for (Node node = 0; node < nodes(); ++node)
            if (weight(node ^ centre) <= radius) put(&rows[centre * row_words_], node);
    return rows;
}

Instance read_instance(std::string_view text, const std::string& file, Kind kind) {
    Scanner scanner(text, file);
    const std::int64_t dimension = scanner.integer("the dimension", fewest_dimensions(kind), max_dimensions);
    const std::int64_t spread = scanner.integer("the spread", fewest_spread, max_spread);
    std::int64_t axis = 0;
    if (kind == Kind::coil && !scanner.at_end())
        axis = scanner.integer("the axis", 0, (std::int64_t{1} << dimension) - 1);
    std::vector<int> turn;
    if (kind == Kind::coil && !scanner.at_end()) {
        for (const char digit : scanner.word("the turn")) {
            const std::size_t bit = turn_digits.find(digit);
            if (bit == std::string_view::npos)
                scanner.fail(fmt::format("expected a hexadecimal digit for every bit, found '{}'", digit));
            turn.push_back(static_cast<int>(bit));
        }
    }
    Mirror mirror;
    if (kind == Kind::snake && !scanner.at_end()) {
        const std::string_view middle = scanner.word("the middle");
        if (middle != "node" && middle != "edge")
            scanner.fail(fmt::format("expected node, edge or the end of the text, found '{}'", middle));
        mirror.middle = middle == "edge" ? Middle::edge : Middle::node;
        mirror.moves = scanner.integer("the mirrored moves", 1, max_mirrored);
    }
    scanner.expect_end();
    try {
        return Instance(kind, dimension, spread, axis, mirror, turn);
    } catch (const std::invalid_argument& error) {
        scanner.fail(error.what());
    }
}

std::string to_text(const std::vector<int>& turn) {
    std::string text;
    for (const int bit : turn) text += turn_digits[static_cast<std::size_t>(bit)];
    return text;
}

std::string to_text(const Instance& instance) {
    std::string rest;
    if (instance.axis() != 0) rest = fmt::format(" {}", instance.axis());
    if (!instance.turn().empty()) rest += " " + to_text(instance.turn());
    if (instance.mirror().moves > 0)
        rest = fmt::format(" {} {}", to_text(instance.mirror().middle), instance.mirror().moves);
    return fmt::format("{} {}{}\n", instance.dimension(), instance.spread(), rest);
}

const Knobs<GeneratorConfig>& generator_knobs() {
    using Config = GeneratorConfig;
    static const auto table =
        Knobs<Config>()
            .number("dimension", &Config::dimension, 2, max_dimensions, "bits of a node")
            .number("spread", &Config::spread, fewest_spread, max_spread,
                    "how far apart nodes are that are at least so many steps apart")
            .number("axis", &Config::axis, 0, (std::int64_t{1} << max_dimensions) - 1,
                    "coils only: the bits in which opposite nodes differ; 0: any")
            .number("mirror", &Config::mirror, 0, max_mirrored,
                    "snakes only: mirrored moves, from the middle; 0: none")
            .choice("middle", &Config::middle, {"node", "edge"}, "what a mirrored snake has in its middle");
    return table;
}

}  // namespace playout::snake
