#include "playout/base/components.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace playout {

// Tarjan 1972, with the path kept in a list instead of by calls, since it may be as long as the graph is large.
std::vector<std::uint32_t> components(const std::vector<std::vector<std::uint32_t>>& successors) {
    using Node = std::uint32_t;
    constexpr Node unseen = ~Node{0};
    const auto nodes = static_cast<Node>(successors.size());
    std::vector<Node> component(nodes, 0), seen(nodes, unseen), lowest(nodes, 0), stack;
    std::vector<bool> waiting(nodes, false);
    struct Visit {
        Node node;
        std::size_t next;
    };
    std::vector<Visit> path;
    Node clock = 0, count = 0;
    const auto enter = [&](Node node) {
        seen[node] = lowest[node] = clock++;
        stack.push_back(node);
        waiting[node] = true;
        path.push_back({node, 0});
    };
    for (Node root = 0; root < nodes; ++root) {
        if (seen[root] == unseen) enter(root);
        while (!path.empty()) {
            const Node node = path.back().node;
            if (path.back().next < successors[node].size()) {
                const Node successor = successors[node][path.back().next++];
                assert(successor < nodes);
                if (seen[successor] == unseen) {
                    enter(successor);
                } else if (waiting[successor]) {
                    lowest[node] = std::min(lowest[node], seen[successor]);
                }
                continue;
            }
            path.pop_back();
            if (!path.empty()) lowest[path.back().node] = std::min(lowest[path.back().node], lowest[node]);
            if (lowest[node] != seen[node]) continue;
            for (Node member = unseen; member != node;) {
                member = stack.back();
                stack.pop_back();
                waiting[member] = false;
                component[member] = count;
            }
            ++count;
        }
    }
    return component;
}

}  // namespace playout
