#include "playout/search/path_states.h"

#include <gtest/gtest.h>

#include "tests/search/toys.h"

namespace playout {
namespace {

template <std::size_t moves>
class CopyToy : public BareToy {
  public:
    using BareToy::BareToy;
    static constexpr std::size_t moves_per_copy = moves;
};

// Paths that begin like the one before, against games from the start.
template <State S>
void states_are_those_of_the_path() {
    const CostTable table = random_table(40, 3, 1);
    PathStates<S> states{S(table)};
    std::vector<int> path;
    Rng rng(1);
    for (int i = 0; i < 3000; ++i) {
        const std::size_t common = path.empty() ? 0 : rng.below(path.size() + 1);
        states.leave(common);
        path.resize(common);
        for (std::size_t length = common + rng.below(41 - common); path.size() < length;)
            path.push_back(static_cast<int>(rng.below(3)));
        for (int asked = static_cast<int>(rng.below(4)); asked > 0; --asked) {
            const std::size_t depth = rng.below(path.size() + 1);
            S expected(table);
            for (std::size_t step = 0; step < depth; ++step) expected.play(path[step]);
            const S& found = states.at(path, depth);
            ASSERT_EQ(found.value(), expected.value());
            ASSERT_EQ(found.at_end(), expected.at_end());
        }
    }
}

TEST(PathStates, AreThoseOfThePath) {
    states_are_those_of_the_path<BareToy>();
    states_are_those_of_the_path<CopyToy<4>>();
    states_are_those_of_the_path<CopyToy<100>>();
}

}  // namespace
}  // namespace playout
