#include "playout/domains/snake/repair.h"

#include <algorithm>
#include <array>

#include "playout/base/vector_bytes.h"

namespace playout::snake {
namespace {

// As in an experiment with snakes of spread 2 in eight dimensions; not tuned.
constexpr std::size_t shortest_cut = 4, longest_cut = 25;  // edges
constexpr std::size_t max_looks = 300, min_looks = 20;
constexpr std::size_t nodes_of_a_change = 30'000;  // in balls that are added, some tens of microseconds
constexpr std::size_t max_edges_lost = 4;

}  // namespace

PathRepair::PathRepair(const Instance& instance) : instance_(instance), near_(instance.nodes(), 0) {
    for (Node node = 0; node < instance.nodes(); ++node)
        if (weight(node) < instance.reach()) ball_.push_back(node);
    begin({});
}

void PathRepair::begin(const std::vector<int>& bits) {
    std::fill(near_.begin(), near_.end(), 0);
    free_nodes_ = static_cast<int>(instance_.nodes());
    path_.assign(1, 0);
    for (const int bit : bits) path_.push_back(path_.back() ^ Node{1} << bit);
    for (const Node node : path_) add(node);
    changed_ = path_;
    is_changed_ = false;
}

void PathRepair::add(Node node) {
    for (const Node difference : ball_) free_nodes_ -= near_[node ^ difference]++ == 0;
}
void PathRepair::remove(Node node) {
    for (const Node difference : ball_) free_nodes_ += --near_[node ^ difference] == 0;
}

bool PathRepair::change(Rng& rng) {
    take_back();
    if (path_.size() <= static_cast<std::size_t>(instance_.reach())) return false;
    if (rng.below(2) == 0) std::reverse(path_.begin(), path_.end());
    cut(rng);
    looks_left_ = static_cast<int>(std::clamp(nodes_of_a_change / ball_.size(), min_looks, max_looks));
    if (look(rng) != Look::found) {
        if (!after_.empty()) return false;
        keep_longest();
        drop_added();
        for (const Node node : longest_) add(node);
        changed_.insert(changed_.end(), longest_.begin(), longest_.end());
    }
    changed_.insert(changed_.end(), after_.begin(), after_.end());
    is_joined_ = true;
    grow(rng);
    return changed_.size() >= min_nodes_ && changed_ != path_;
}

void PathRepair::accept() {
    path_ = changed_;
    is_changed_ = false;
}

// The snake as it was before the last change.
void PathRepair::take_back() {
    if (!is_changed_) return;
    if (is_joined_) {
        for (; grown_ > 0; --grown_, changed_.pop_back()) remove(changed_.back());
        changed_.resize(changed_.size() - after_.size());
    }
    drop_added();
    for (const Node node : removed_) add(node);
    is_changed_ = false;
}

// What was added since the cut.
void PathRepair::drop_added() {
    for (std::size_t i = kept_; i < changed_.size(); ++i) remove(changed_[i]);
    changed_.resize(kept_);
}

// A stretch three times out of four, else the last part. Both parts of what is left of a stretch are as far
// from each other as nodes can be asked to be.
void PathRepair::cut(Rng& rng) {
    const std::size_t edges = path_.size() - 1;
    const std::size_t wanted = shortest_cut + rng.below(longest_cut - shortest_cut + 1);
    const std::size_t count = std::min(edges, std::max(wanted, static_cast<std::size_t>(instance_.reach())));
    const bool is_end = count == edges || rng.below(4) == 0;
    const std::size_t first = is_end ? edges - count : rng.below(edges - count + 1);
    const auto at = [this](std::size_t place) { return path_.begin() + static_cast<std::ptrdiff_t>(place); };
    kept_ = first + 1;
    changed_.assign(path_.begin(), at(kept_));
    removed_.assign(at(kept_), is_end ? path_.end() : at(first + count));
    after_.assign(is_end ? path_.end() : at(first + count), path_.end());
    longest_.clear();
    for (const Node node : removed_) remove(node);
    is_changed_ = true;
    is_joined_ = false;
    grown_ = 0;
    min_nodes_ = path_.size() - std::min(path_.size() - 1, rng.below(max_edges_lost + 1));
}

// All nodes that are nearer than the reach must be as many steps away: some of the last ones, and the first
// ones after the cut once the way leads straight to them.
bool PathRepair::may_follow(Node node) const {
    const int reach = instance_.reach();
    const int before = std::min(static_cast<int>(changed_.size()), reach - 1);
    int near = 0;
    for (; near < before; ++near)
        if (weight(node ^ changed_[changed_.size() - 1 - static_cast<std::size_t>(near)]) != near + 1)
            return false;
    if (!is_joined_ && !after_.empty()) {
        const int left = weight(node ^ after_.front());
        const int left_before = weight(changed_.back() ^ after_.front());
        if (left_before < reach && left != left_before - 1) return false;
        for (int i = 0; left + i < reach && i < static_cast<int>(after_.size()); ++i, ++near)
            if (weight(node ^ after_[static_cast<std::size_t>(i)]) != left + i) return false;
    }
    return near_[node] == near;
}

// Depth first, the bits in random order.
PathRepair::Look PathRepair::look(Rng& rng) {
    if (!after_.empty() && weight(changed_.back() ^ after_.front()) == 1)
        return changed_.size() + after_.size() < min_nodes_ ? Look::dead_end : Look::found;
    if (looks_left_-- == 0) return Look::gave_up;
    const Bits bits = bits_in_random_order(rng);
    for (int i = 0; i < instance_.dimension(); ++i) {
        const Node node = changed_.back() ^ bits[static_cast<std::size_t>(i)];
        if (!may_follow(node)) continue;
        add(node);
        changed_.push_back(node);
        if (const Look end = look(rng); end != Look::dead_end) return end;
        changed_.pop_back();
        remove(node);
    }
    keep_longest();
    return Look::dead_end;
}

void PathRepair::keep_longest() {
    if (after_.empty() && changed_.size() - kept_ > longest_.size())
        longest_.assign(changed_.begin() + static_cast<std::ptrdiff_t>(kept_), changed_.end());
}

// The last node is to have no other after it: there the snake is as long as it can be.
void PathRepair::grow(Rng& rng) {
    const auto follows = [this](Node bit) { return bit != 0 && may_follow(changed_.back() ^ bit); };
    for (;;) {
        const Bits bits = bits_in_random_order(rng);
        const auto bit = std::find_if(bits.begin(), bits.end(), follows);
        if (bit == bits.end()) return;
        changed_.push_back(changed_.back() ^ *bit);
        add(changed_.back());
        ++grown_;
    }
}

// Those of the cube; the rest is 0.
PathRepair::Bits PathRepair::bits_in_random_order(Rng& rng) const {
    Bits bits{};
    for (std::size_t i = 0; i < static_cast<std::size_t>(instance_.dimension()); ++i) {
        const auto place = static_cast<std::size_t>(rng.below(i + 1));
        bits[i] = bits[place];
        bits[place] = Node{1} << i;
    }
    return bits;
}

std::vector<int> PathRepair::bits() const {
    std::array<int, max_dimensions> names;
    names.fill(-1);
    int next = 0;
    std::vector<int> bits;
    for (std::size_t i = 1; i < changed_.size(); ++i) {
        int& name = names[static_cast<std::size_t>(weight((changed_[i] ^ changed_[i - 1]) - 1))];
        if (name < 0) name = next++;
        bits.push_back(name);
    }
    return bits;
}

std::int64_t PathRepair::bytes() const {
    return static_cast<std::int64_t>(sizeof *this) + bytes_of(ball_) + bytes_of(path_) + bytes_of(changed_) +
           bytes_of(after_) + bytes_of(removed_) + bytes_of(near_) + bytes_of(longest_);
}

void PathRepair::archive(Archive& archive) {
    take_back();
    archive(path_);
    if (!archive.loading()) return;
    std::fill(near_.begin(), near_.end(), 0);
    free_nodes_ = static_cast<int>(instance_.nodes());
    if (path_.empty()) archive.fail("damaged: a path without a node");
    for (std::size_t i = 0; i < path_.size(); ++i)
        if (path_[i] >= instance_.nodes() || (i > 0 && weight(path_[i] ^ path_[i - 1]) != 1))
            archive.fail("damaged: a path that leaves the cube");
    for (const Node node : path_) add(node);
    changed_ = path_;
    is_changed_ = false;
}

}  // namespace playout::snake
