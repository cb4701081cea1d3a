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

Instance::Instance(Kind kind, std::int64_t dimension, std::int64_t spread)
    : kind_(kind),
      dimension_(static_cast<int>(dimension)),
      spread_(static_cast<int>(spread)),
      reach_(static_cast<int>(std::min(dimension, spread))),
      most_in_four_(most_nodes_in_four(kind, reach_)) {
    if (dimension < fewest_dimensions(kind) || dimension > most_dimensions)
        throw std::invalid_argument("the dimension is out of range");
    if (spread < fewest_spread || spread > most_spread)
        throw std::invalid_argument("the spread is out of range");
    words_ = std::max<std::size_t>(1, nodes() / 64);
    row_words_ = std::max(words_, fewest_row_words);
    balls_ = balls_of_radius(reach_ - 1);
    wide_balls_ = balls_of_radius(reach_);
    start_balls_.assign(static_cast<std::size_t>(reach_ + 1) * row_words_, 0);
    closing_nodes_.assign(row_words_, 0);
    for (Node node = 0; node < nodes(); ++node) {
        const int left = weight(node);  // steps until 0 is reached again
        bool closes = left < reach_;
        for (int i = 0; i < reach_; ++i) {
            const int distance = weight(node ^ ((Node{1} << i) - 1));
            for (int count = i + 1; count <= reach_ && distance < reach_; ++count)
                put(&start_balls_[static_cast<std::size_t>(count) * row_words_], node);
            // A coil has at least 2 * reach() nodes, which says how many steps it is back to the i-th one.
            closes = closes && distance >= std::min({reach_, left + i, 2 * reach_ - left - i});
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
    scanner.expect_end();
    return Instance(kind, dimension, spread);
}

std::string to_text(const Instance& instance) {
    return fmt::format("{} {}\n", instance.dimension(), instance.spread());
}

const Knobs<GeneratorConfig>& generator_knobs() {
    using Config = GeneratorConfig;
    static const auto table = Knobs<Config>()
                                  .number("dimension", &Config::dimension, 2, most_dimensions, "bits of a node")
                                  .number("spread", &Config::spread, fewest_spread, most_spread,
                                          "how far apart nodes are that are at least so many steps apart");
    return table;
}

}  // namespace playout::snake
