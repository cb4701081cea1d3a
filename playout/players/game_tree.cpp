#include "playout/players/game_tree.h"

#include <algorithm>
#include <numeric>

namespace playout::players {

GameTree::GameTree(std::size_t roles, std::int64_t max_bytes) : roles_(roles), max_bytes_(max_bytes) {
    for (std::size_t i = 0; i < parts; ++i) places_.emplace_back(0, StateHash{this}, SameState{this});
}

GameTree::GameTree(std::unique_ptr<GameTree> before) : GameTree(before->roles_, before->max_bytes_) {
    before_ = std::move(before);
    before_->before_.reset();
}

std::int64_t GameTree::bytes() const {
    return own_bytes() + (before_ ? before_->own_bytes() : 0);
}

std::int64_t GameTree::own_bytes() const {
    const auto of = [](const auto& items) {
        return static_cast<std::int64_t>(items.capacity() * sizeof(items[0]));
    };
    // A bucket has its distance and the hash beside the entry.
    std::size_t tables = 0;
    for (std::size_t i = 0; i < parts; ++i)
        tables += places_[i].bucket_count() * 16 + links_[i].bucket_count() * 32;
    return nodes_.bytes() + words_.bytes() + edges_.bytes() + of(counts_) + of(values_) +
           static_cast<std::int64_t>(tables);
}

bool GameTree::SameState::operator()(std::span<const std::uint64_t> words, NodeId node) const {
    const std::span<const std::uint64_t> own = tree->words_of(node);
    return std::equal(own.begin(), own.end(), words.begin(), words.end());
}

NodeId GameTree::find(const game::StateKey& state) const {
    const std::span<const std::uint64_t> words(state);
    const std::size_t hash = StateHash{this}(words);
    const Places& places = places_[part_of(hash)];
    const auto found = places.find(words, hash);
    return found == places.end() ? no_node : *found;
}

NodeId GameTree::add(const game::StateKey& state) {
    const auto node = static_cast<NodeId>(nodes_.size());
    const std::size_t first = words_.grow(state.size());
    if (!state.empty()) std::copy(state.begin(), state.end(), &words_[first]);
    nodes_.emplace_back(Node{.first_word = first, .words = static_cast<std::uint32_t>(state.size())});
    places_[part_of(StateHash{this}(node))].insert(node);
    if (node % 256 == 0) full_ = own_bytes() > max_bytes_ || node > no_node / 2;
    const NodeId known = before_ ? before_->find(state) : no_node;
    if (known != no_node) copy(node, *before_, known);
    return node;
}

void GameTree::state_of(NodeId node, game::StateKey& state) const {
    const std::span<const std::uint64_t> words = words_of(node);
    state.assign(words.begin(), words.end());
}

void GameTree::begin_edges(NodeId node, std::size_t count) {
    next_edge_ = nodes_[node].first_edge = edges_.grow(count);
    nodes_[node].first_count = static_cast<std::uint32_t>(counts_.size());
    counts_.resize(counts_.size() + roles_, 0);
}

void GameTree::add_edge(std::size_t role, game::MoveId move) {
    edges_[next_edge_++] = {.move = move};
    ++counts_[counts_.size() - roles_ + role];
}

std::size_t GameTree::edge_count(NodeId node) const {
    const auto counts = counts_.begin() + nodes_[node].first_count;
    return std::accumulate(counts, counts + static_cast<std::ptrdiff_t>(roles_), std::size_t{0});
}

std::pair<std::uint64_t, std::uint32_t> GameTree::edge_range(NodeId node, std::size_t role) const {
    const std::uint32_t* counts = counts_.data() + nodes_[node].first_count;
    std::uint64_t first = nodes_[node].first_edge;
    for (std::size_t other = 0; other < role; ++other) first += counts[other];
    return {first, counts[role]};
}

NodeId GameTree::child(NodeId node, JointCode joint) const {
    const Link link{node, joint};
    const std::size_t hash = LinkHash{}(link);
    const Links& links = links_[part_of(hash)];
    const auto found = links.find(link, hash);
    return found == links.end() ? no_node : found->second;
}

void GameTree::link(NodeId node, JointCode joint, NodeId child) {
    const Link link{node, joint};
    links_[part_of(LinkHash{}(link))].emplace(link, child);
}

void GameTree::solve(NodeId node, std::span<const float> values) {
    nodes_[node].values = static_cast<std::uint32_t>(values_.size());
    values_.insert(values_.end(), values.begin(), values.end());
}

void GameTree::copy(NodeId node, const GameTree& from, NodeId known) {
    nodes_[node].visits = from.nodes_[known].visits;
    if (from.is_solved(known)) solve(node, from.values(known));
    if (!from.is_expanded(known)) return;
    begin_edges(node, from.edge_count(known));
    for (std::size_t role = 0; role < roles_; ++role)
        for (const Edge& edge : from.edges(known, role)) {
            add_edge(role, edge.move);
            edges_[next_edge_ - 1] = edge;
        }
}

}  // namespace playout::players
