#include "playout/base/components.h"

#include <gtest/gtest.h>

#include "playout/base/rng.h"

namespace playout {
namespace {

using Graph = std::vector<std::vector<std::uint32_t>>;

std::vector<std::vector<bool>> reachable(const Graph& graph) {
    std::vector<std::vector<bool>> reach(graph.size(), std::vector<bool>(graph.size(), false));
    for (std::size_t i = 0; i < graph.size(); ++i) {
        reach[i][i] = true;
        for (const std::uint32_t j : graph[i]) reach[i][j] = true;
    }
    for (std::size_t k = 0; k < graph.size(); ++k)
        for (std::size_t i = 0; i < graph.size(); ++i)
            for (std::size_t j = 0; j < graph.size(); ++j)
                reach[i][j] = reach[i][j] || (reach[i][k] && reach[k][j]);
    return reach;
}

TEST(Components, AreWhatReachesEachOtherAndComeAfterWhatTheyLeadTo) {
    Rng rng(1);
    for (int round = 0; round < 300; ++round) {
        Graph graph(1 + rng.below(12));
        for (std::size_t edges = rng.below(3 * graph.size()); edges > 0; --edges)
            graph[rng.below(graph.size())].push_back(static_cast<std::uint32_t>(rng.below(graph.size())));
        const auto reach = reachable(graph);
        const auto found = components(graph);
        for (std::size_t i = 0; i < graph.size(); ++i)
            for (std::size_t j = 0; j < graph.size(); ++j) {
                EXPECT_EQ(found[i] == found[j], reach[i][j] && reach[j][i]);
                if (reach[i][j] && !reach[j][i]) EXPECT_GT(found[i], found[j]);
            }
    }
}

TEST(Components, ALongPathNeedsNoDeepStack) {
    Graph graph(1'000'000);
    for (std::uint32_t i = 0; i + 1 < graph.size(); ++i) graph[i].push_back(i + 1);
    EXPECT_EQ(components(graph)[0], graph.size() - 1);
}

}  // namespace
}  // namespace playout
