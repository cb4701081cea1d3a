// What a player has seen of a game: a node for every state, reached in whatever way, with what came of every
// role's moves there. It grows without a pause: nothing is moved in memory, and its tables are in parts, each
// of which is made larger in a moment, where a whole one would take longer than a move may.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include "playout/base/chunked_vector.h"
#include "playout/base/hash.h"
#include "playout/game/game.h"

namespace playout::players {

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = ~NodeId{0};
// One number for a joint move at a node, from the place of each role's move in its list. Where there are too
// many joint moves to number them, it is a hash.
using JointCode = std::uint64_t;
inline JointCode with_move(JointCode code, std::size_t moves, std::size_t place) {
    const bool numbered = code < std::numeric_limits<JointCode>::max() / moves - 1;
    return numbered ? code * moves + place : combine(code, place);
}

// A move of one role at one node.
struct Edge {
    double sum = 0;            // of what its role got, 0 to 1 each
    std::uint32_t visits = 0;  // games under way count, as if they were lost
    game::MoveId move = 0;
    float exact = -1;  // what its role gets in the end, where that is known
    // Of games in which its role made another move at the node, and this one later.
    std::uint32_t later_games = 0;
    double later_sum = 0;
};

inline double mean(const Edge& edge) {
    return edge.visits == 0 ? 0 : edge.sum / edge.visits;
}

class GameTree {
  public:
    // It is full at about `max_bytes`.
    GameTree(std::size_t roles, std::int64_t max_bytes);
    // One that takes what the tree before knows of a state when the state is added: what cannot come any more
    // is forgotten without a search for it, which would take longer than a move may.
    explicit GameTree(std::unique_ptr<GameTree> before);
    GameTree(const GameTree&) = delete;  // its tables look into it
    GameTree& operator=(const GameTree&) = delete;

    std::size_t size() const { return nodes_.size(); }
    bool full() const { return full_; }
    std::int64_t bytes() const;  // with the tree before

    NodeId find(const game::StateKey& state) const;
    NodeId add(const game::StateKey& state);  // one that it has not, with what the tree before knew of it
    void state_of(NodeId node, game::StateKey& state) const;

    std::uint32_t& visits(NodeId node) { return nodes_[node].visits; }
    std::uint32_t visits(NodeId node) const { return nodes_[node].visits; }
    // A mark that the search leaves on the nodes of its path.
    std::uint32_t& mark(NodeId node) { return nodes_[node].mark; }

    // All its joint moves have been asked for.
    bool is_complete(NodeId node) const { return nodes_[node].complete; }
    void complete(NodeId node) { nodes_[node].complete = true; }

    // The moves of all roles, role by role.
    bool is_expanded(NodeId node) const { return nodes_[node].first_count != none; }
    void begin_edges(NodeId node, std::size_t count);    // of all roles together
    void add_edge(std::size_t role, game::MoveId move);  // of that node, roles in their order
    // Edges for moves_of(role), a span, of every role.
    template <typename MovesOf>
    void expand(NodeId node, MovesOf moves_of) {
        std::size_t count = 0;
        for (std::size_t role = 0; role < roles_; ++role) count += moves_of(role).size();
        begin_edges(node, count);
        for (std::size_t role = 0; role < roles_; ++role)
            for (const game::MoveId move : moves_of(role)) add_edge(role, move);
    }
    std::span<Edge> edges(NodeId node, std::size_t role) {
        const auto [first, count] = edge_range(node, role);
        return {&edges_[first], count};
    }
    std::span<const Edge> edges(NodeId node, std::size_t role) const {
        const auto [first, count] = edge_range(node, role);
        return {&edges_[first], count};
    }

    // The number of the joint move whose edges are at place_of(role).
    template <typename PlaceOf>
    JointCode code(NodeId node, PlaceOf place_of) const {
        JointCode code = 0;
        for (std::size_t role = 0; role < roles_; ++role)
            code = with_move(code, edges(node, role).size(), place_of(role));
        return code;
    }
    NodeId child(NodeId node, JointCode joint) const;
    void link(NodeId node, JointCode joint, NodeId child);

    // What everybody gets from here on (0 to 1, by role), where that is known.
    bool is_solved(NodeId node) const { return nodes_[node].values != none; }
    void solve(NodeId node, std::span<const float> values);
    std::span<const float> values(NodeId node) const {
        return std::span(values_).subspan(nodes_[node].values, roles_);
    }

    // To a node that was just added: what another tree knows of the state, but for its children.
    void copy(NodeId node, const GameTree& from, NodeId known);

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    struct Node {
        std::uint64_t first_word = 0;  // of its state
        std::uint64_t first_edge = 0;
        std::uint32_t words = 0;
        std::uint32_t first_count = none;  // how many edges each role has
        std::uint32_t visits = 0;
        std::uint32_t mark = 0;
        std::uint32_t values = none;
        bool complete = false;
    };
    struct Link {
        NodeId node;
        JointCode joint;
        bool operator==(const Link&) const = default;
    };
    struct LinkHash {
        std::size_t operator()(const Link& link) const { return combine(link.joint, link.node); }
    };
    // Nodes by their states.
    struct StateHash {
        using is_transparent = void;
        const GameTree* tree;
        std::size_t operator()(NodeId node) const { return (*this)(tree->words_of(node)); }
        std::size_t operator()(std::span<const std::uint64_t> words) const { return hash_words(words, 0); }
    };
    struct SameState {
        using is_transparent = void;
        const GameTree* tree;
        bool operator()(NodeId one, NodeId other) const { return one == other; }
        bool operator()(std::span<const std::uint64_t> words, NodeId node) const;
        bool operator()(NodeId node, std::span<const std::uint64_t> words) const {
            return (*this)(words, node);
        }
    };
    using Places = tsl::robin_set<NodeId, StateHash, SameState>;
    using Links = tsl::robin_map<Link, NodeId, LinkHash>;
    static constexpr std::size_t parts = 64;
    static std::size_t part_of(std::size_t hash) { return hash >> 58; }

    std::span<const std::uint64_t> words_of(NodeId node) const {
        return {nodes_[node].words == 0 ? nullptr : &words_[nodes_[node].first_word], nodes_[node].words};
    }
    std::size_t edge_count(NodeId node) const;
    std::pair<std::uint64_t, std::uint32_t> edge_range(NodeId node, std::size_t role) const;  // first, count

    std::int64_t own_bytes() const;

    const std::size_t roles_;
    const std::int64_t max_bytes_;
    std::unique_ptr<GameTree> before_;
    bool full_ = false;
    ChunkedVector<Node> nodes_;
    ChunkedVector<std::uint64_t> words_;
    ChunkedVector<Edge> edges_;
    std::uint64_t next_edge_ = 0;
    std::vector<std::uint32_t> counts_;
    std::vector<float> values_;
    std::vector<Places> places_;  // by the parts of their hashes, as the links
    std::array<Links, parts> links_;
};

}  // namespace playout::players
