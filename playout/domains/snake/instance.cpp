#include "playout/domains/snake/instance.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "playout/base/text.h"

namespace playout::snake {
namespace {

constexpr std::size_t fewest_row_words = 8;

void put(std::uint64_t* row, Node node) {
    row[node / 64] |= std::uint64_t{1} << (node % 64);
}

// How many nodes pieces of a path have at most in 16 nodes that differ in four bits: every pair nearer than the
// spread belongs to one piece and is as many steps apart. Found by looking at all 65,536 sets (a test does it
// again). A coil may also lie in such a cube as a whole, with 8 nodes.
int most_nodes_in_four(Kind kind, int reach) {
    if (kind == Kind::coil || reach <= 2) return reach <= 1 ? 16 : 8;
    return reach == 3 ? 6 : 5;
}

}  // namespace

Instance::Instance(Kind kind, std::int64_t dimension, std::int64_t spread, std::int64_t axis, Mirror mirror)
    : kind_(kind),
      dimension_(static_cast<int>(dimension)),
      spread_(static_cast<int>(spread)),
      axis_(static_cast<Node>(axis)),
      mirror_(mirror),
      reach_(static_cast<int>(std::min(dimension, spread))),
      most_in_four_(most_nodes_in_four(kind, reach_)) {
    if (dimension < fewest_dimensions(kind) || dimension > most_dimensions)
        throw std::invalid_argument("the dimension is out of range");
    if (spread < fewest_spread || spread > most_spread)
        throw std::invalid_argument("the spread is out of range");
    if (axis < 0 || axis >= nodes()) throw std::invalid_argument("the axis is not a node of the cube");
    if (axis != 0 && kind == Kind::snake) throw std::invalid_argument("only a coil has an axis");
    if (axis != 0 && weight(axis_) < reach_)
        throw std::invalid_argument("the axis has fewer bits than the spread asks for");
    if (mirror.moves < 0 || mirror.moves > most_mirrored)
        throw std::invalid_argument("too many mirrored moves");
    if (mirror.moves == 0 && mirror.middle != Middle::node)
        throw std::invalid_argument("there is no middle without mirrored moves");
    if (mirror.moves > 0 && kind == Kind::coil) throw std::invalid_argument("only a snake has a mirror");
    if (mirror.moves > 0 && dimension < 2) throw std::invalid_argument("a mirror needs two dimensions");
    words_ = std::max<std::size_t>(1, nodes() / 64);
    row_words_ = std::max(words_, fewest_row_words);
    balls_ = balls_of_radius(reach_ - 1);
    wide_balls_ = balls_of_radius(reach_);
    start_balls_.assign(static_cast<std::size_t>(reach_ + 1) * row_words_, 0);
    closing_nodes_.assign(row_words_, 0);
    for (Node node = 0; node < nodes(); ++node) {
        const int left = weight(node ^ home());  // steps until home is reached
        bool closes = left < reach_;
        for (int i = 0; i < reach_; ++i) {
            const Node start = (Node{1} << i) - 1;
            const int distance = weight(node ^ start), distance_again = weight(node ^ start ^ axis_);
            for (int count = 0; count <= reach_; ++count)
                if ((count > i && distance < reach_) || (axis_ != 0 && distance_again < reach_))
                    put(&start_balls_[static_cast<std::size_t>(count) * row_words_], node);
            // A path home has at least 2 * reach() steps, which says how many it is back to the i-th node.
            const int back = 2 * reach_ - left - i;
            const int steps_home = std::min(reach_, left + i), steps_back = std::min(reach_, back);
            closes = closes && (axis_ == 0 ? distance >= std::min(steps_home, steps_back)
                                           : distance_again >= steps_home && distance >= steps_back);
        }
        if (closes) put(closing_nodes_.data(), node);
    }
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
    const std::int64_t dimension = scanner.integer("the dimension", fewest_dimensions(kind), most_dimensions);
    const std::int64_t spread = scanner.integer("the spread", fewest_spread, most_spread);
    std::int64_t axis = 0;
    if (kind == Kind::coil && !scanner.at_end())
        axis = scanner.integer("the axis", 0, (std::int64_t{1} << dimension) - 1);
    Mirror mirror;
    if (kind == Kind::snake && !scanner.at_end()) {
        const std::string_view middle = scanner.word("the middle");
        if (middle != "node" && middle != "edge")
            scanner.fail(fmt::format("expected node, edge or the end of the text, found '{}'", middle));
        mirror.middle = middle == "edge" ? Middle::edge : Middle::node;
        mirror.moves = scanner.integer("the mirrored moves", 1, most_mirrored);
    }
    scanner.expect_end();
    try {
        return Instance(kind, dimension, spread, axis, mirror);
    } catch (const std::invalid_argument& error) {
        scanner.fail(error.what());
    }
}

std::string to_text(const Instance& instance) {
    std::string rest;
    if (instance.axis() != 0) rest = fmt::format(" {}", instance.axis());
    if (instance.mirror().moves > 0)
        rest = fmt::format(" {} {}", to_text(instance.mirror().middle), instance.mirror().moves);
    return fmt::format("{} {}{}\n", instance.dimension(), instance.spread(), rest);
}

const Knobs<GeneratorConfig>& generator_knobs() {
    using Config = GeneratorConfig;
    static const auto table =
        Knobs<Config>()
            .number("dimension", &Config::dimension, 2, most_dimensions, "bits of a node")
            .number("spread", &Config::spread, fewest_spread, most_spread,
                    "how far apart nodes are that are at least so many steps apart")
            .number("axis", &Config::axis, 0, (std::int64_t{1} << most_dimensions) - 1,
                    "coils only: the bits in which opposite nodes differ; 0: any")
            .number("mirror", &Config::mirror, 0, most_mirrored,
                    "snakes only: mirrored moves, from the middle; 0: none")
            .choice("middle", &Config::middle, {"node", "edge"}, "what a mirrored snake has in its middle");
    return table;
}

}  // namespace playout::snake
